import { describe, expect, it } from 'vitest';
import { settingsOf, valuesOf } from '../../src/console/connections/connection-values.ts';
import { jsonOfText, textOfJson } from '../../src/console/kit/json-text.ts';
import { fieldsOfSchema } from '../../src/console/kit/schema-fields.ts';
import { slugOf } from '../../src/console/kit/slug.ts';

describe('short names', () => {
  it('follow from names in Latin and Russian letters, and are never taken ones', () => {
    expect(slugOf('Place an order!', [], 'x')).toBe('place-an-order');
    expect(slugOf('  Заказ №5: щётка ', [], 'x')).toBe('zakaz-no5-shchetka');
    expect(slugOf('Café', ['cafe', 'cafe-2'], 'x')).toBe('cafe-3');
    expect(slugOf('日本', [], 'operation')).toBe('operation');
    expect(slugOf('a'.repeat(100), [], 'x')).toMatch(/^a{59}$/);
    for (const name of ['-a-', '_', '--', 'A/B', '9 lives'])
      expect(slugOf(name, [], 'x')).toMatch(/^[a-z0-9][a-z0-9_-]{0,62}$/);
  });
});

describe('JSON in a field', () => {
  it('comes back as it was, with templates that need no quotes', () => {
    const values = [
      { a: ['{{ input.b }}', 1] },
      '{{ response.body }}',
      'plain',
      7,
      true,
      '{% if input.a %}1{% endif %}',
    ];
    for (const value of values) expect(jsonOfText(textOfJson(value))).toEqual(value);
    expect(textOfJson('{{ input }}')).toBe('{{ input }}');
    expect(jsonOfText('  ')).toBe(undefined);
    expect(textOfJson(null)).toBe('');
    expect(() => jsonOfText('{"a": {{ input.a }}}')).toThrow(SyntaxError);
    expect(() => jsonOfText('plain')).toThrow(SyntaxError);
  });
});

describe('the fields of a schema', () => {
  it('have a kind each, and what no field can have is JSON', () => {
    const schema = {
      required: ['sku'],
      properties: {
        sku: { type: 'string', title: 'Article' },
        count: { type: 'integer', default: 1 },
        gift: { type: 'boolean' },
        size: { enum: ['S', 'M'] },
        lines: { type: 'array' },
        mixed: { enum: ['S', 1] },
        any: true,
      },
    };
    const kinds = fieldsOfSchema(schema)!.map(({ name, kind, isRequired }) => [name, kind, isRequired]);
    expect(kinds).toEqual([
      ['sku', 'text', true],
      ['count', 'number', false],
      ['gift', 'flag', false],
      ['size', 'choice', false],
      ['lines', 'json', false],
      ['mixed', 'json', false],
      ['any', 'json', false],
    ]);
    for (const none of [undefined, true, {}, { properties: {} }, { properties: 1 }])
      expect(fieldsOfSchema(none)).toBe(undefined);
  });
});

describe('the settings of a connection', () => {
  it('come back as they were when nothing is changed, and leave secrets out that nobody entered', () => {
    const settings = {
      base_url: 'https://shop.example/api',
      headers: { 'X-Shop': 'main' },
      auth: { type: 'api_key', in: 'query', name: 'key', key: 'set' },
      test_path: '/health',
      timeout_ms: 5000,
      max_concurrency: 4,
      rate_per_second: 10,
      idempotency_header: 'Idempotency-Key',
    };
    const { key: _, ...auth } = settings.auth;
    expect(settingsOf('http', valuesOf('Shop', settings))).toEqual({ ...settings, auth });
    const values = { ...valuesOf('Shop', settings), key: ' new ' };
    expect(settingsOf('http', values)).toMatchObject({ auth: { ...auth, key: 'new' } });
  });
});
