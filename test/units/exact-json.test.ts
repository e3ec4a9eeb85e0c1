import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLongNumber, parseExactly } from '../../src/platform/exact-json.ts';

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
