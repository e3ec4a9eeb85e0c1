import fc from 'fast-check';
import { parse } from 'lossless-json';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../src/dialog/http/canonical-json.ts';
import { losslessField, losslessMembers } from '../../src/dialog/http/json-body.ts';

const spelling = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => String(number)),
  fc.constantFrom('1', '1.0', '1e0', '-0', '9007199254740993', '9007199254740992'),
);

/** The same document in two texts: other order of members, other white space, other escapes. */
const twoTexts: fc.Arbitrary<[string, string]> = fc.letrec<{ any: [string, string] }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<[string, string]>(['null', 'null'], ['true', ' true '], ['false', '\nfalse']),
    spelling.map((number): [string, string] => [number, `\t${number} `]),
    fc.string({ unit: 'binary' }).map((text): [string, string] => [JSON.stringify(text), escaped(text)]),
    fc
      .array(tie('any'))
      .map((items): [string, string] => [
        `[${items.map(([a]) => a).join()}]`,
        `[ ${items.map(([, b]) => b).join(' ,\r\n')} ]`,
      ]),
    fc
      .uniqueArray(fc.tuple(fc.string(), tie('any')), { selector: ([name]) => name })
      .map((members): [string, string] => [
        `{${members.map(([name, [a]]) => `${JSON.stringify(name)}:${a}`).join()}}`,
        `{ ${members
          .toReversed()
          .map(([name, [, b]]) => `${escaped(name)} : ${b}`)
          .join(' , ')} }`,
      ]),
  ),
})).any;

function escaped(text: string): string {
  return `"${[...Array(text.length).keys()]
    .map((index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')}"`;
}

describe('canonical JSON', () => {
  it('does not depend on the order of members, white space or escapes', () => {
    fc.assert(
      fc.property(twoTexts, ([a, b]) => void expect(canonicalJson(b)).toBe(canonicalJson(a))),
      { numRuns: 1000 },
    );
  });

  it('means the same: it parses to an equal value, and to the same canonical text', () => {
    fc.assert(
      fc.property(twoTexts, ([, text]) => {
        const canonical = canonicalJson(text);
        expect(JSON.parse(canonical)).toEqual(JSON.parse(text));
        expect(canonicalJson(canonical)).toBe(canonical);
      }),
    );
  });

  it('tells the place of every outermost member, as a second pass over the text would find it', () => {
    fc.assert(
      fc.property(twoTexts, ([, text]) => {
        const found = new Map<string, string>();
        canonicalJson(text, (name, start, end) => found.set(JSON.parse(name), text.slice(start, end)));
        expect(found).toEqual(text.trimStart().startsWith('{') ? losslessMembers(text) : new Map());
      }),
    );
  });

  it('sorts the members of each object of a list by its own names, whatever those before it had', () => {
    expect(
      canonicalJson('[{"b":1,"a":2},{"b":1,"a":2,"c":3},{"b":1},{"b":1,"ab":[{"d":0,"c":0}],"a":2},{}]'),
    ).toBe('[{"a":2,"b":1},{"a":2,"b":1,"c":3},{"b":1},{"a":2,"ab":[{"c":0,"d":0}],"b":1},{}]');
  });

  it('agrees with lossless-json about every number', () => {
    const numbers = (text: string) => {
      const found: string[] = [];
      parse(text, null, { parseNumber: (number) => found.push(number), onDuplicateKey: () => undefined });
      return found.sort();
    };
    fc.assert(
      fc.property(twoTexts, ([, text]) => void expect(numbers(canonicalJson(text))).toEqual(numbers(text))),
    );
  });

  it('differs if a number is written in another way', () => {
    fc.assert(
      fc.property(spelling, spelling, (a, b) => {
        fc.pre(a !== b);
        const text = (number: string) => `{"b":[{"a":${number}}],"a":"${a}"}`;
        expect(canonicalJson(text(a))).not.toBe(canonicalJson(text(b)));
      }),
    );
  });

  it.each([
    ['{"b":1,"a":{"d":[1.0, 2],"c":null}}', '{"a":{"c":null,"d":[1.0,2]},"b":1}'],
    ['{"a":1,"\\u0061":2}', '{"a":2}'],
    ['{"10":1,"9":2,"__proto__":3}', '{"10":1,"9":2,"__proto__":3}'],
    [' [ ] ', '[]'],
    [' { } ', '{}'],
    ['["\\\\","\\"",""]', '["\\\\","\\"",""]'],
    ['{"n":12345678901234567890}', '{"n":12345678901234567890}'],
    ['', ''],
  ])('of %s is %s', (text, canonical) => {
    expect(canonicalJson(text)).toBe(canonical);
  });
});

describe('the text of one member of a body', () => {
  it.each([
    ['{"a":1,"access":{"until":12345678901234567890, "x":1.0}}', '{"until":12345678901234567890, "x":1.0}'],
    ['{"access":1,"\\u0061ccess" : "}\\"]" , "b":[{}]}', '"}\\"]"'],
    [' {"x":{"access":1},"access":[ [ "]" ] ]}', '[ [ "]" ] ]'],
    ['{"x":"\\\\","access":-1e5\n}', '-1e5'],
    ['{"x":{"access":1}}', undefined],
    ['{}', undefined],
    ['[1]', undefined],
  ])('%s has access as it was sent: %s', (text, field) => {
    expect(losslessField(text, 'access')).toBe(field);
  });
});
