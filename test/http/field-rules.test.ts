import { afterAll, describe, expect, it } from 'vitest';
import { base, projectApi, send } from './project-api.ts';

const app = await projectApi();
afterAll(() => app.close());

type Loc = (string | number)[];
type Row = [
  value: unknown,
  type: string,
  msg: string,
  ctx?: Record<string, unknown>,
  loc?: Loc,
  input?: unknown,
];

const absent = Symbol('absent');
const emoji = '😀';

const string = (...values: unknown[]): Row[] =>
  values.map((value) => [value, 'string_type', 'Input should be a valid string']);
const dictionary = (...values: unknown[]): Row[] =>
  values.map((value) => [value, 'dict_type', 'Input should be a valid dictionary']);
const array = (...values: unknown[]): Row[] =>
  values.map((value) => [value, 'list_type', 'Input should be a valid list']);
const integer = (...values: unknown[]): Row[] =>
  values.map((value) => [value, 'int_type', 'Input should be a valid integer']);
const parsing = (...values: unknown[]): Row[] =>
  values.map((value) => [
    value,
    'int_parsing',
    'Input should be a valid integer, unable to parse string as an integer',
  ]);
const ge = (limit: number, ...values: unknown[]): Row[] =>
  values.map((value) => [
    value,
    'greater_than_equal',
    `Input should be greater than or equal to ${limit}`,
    { ge: limit },
  ]);
const le = (limit: number, ...values: unknown[]): Row[] =>
  values.map((value) => [
    value,
    'less_than_equal',
    `Input should be less than or equal to ${limit}`,
    { le: limit },
  ]);
const words = (expected: string, ...values: unknown[]): Row[] =>
  values.map((value) => [value, 'literal_error', `Input should be ${expected}`, { expected }]);
const short = (limit: number, ...values: unknown[]): Row[] =>
  values.map((value) => [
    value,
    'string_too_short',
    `String should have at least ${limit} character${limit === 1 ? '' : 's'}`,
    { min_length: limit },
  ]);
const long = (limit: number, ...values: unknown[]): Row[] =>
  values.map((value) => [
    value,
    'string_too_long',
    `String should have at most ${limit} characters`,
    { max_length: limit },
  ]);
const pattern = (source: string, ...values: unknown[]): Row[] =>
  values.map((value) => [
    value,
    'string_pattern_mismatch',
    `String should match pattern '${source}'`,
    { pattern: source },
  ]);
const missing: Row = [absent, 'missing', 'Field required'];
const environment = "'sandbox' or 'live'";

type Endpoint = {
  method: 'POST' | 'PATCH';
  path: string;
  valid: Record<string, unknown>;
  fields: Record<string, { bad: Row[]; good?: unknown[] }>;
};

const endpoints: Endpoint[] = [
  {
    method: 'POST',
    path: '/messages',
    valid: { identity_id: 'i', text: 't' },
    fields: {
      identity_id: { bad: [missing, ...string(null, 1, true, [], {})], good: [''] },
      text: {
        bad: [missing, ...string(null, 1, true, [], {}), ...short(1, ''), ...long(3000, emoji.repeat(3001))],
        good: [emoji.repeat(3000), 'e\u0301'],
      },
      buttons: {
        bad: [
          ...array(null, 'x', 1, {}),
          [
            Array(13).fill({}),
            'too_long',
            'List should have at most 12 items after validation, not 13',
            { field_type: 'List', max_length: 12, actual_length: 13 },
          ],
          [[{ text: 'a' }, 1], 'dict_type', 'Input should be a valid dictionary', undefined, [1], 1],
          [[{}], 'missing', 'Field required', undefined, [0, 'text'], {}],
          [
            ['x', { text: '' }],
            'string_too_short',
            'String should have at least 1 character',
            { min_length: 1 },
            [1, 'text'],
            '',
          ],
          [
            ['x'.repeat(65)],
            'string_too_long',
            'String should have at most 64 characters',
            { max_length: 64 },
            [0],
            'x'.repeat(65),
          ],
        ],
        good: [[], ['a', { text: 'b', more: 1 }]],
      },
      keyboard: { bad: words("'reply' or 'inline'", null, 1, true, [], {}, 'Reply') },
      columns: {
        bad: [
          ...integer(null, [], {}),
          ...parsing('x', '', '2.5', '1e0', '0x1', '1,0', '2.', '.0', '1__0', '_1', '- 1', '--1', '٣'),
          [1.5, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
          ...ge(1, 0, -1, false, '-0'),
          ...le(3, 4, '1_000', 2 ** 60, '99999999999999999999'),
          [1e19, 'int_parsing_size', 'Unable to parse input string as an integer, exceeded maximum size'],
        ],
        good: [1, '2', ' 2 ', '+2', '002', '2.0', '2.000', true],
      },
      format: { bad: words("'plain', 'markdown' or 'html'", null, 1, true, [], {}) },
      image: { bad: [...string(null, 1, true, [], {}), ...long(2000, 'x'.repeat(2001))], good: [''] },
      variants: { bad: dictionary(null, 'x', 1, []) },
    },
  },
  {
    method: 'PATCH',
    path: '/profiles/prof_1',
    valid: {},
    fields: {
      status: { bad: string(1, true, [], {}), good: [null, ''] },
      state: {
        bad: [
          ...dictionary('x', 1, [], true),
          ...[1, null, true, {}].map(
            (k): Row => [{ k }, 'string_type', 'Input should be a valid string', undefined, ['k'], k],
          ),
        ],
        good: [null, {}, { constructor: 'x', '7': 'y' }],
      },
      tags: {
        bad: [
          ...array('x', 1, {}, true),
          ...[1, null].map(
            (tag): Row => [['a', tag], 'string_type', 'Input should be a valid string', undefined, [1], tag],
          ),
        ],
        good: [null, []],
      },
      access: { bad: dictionary('x', 1, [], true), good: [null, {}] },
    },
  },
  {
    method: 'POST',
    path: '/events',
    valid: { event_id: 'e', identity_id: 'i', text: 't' },
    fields: {
      event_id: {
        bad: [missing, ...string(null, 1, true, [], {}), ...short(1, ''), ...long(100, emoji.repeat(101))],
      },
      identity_id: { bad: [missing, ...string(null, 1, true, [], {})] },
      text: {
        bad: [missing, ...string(null, 1, true, [], {}), ...short(1, ''), ...long(3000, 'x'.repeat(3001))],
      },
      data: { bad: dictionary(null, 'x', 1, []) },
    },
  },
  {
    method: 'POST',
    path: '/automation-events',
    valid: { event_id: 'abcdefgh', source: 'custom.x' },
    fields: {
      event_id: {
        bad: [
          missing,
          ...string(null, 1, true, [], {}),
          ...short(8, 'a b'),
          ...long(100, 'x'.repeat(101)),
          ...pattern('^[A-Za-z0-9_.:-]+$', 'order 12345', 'order/12345', 'order-12345\n'),
        ],
      },
      source: {
        bad: [
          missing,
          ...string(null, 1, true, [], {}),
          ...pattern(
            '^custom\\.[A-Za-z0-9_.-]{1,60}$',
            'shop.x',
            'custom.',
            'custom.a b',
            `custom.${'x'.repeat(61)}`,
          ),
        ],
      },
      environment: { bad: words(environment, null, 1, true, [], {}, 'prod'), good: ['live'] },
      data: { bad: dictionary(null, 'x', 1, []) },
      identity_id: { bad: string(1, true, [], {}), good: [null] },
    },
  },
  {
    method: 'POST',
    path: '/operations/op/runs',
    valid: {},
    fields: {
      input: { bad: dictionary(null, 'x', 1, []) },
      identity_id: { bad: string(1, true, [], {}), good: [null] },
      environment: { bad: words(environment, null, 'prod') },
    },
  },
  {
    method: 'POST',
    path: '/tables/t/rows',
    valid: { rows: [] },
    fields: {
      rows: {
        bad: [
          missing,
          ...array(null, 'x', 1, {}),
          ...[1, 'x', null, []].map(
            (row): Row => [[{}, row], 'dict_type', 'Input should be a valid dictionary', undefined, [1], row],
          ),
        ],
        good: [[]],
      },
      environment: { bad: words(environment, 'prod', null, 1, '') },
      replace: {
        bad: [
          ...[null, [], {}, 0.5].map((value): Row => [value, 'bool_type', 'Input should be a valid boolean']),
          ...['maybe', '', 2, ' true '].map(
            (value): Row => [
              value,
              'bool_parsing',
              'Input should be a valid boolean, unable to interpret input',
            ],
          ),
        ],
        good: [false, 0, 'OFF', 'f', 'no', 'N', '0'],
      },
      revision: {
        bad: [
          ...integer([], {}),
          ...parsing('x', ''),
          [1.5, 'int_from_float', 'Input should be a valid integer, got a number with a fractional part'],
        ],
        good: [null, 0, '7', true],
      },
    },
  },
  {
    method: 'POST',
    path: '/payments/ord_1/refund',
    valid: {},
    fields: { receipt: { bad: dictionary('x', 1, [], true), good: [null, {}] } },
  },
];

const show = (value: unknown) => (value === absent ? 'absent' : (JSON.stringify(value)?.slice(0, 40) ?? ''));

for (const { method, path, valid, fields } of endpoints) {
  describe(`${method} ${path}`, () => {
    it('accepts the smallest valid body', async () => {
      expect((await send(app, method, path, valid)).statusCode).toBe(200);
    });

    for (const [field, { bad, good = [] }] of Object.entries(fields)) {
      it.each(bad.map((row) => [show(row[0]), row[1], row] as const))(
        `refuses ${field}: %s as %s, with every key of the item as pydantic gives it`,
        async (_name, _type, [value, type, msg, ctx, at = [], input]) => {
          const { [field]: _replaced, ...others } = valid;
          const body = value === absent ? others : { ...valid, [field]: value };
          const shown = value === absent ? body : at.length > 0 ? input : value;
          const isShort = Buffer.byteLength(JSON.stringify(shown)) <= 2048;
          const answer = await send(app, method, path, body);
          expect(answer.statusCode).toBe(422);
          expect(answer.body).toBe(
            JSON.stringify({
              detail: [{ type, loc: ['body', field, ...at], msg, ...(isShort && { input: shown }), ctx }],
            }),
          );
        },
      );
      it.each(good.map((value) => [show(value), value]))(`accepts ${field}: %s`, async (_name, value) => {
        expect((await send(app, method, path, { ...valid, [field]: value })).statusCode).toBe(200);
      });
    }
  });
}

describe('query strings', () => {
  const queries: [path: string, name: string, ...Row][] = [
    ...['offset', 'limit'].flatMap((name) =>
      parsing('abc', '', '1.5', '1e2', 'true').map((row) => ['/tables/t/rows', name, ...row] as never),
    ),
    ...words(environment, 'prod', '', 'Live').map(
      (row) => ['/tables/t/rows', 'environment', ...row] as never,
    ),
    ['/tables/t/rows', 'offset', ...(ge(0, '-1')[0] as Row)],
    ['/tables/t/rows', 'limit', ...(ge(1, '0')[0] as Row)],
    ['/tables/t/rows', 'limit', ...(le(500, '501')[0] as Row)],
    ...parsing('abc', '', '1.5', '1e2', 'true').map((row) => ['/audit', 'after', ...row] as never),
    ['/audit', 'after', ...(ge(0, '-1')[0] as Row)],
    ...parsing('abc', '', '1.5').map((row) => ['/analytics', 'days', ...row] as never),
    ['/analytics', 'days', ...(ge(1, '0')[0] as Row)],
    ['/analytics', 'days', ...(le(90, '91')[0] as Row)],
    ...words(environment, 'LIVE').map((row) => ['/analytics', 'environment', ...row] as never),
  ];
  it.each(queries)(
    'GET %s refuses %s=%s with %s, and shows the text',
    async (path, name, input, type, msg, ctx) => {
      const answer = await app.inject(`${base}${path}?${name}=${input}`);
      expect(answer.statusCode).toBe(422);
      expect(answer.body).toBe(JSON.stringify({ detail: [{ type, loc: ['query', name], msg, input, ctx }] }));
    },
  );

  it.each([
    ['', { environment: 'live', offset: 0, limit: 100 }],
    ['?limit=1_0&offset=%2B5&more=1', { environment: 'live', offset: 5, limit: 10 }],
    ['?limit=7.0&offset=+5', { environment: 'live', offset: 5, limit: 7 }],
    ['?limit=abc&limit=3', { environment: 'live', offset: 0, limit: 3 }],
    ['?offset=99999999999999999999', { environment: 'live', offset: Number.MAX_SAFE_INTEGER, limit: 100 }],
  ])('reads rows%s with numbers, defaults and the last of repeated values', async (query, expected) => {
    expect((await app.inject(`${base}/tables/t/rows${query}`)).json().query).toEqual(expected);
  });

  it('takes an empty value of a string parameter as that string', async () => {
    const { query } = (await app.inject(`${base}/analytics?channel_id=`)).json();
    expect(query).toEqual({ days: 30, environment: 'live', channel_id: '' });
  });

  it('refuses a digit string too long for CPython', async () => {
    const answer = await app.inject(`${base}/audit?after=${'1'.repeat(4301)}`);
    expect(answer.json().detail[0]).toEqual({
      type: 'int_parsing_size',
      loc: ['query', 'after'],
      msg: 'Unable to parse input string as an integer, exceeded maximum size',
    });
  });
});

describe('Idempotency-Key', () => {
  const post = (headers: Record<string, string | string[]>) =>
    app.inject({ method: 'POST', url: `${base}/payments/o/refund`, headers, payload: {} });

  it.each([
    [{}, 'missing', 'Field required', null, undefined],
    [
      { 'idempotency-key': '' },
      'string_too_short',
      'String should have at least 8 characters',
      '',
      { min_length: 8 },
    ],
    [
      { 'idempotency-key': 'abcdefg' },
      'string_too_short',
      'String should have at least 8 characters',
      'abcdefg',
      { min_length: 8 },
    ],
    [
      { 'idempotency-key': 'x'.repeat(101) },
      'string_too_long',
      'String should have at most 100 characters',
      'x'.repeat(101),
      { max_length: 100 },
    ],
  ])('refuses the headers %j as %s', async (headers, type, msg, input, ctx) => {
    const answer = await post(headers as Record<string, string>);
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toBe(
      JSON.stringify({ detail: [{ type, loc: ['header', 'idempotency-key'], msg, input, ctx }] }),
    );
  });

  it('is given to the handler, and may hold a comma', async () => {
    expect((await post({ 'idempotency-key': 'abc, defgh' })).json().headers['idempotency-key']).toBe(
      'abc, defgh',
    );
  });
});
