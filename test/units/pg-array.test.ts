import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { pgArray } from '../../src/platform/pg-array.ts';

describe('a column as a Postgres array', () => {
  it.each([
    [[], '{}'],
    [['a', 'b'], '{"a","b"}'],
    [[''], '{""}'],
    [['NULL', null], '{"NULL",NULL}'],
    [['say "hi"', 'C:\\x', '{a,b}'], '{"say \\"hi\\"","C:\\\\x","{a,b}"}'],
    [[1, -2], '{"1","-2"}'],
    [[Buffer.from([0, 255])], '{"\\\\x00ff"}'],
    [[new Date(0)], '{"1970-01-01T00:00:00.000Z"}'],
  ])('writes %j as %s', (values, text) => {
    expect(pgArray(values as (string | null)[])).toBe(text);
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
        expect(parse(pgArray(texts))).toEqual(texts);
      }),
      { numRuns: 1000 },
    );
    const long = Array.from({ length: 300 }, (_, i) => `${'x'.repeat(1000)}"${i}`);
    expect(parse(pgArray(long))).toEqual(long);
  });
});
