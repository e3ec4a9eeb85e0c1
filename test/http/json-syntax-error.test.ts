import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonError, placeJsonError } from '../../src/platform/json-syntax-error.ts';
import { processorMs } from '../harness/patience.ts';

const value = 'Expecting value';
const name = 'Expecting property name enclosed in double quotes';
const colon = "Expecting ':' delimiter";
const comma = "Expecting ',' delimiter";
const open = 'Unterminated string starting at';
const control = 'Invalid control character at';
const badEscape = 'Invalid \\escape';
const unicode = 'Invalid \\uXXXX escape';
const extra = 'Extra data';

const cases: [text: string, message: string, position: number][] = [
  ['', value, 0],
  [' ', value, 1],
  ['tru', value, 0],
  ['True', value, 0],
  ['undefined', value, 0],
  ['.5', value, 0],
  ['+1', value, 0],
  ['-', value, 0],
  ['NaN', value, 0],
  ['[-Infinity]', value, 1],
  ['[1,]', value, 3],
  ['[1, /* */ 2]', value, 4],
  ['{"a":}', value, 5],
  ['{"a": ', value, 6],
  ['[', value, 1],
  ['\u00a01', value, 0],
  ['{', name, 1],
  ["{'a':1}", name, 1],
  ['{a:1}', name, 1],
  ['{"a":1,}', name, 7],
  ['{"a":1,  ', name, 9],
  ['{"a"}', colon, 4],
  ['{"a" 1}', colon, 5],
  ['{"😀" 1}', colon, 5],
  ['{"a":1 "b":2}', comma, 7],
  ['[1 2]', comma, 3],
  ['[1', comma, 2],
  ['{"a":1', comma, 6],
  ['[01]', comma, 2],
  ['[1.]', comma, 2],
  ['[1e]', comma, 2],
  ['[1e+]', comma, 2],
  ['[1}', comma, 2],
  ['"abc', open, 0],
  ['["😀","abc', open, 5],
  ['"\\', open, 0],
  ['"a\nb"', control, 2],
  ['"\\x"', badEscape, 1],
  ['"😀\\😀"', badEscape, 2],
  ['"\\u12"', unicode, 2],
  ['"\\u12g4"', unicode, 2],
  ['"\\u1234', unicode, 2],
  ['{} {}', extra, 3],
  ['01', extra, 1],
  ['1.', extra, 1],
  ['null,', extra, 4],
  ['[]]', extra, 2],
];

describe('the first syntax error of a JSON text', () => {
  it.each(cases)('%j is "%s" at %i, as in CPython', (text, message, position) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toMatchObject({ message, position });
  });

  it('is found at any depth', () => {
    const levels = 300_000;
    const text = `${'[{"a":'.repeat(levels)}1${'}]'.repeat(levels)}`;
    expect(findJsonError(text)).toBeNull();
    expect(findJsonError(`${text}]`)).toEqual({ message: extra, position: text.length });
  });

  it('is found quickly in 1 MiB', () => {
    for (const filler of ['"x",', '{"a":[1.5e3,null]},', `"${'😀\\n'.repeat(1000)}",`, '  ']) {
      const text = `[${filler.repeat(Math.ceil(2 ** 20 / filler.length))}`;
      const spent = processorMs(() => expect(findJsonError(text)).not.toBeNull());
      expect(spent).toBeLessThan(5000); // a quadratic search would take minutes
    }
  });

  it('exists exactly when JSON.parse refuses the text', () => {
    const isJson = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const piece = fc.constantFrom(
      ...' \n"\\{}[]:,-+.0123eEutrflasn\u0001😀/'.split(/(?:)/u),
      '\\u12a',
      'null',
    );
    const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 3 }), insert: fc.option(piece) });
    const space = fc.constantFrom(undefined, 1, '\t');
    fc.assert(
      fc.property(fc.jsonValue(), space, fc.array(edit, { maxLength: 4 }), (json, indent, edits) => {
        let text = JSON.stringify(json, null, indent);
        for (const { at, remove, insert } of edits) {
          const start = at % (text.length + 1);
          text = text.slice(0, start) + (insert ?? '') + text.slice(start + remove);
        }
        const error = findJsonError(text);
        expect(error === null).toBe(isJson(text));
        if (error !== null) expect(error.position).toBeLessThanOrEqual([...text].length);
      }),
      { numRuns: 5000 },
    );
  });

  it('has the line and the column counted in code points', () => {
    const piece = fc.constantFrom(
      '{"a"',
      ':',
      ',',
      '[',
      ']',
      '\n',
      '\r\n',
      ' 1',
      '"😀',
      '"',
      '\ud83d',
      'NaN',
      '}',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const error = findJsonError(text);
        const place = placeJsonError(text);
        if (error === null) {
          expect(place).toBeNull();
          return;
        }
        const before = [...text].slice(0, error.position).join('');
        const lines = before.split('\n');
        expect(place).toEqual({
          message: error.message,
          position: error.position,
          line: lines.length,
          column: [...lines.at(-1)!].length + 1,
          rest: text.slice(before.length, before.length + 16),
        });
      }),
      { numRuns: 2000 },
    );
  });

  it('at the end of 30 MB is described without copying the text before it', () => {
    const text = `["${'x'.repeat(30 * 2 ** 20)}`;
    placeJsonError(text.slice(0, 1000));
    const before = process.memoryUsage().rss;
    expect(placeJsonError(text)).toMatchObject({ line: 1, column: 2, position: 1 });
    expect(placeJsonError(`${text}",\n\n]`)).toMatchObject({ line: 3, column: 1, position: text.length + 4 });
    // Lists of its characters would take hundreds of MiB.
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(150);
  });
});
