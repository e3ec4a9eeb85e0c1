import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { losslessField, losslessItems } from '../../src/dialog/http/json-body.ts';
import { makeScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await makeScene();
});
afterAll(() => scene?.server.close());

const digits = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((all) => all.join(''));

/** Numbers as they may be written, most of them beyond a double. */
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(
      fc.constant('0'),
      fc.tuple(fc.integer({ min: 1, max: 9 }), digits(30)).map(([a, b]) => `${a}${b}`),
    ),
    fc.option(digits(20), { nil: undefined }),
    fc.option(fc.tuple(fc.constantFrom('e', 'E', 'e+', 'E-'), digits(4)), { nil: undefined }),
  )
  .map(([sign, whole, part, power]) => `${sign}${whole}${part ? `.${part}` : ''}${power?.join('') ?? ''}`);

const escaped = (text: string) =>
  `"${[...text].map((c) => (c.length === 1 ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')}"`;

const characters = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\0', ''));
const string = fc.oneof(
  characters.map((text) => JSON.stringify(text)),
  characters.map(escaped),
  fc.constantFrom('"\\/\\b\\f\\n\\r\\t"', '"\\ud83d\\ude00"', '"\u2028"', '"\\\\u0000"', '"\\\\\\""'),
);
const space = fc.constantFrom('', '', '', ' ', '\n\t');
const name = fc.oneof(string, fc.constantFrom('"1"', '"01"', '"__proto__"', '"constructor"', '""', '"a"'));

const { object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('null', 'true', 'false'),
    number,
    string,
    tie('object'),
    tie('array'),
  ),
  object: fc
    .array(fc.tuple(space, name, space, tie('value')), { maxLength: 6 })
    .map((members) => `{${members.map(([a, key, b, value]) => `${a}${key}${b}:${b}${value}${a}`).join()}}`),
  array: fc
    .array(fc.tuple(space, tie('value')), { maxLength: 4 })
    .map((items) => `[${items.map(([a, value]) => `${a}${value}`).join()}]`),
}));

it('2,000 random rows are returned exactly as written: order of names, digits, escapes, equal names', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(object, { minLength: 500, maxLength: 500 }), space, async (rows, gap) => {
      const slug = await scene.table();
      await scene.wrote(slug, `{"rows":[${gap}${rows.join(`${gap},${gap}`)}${gap}]}`);
      const page = await scene.read(slug, '?environment=sandbox&limit=500');
      expect(losslessItems(losslessField(page.text, 'rows')!)).toEqual(rows);
      expect(page.body.next_offset).toBeNull();
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

it('numbers that no double can represent are returned as they were sent', async () => {
  const slug = await scene.table();
  const row =
    '{"b":12345678901234567890,"a":1.10,"2":1e400,"1":-0.0,"c":1E+2,"d":0.1000000000000000055511151231257827}';
  await scene.wrote(slug, `{"rows":[${row}]}`);
  expect((await scene.read(slug, '?environment=sandbox')).text).toBe(
    `{"rows":[${row}],"revision":1,"total":1,"next_offset":null}`,
  );
});
