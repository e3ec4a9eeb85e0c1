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
});
