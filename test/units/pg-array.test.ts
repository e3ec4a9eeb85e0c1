import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { pgArray } from '../../src/platform/pg-array.ts';

const itself = (value: unknown) => value;

describe('a column as a Postgres array', () => {
  it.each([
    [[], '{}'],
    [['a', 'b'], '{"a","b"}'],
    [[''], '{""}'],
    [['NULL', null], '{"NULL",NULL}'],
    [['say "hi"', 'C:\\x', '{a,b}'], '{"say \\"hi\\"","C:\\\\x","{a,b}"}'],
    [[1, -2], '{"1","-2"}'],
    [[Buffer.from([0, 255])], '{"\\\\x00ff"}'],
    [[null, undefined], '{NULL,NULL}'],
  ])('writes %j as %s', (values, text) => {
    expect(pgArray<unknown>(values, itself)).toBe(text);
  });

  it.each([[new Date(0)], [{}], [undefined, Symbol('s')]])(
    'refuses what no parameter can be: %j',
    (...values) => {
      expect(() => pgArray(values, itself)).toThrow(TypeError);
    },
  );

  it('looks at each item of a batch once', () => {
    const looks: number[] = [];
    pgArray([1, 2, 3], (n) => looks.push(n));
    expect(looks).toEqual([1, 2, 3]);
  });

  it('is read back as it was, whatever the texts are', () => {
    const textArray: number = 1009;
    const parse = pg.types.getTypeParser(textArray) as (text: string) => unknown;
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '\n', '\u0001', '\ud800', '🙂', ',', '{', 'a') }),
      fc.constantFrom('same', 'NULL', ''),
    );
    fc.assert(
      fc.property(fc.array(fc.option(text)), (texts) => {
        expect(parse(pgArray(texts, itself))).toEqual(texts);
      }),
      { numRuns: 1000 },
    );
    const long = Array.from({ length: 300 }, (_, i) => `${'x'.repeat(1000)}"${i}`);
    expect(parse(pgArray(long, itself))).toEqual(long);
  });
});
