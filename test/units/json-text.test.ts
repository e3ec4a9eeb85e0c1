import { expect, it } from 'vitest';
import { JsonText, jsonText, jsonTexts } from '../../src/platform/json-text.ts';

it('JSON text is written as JSON.stringify writes it, for any value', () => {
  for (const value of [{}, { a: 1, b: undefined, c: null }, { '"': ['\u2028', { d: '\\' }] }]) {
    expect(jsonText(value)).toBe(JSON.stringify(value));
    const { input, ...rest } = { input: new JsonText('1.10'), ...value };
    expect(jsonText({ ...rest, input })).toBe(`${JSON.stringify({ ...rest, input: 0 }).slice(0, -2)}1.10}`);
  }
});

it('JSON text keeps the digits and the spelling of parts that came as text', () => {
  const text = '{ "price": 12345678901234567890.10 }';
  expect(jsonText({ id: 'a', input: new JsonText(text), last: true })).toBe(
    `{"id":"a","input":${text},"last":true}`,
  );
});

it('writes a list of texts as they are', () => {
  expect(jsonText({ items: jsonTexts(['1.10', '{"a":1}']), none: jsonTexts([]) })).toBe(
    '{"items":[1.10,{"a":1}],"none":[]}',
  );
});
