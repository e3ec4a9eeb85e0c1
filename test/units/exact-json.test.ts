import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedNumbers, isLongNumber, parseExactly } from '../../src/platform/exact-json.ts';

describe('JSON that is parsed exactly', () => {
  it('is what JSON.parse makes of it, if doubles hold its numbers', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        const known = (part: unknown): unknown => {
          if (typeof part === 'string') return isLongNumber(part) ? Number(part) : part;
          if (typeof part !== 'object' || part === null) return part;
          if (Array.isArray(part)) return part.map(known);
          return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, known(item)]));
        };
        expect(known(parseExactly(text))).toEqual(known(value));
      }),
    );
  });

  it('has every integer beyond 2^53 with its digits, and smaller ones as numbers', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.string(), (integer, name) => {
        const isLong = integer > Number.MAX_SAFE_INTEGER || integer < Number.MIN_SAFE_INTEGER;
        const expected = isLong ? String(integer) : Number(integer);
        const text = `{${JSON.stringify(name)}: [ ${integer},"${integer}"] }`;
        expect(parseExactly(text)).toEqual(
          JSON.parse(JSON.stringify({ [name]: [expected, String(integer)] })),
        );
      }),
    );
  });

  it('has every number that a double wrote, in its shortest form or with 17 digits, as that number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        expect(parseExactly(`[${JSON.stringify(value)}]`)).toEqual([JSON.parse(JSON.stringify(value))]);
        if (!Number.isInteger(value)) expect(parseExactly(value.toPrecision(17))).toBe(value);
      }),
    );
  });

  it.each([
    ['1313131313131313131', '1313131313131313131'],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740993', '-9007199254740993'],
    ['99999999999999.99', '99999999999999.99'],
    ['0.1234567890123456789', '0.1234567890123456789'],
    ['9007199254740993.0', '9007199254740993.0'],
    // Written by PHP, with serialize_precision 17.
    ['19.989999999999998', 19.99],
    ['1.5000000000000000', 1.5],
    ['1e22', 1e22],
    ['1e400', '1e400'],
    ['"1313131313131313131 \\" 1313131313131313131"', '1313131313131313131 " 1313131313131313131'],
    ['{"__proto__":1313131313131313131,"a":1,"a":1313131313131313131}', undefined],
  ])('%s', (text, expected) => {
    if (expected !== undefined) return expect(parseExactly(text)).toBe(expected);
    // Of equal names the last counts, and no name is special.
    expect(JSON.stringify(parseExactly(text))).toBe(
      '{"__proto__":"1313131313131313131","a":"1313131313131313131"}',
    );
  });

  it('may have a string of any length', () => {
    const long = '\\n'.repeat(5_000_000);
    expect(parseExactly(`[12345678901234567,"${long}"]`)).toEqual([
      '12345678901234567',
      '\n'.repeat(5_000_000),
    ]);
  });

  it.each(['1-2', '01313131313131313131', '[13131313131313131313,]', '13131313131313131313 2'])(
    '%s is refused as JSON.parse refuses it',
    (text) => {
      expect(() => parseExactly(text)).toThrow(SyntaxError);
    },
  );
});

/** Whether the number that JavaScript writes for an integer is another one. */
const isChangedAsWritten = (n: bigint): boolean => {
  const [digits, exponent = '0'] = String(Number(n)).replace('.', '').split('e+');
  const zeros = '0'.repeat(Math.max(0, Number(exponent) + 1 - digits!.replace('-', '').length));
  return exponent === '0' ? BigInt(digits!) !== n : BigInt(digits + zeros) !== n;
};

describe('the numbers of a JSON text that JSON.parse changes', () => {
  const changedIn = (text: string) => changedNumbers(text, JSON.parse(text), 100);

  it('are those whose digits differ from the shortest that a double has, at their places', () => {
    const number = fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n });
    fc.assert(
      fc.property(fc.array(number), fc.string(), (numbers, name) => {
        const text = `{"first":[${numbers.join()}],${JSON.stringify(`x${name}`)}:{"n":${numbers[0] ?? 0}}}`;
        const places = numbers.flatMap((n, at) => (isChangedAsWritten(n) ? [['first', at]] : []));
        if (numbers[0] !== undefined && isChangedAsWritten(numbers[0])) places.push([`x${name}`, 'n']);
        expect(changedIn(text).map(({ path }) => path)).toEqual(places);
        for (const { digits } of changedIn(text)) expect(numbers.map(String)).toContain(digits);
      }),
    );
  });

  it('are none that a double wrote', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(changedIn(`[${JSON.stringify(value)}]`)).toEqual([]);
        if (!Number.isInteger(value)) expect(changedIn(value.toPrecision(17))).toEqual([]);
      }),
    );
  });

  it.each([
    ...['1e20', '100000000000000000000', '0.1', '1.50', '9007199254740992', '1.5000000000000000000000', '-0'],
    ...['19.989999999999998', '"9007199254740993"', '0e400', '5e-324', '9223372036854776000'],
  ])('%s is none of them', (text) => {
    expect(changedIn(text)).toEqual([]);
  });

  it.each([
    ...['9007199254740993', '9223372036854775807', '9007199254740993.0', '9.007199254740993e15', '1e400'],
    ...['1e-400', '0.12345678901234567891', '-9007199254740993', '1000000000000000000000000000001'],
  ])('%s is one', (text) => {
    expect(changedIn(text)).toEqual([{ path: [], digits: text, read: JSON.parse(text) }]);
  });
});
