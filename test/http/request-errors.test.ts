import { afterAll, describe, expect, it } from 'vitest';
import { unstorableItems } from '../../src/dialog/http/unstorable-items.ts';
import { base, key, projectApi, schemas, send } from './project-api.ts';

const app = await projectApi();
afterAll(() => app.close());

const url = `${base}/messages`;
const json = { ...key, 'content-type': 'application/json' };
const post = (payload: string | Buffer, headers: Record<string, string | string[]> = json) =>
  app.inject({ method: 'POST', url, headers, payload });

const notAnObject = 'Input should be a valid dictionary or object to extract fields from';
const missingBody = { type: 'missing', loc: ['body'], msg: 'Field required', input: null };
const unreadable = { detail: 'There was an error parsing the body', code: 'body_unreadable' };
const valid = '{"identity_id":"i","text":"t"}';

describe('the body of a request as a whole', () => {
  it.each([
    ['no bytes', '', json],
    ['no bytes of another type', '', { ...key, 'content-type': 'text/plain' }],
    ['null', ' null ', json],
  ])('is missing when it is %s', async (_name, body, headers) => {
    const answer = await post(body, headers);
    expect([answer.statusCode, answer.json()]).toEqual([422, { detail: [missingBody] }]);
  });

  it('is missing without a content type and a length, and where every field is optional', async () => {
    const answer = await app.inject({ method: 'PATCH', url: `${base}/profiles/x` });
    expect(answer.json()).toEqual({ detail: [missingBody] });
  });

  it.each(['[]', '[{}]', '"str"', '1', 'true'])('must be an object, not %s', async (body) => {
    const input = JSON.parse(body);
    const answer = await post(body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      detail: [{ type: 'model_attributes_type', loc: ['body'], msg: notAnObject, input }],
    });
  });

  it('must be an object where its members are free', async () => {
    const answer = await send(app, 'POST', '/published/v1', '[]');
    expect(answer.json()).toEqual({
      detail: [{ type: 'dict_type', loc: ['body'], msg: 'Input should be a valid dictionary', input: [] }],
    });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'junk',
    'a b/c',
    'application/jsonx',
  ])('of content type %s is its own text', async (type) => {
    const answer = await post(valid, { ...key, 'content-type': type });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({
      detail: [{ type: 'model_attributes_type', loc: ['body'], msg: notAnObject, input: valid }],
    });
  });

  it.each(['application/json; charset=latin-1', 'Application/JSON', 'application/vnd.api+json', ''])(
    'of content type "%s" is JSON in UTF-8',
    async (type) => {
      const answer = await post('{"identity_id":"i","text":"é😀"}', { ...key, 'content-type': type });
      expect([answer.statusCode, answer.json().body?.text]).toEqual([200, 'é😀']);
    },
  );

  it('without a content type is JSON', async () => {
    const answer = await app.inject({ method: 'POST', url, headers: key, payload: Buffer.from(valid) });
    expect(answer.statusCode).toBe(200);
  });

  it('may begin with a byte order mark', async () => {
    expect((await post(`\ufeff${valid}`)).statusCode).toBe(200);
    expect((await post('\ufeff{')).json().detail[0].loc).toEqual(['body', 1]);
  });

  it('takes the last of equal names and ignores unknown ones', async () => {
    const answer = await post('{"text":"a","identity_id":"i","text":"b","more":1}');
    expect(answer.json().body).toMatchObject({ text: 'b' });
    expect(answer.json().body).not.toHaveProperty('more');
  });

  it('may contain __proto__ without changing any prototype', async () => {
    const body = '{"__proto__":{"text":"x"},"identity_id":"i","text":"t","variants":{"__proto__":{"a":1}}}';
    const answer = await post(body);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('"variants":{"__proto__":{"a":1}}');
    expect(({} as { a?: number }).a).toBeUndefined();
    expect((await post('{"__proto__":{"text":"x","identity_id":"i"}}')).json().detail).toHaveLength(2);
  });

  it('is ignored, even if it is malformed, by a route that declares none', async () => {
    const answer = await app.inject({ method: 'GET', url: `${base}/audit`, headers: json, payload: '{' });
    expect(answer.statusCode).toBe(200);
  });
});

describe('malformed JSON', () => {
  it('is the only error reported, with its place in code points', async () => {
    const answer = await post('{"😀" 1}', { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(422);
    expect(answer.body).toBe(
      '{"detail":[{"type":"json_invalid","loc":["body",5],"msg":"JSON decode error","input":{},' +
        '"ctx":{"error":"Expecting \':\' delimiter"}}]}',
    );
  });

  it('that is only white space is reported as missing a value at its end', async () => {
    expect((await post(' ')).json().detail[0]).toMatchObject({
      loc: ['body', 1],
      ctx: { error: 'Expecting value' },
    });
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['half a surrogate pair in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['501 levels', `${'['.repeat(501)}${']'.repeat(501)}`],
    ['501 levels of objects', `${'{"]":'.repeat(501)}1${'}'.repeat(501)}`],
    ['a million open levels', '['.repeat(1_000_000)],
  ])('is a 400 for %s', async (_name, body) => {
    const answer = await post(body);
    expect([answer.statusCode, answer.json()]).toEqual([400, unreadable]);
  });

  it('may be 500 levels deep', async () => {
    const body = `{"identity_id":"i","text":"t","variants":${'{"[":'.repeat(499)}1${'}'.repeat(499)}}`;
    expect((await post(body)).statusCode).toBe(200);
    const brackets = `{"identity_id":"i","text":"\\"${'['.repeat(900)}","variants":{}}`;
    expect((await post(brackets)).statusCode).toBe(200);
  });
});

describe('an answer with all errors of a request', () => {
  it('lists the header, then the body in the order of declaration', async () => {
    const body = '{"columns":9,"buttons":["a",1,null],"text":"","identity_id":7}';
    const answer = await post(body, { 'idempotency-key': 'x' });
    expect(answer.json().detail.map((item: { type: string; loc: unknown }) => [item.type, item.loc])).toEqual(
      [
        ['string_too_short', ['header', 'idempotency-key']],
        ['string_type', ['body', 'identity_id']],
        ['string_too_short', ['body', 'text']],
        ['dict_type', ['body', 'buttons', 1]],
        ['dict_type', ['body', 'buttons', 2]],
        ['less_than_equal', ['body', 'columns']],
      ],
    );
  });

  it('begins with path and query', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `${base}/published/vx?limit=0&offset=a`,
      payload: '1',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.json().detail.map((item: { loc: unknown }) => item.loc)).toEqual([
      ['path', 'version'],
      ['query', 'offset'],
      ['query', 'limit'],
      ['header', 'idempotency-key'],
      ['body'],
    ]);
  });

  it('is not needed if all parts are valid: handlers get the parsed values', async () => {
    const answer = await send(app, 'POST', '/published/v1.0?limit=5&more=1', { a: [1.5] });
    expect(answer.json()).toMatchObject({
      version: 1,
      query: { environment: 'live', offset: 0, limit: 5 },
      headers: key,
      body: { a: [1.5] },
    });
  });

  it('has one error for a list that is too long, instead of errors of its items', async () => {
    const rows = Array(5001).fill(1);
    const answer = await send(app, 'POST', '/tables/t/rows', { rows });
    expect(answer.json().detail).toEqual([
      {
        type: 'too_long',
        loc: ['body', 'rows'],
        msg: 'List should have at most 5000 items after validation, not 5001',
        ctx: { field_type: 'List', max_length: 5000, actual_length: 5001 },
      },
    ]);
  });

  it('has at most 100 items, however many values are wrong, and is made quickly', async () => {
    const before = process.cpuUsage();
    const tags = `{"tags":[${'1,'.repeat(400_000)}1]}`;
    const { detail } = (await send(app, 'PATCH', '/profiles/x', tags)).json();
    expect(detail).toHaveLength(100);
    expect(detail[99].loc).toEqual(['body', 'tags', 99]);
    const state = { state: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n])) };
    expect((await send(app, 'PATCH', '/profiles/x', state)).json().detail).toHaveLength(100);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000); // an issue for every value would take minutes
  });

  it('names the only wrong item of a long list', async () => {
    const { detail } = (
      await send(app, 'PATCH', '/profiles/x', { tags: [...Array(5000).fill('t'), 1] })
    ).json();
    expect(detail).toMatchObject([{ loc: ['body', 'tags', 5000], input: 1 }]);
  });

  it('repeats input up to 2 KiB of JSON, including the parent object', async () => {
    const fits = { text: 'é'.repeat((2048 - '{"text":""}'.length - 1) / 2) };
    expect((await send(app, 'POST', '/messages', fits)).json().detail[0].input).toEqual(fits);
    const { detail } = (await send(app, 'POST', '/messages', { text: `${fits.text}é` })).json();
    expect(detail).toEqual([{ type: 'missing', loc: ['body', 'identity_id'], msg: 'Field required' }]);
  });
});

describe('a rule over several fields', () => {
  const rule = (input: unknown) => ({
    type: 'value_error',
    loc: ['body'],
    msg: 'Value error, revision is required when replace is true',
    input,
    ctx: { error: {} },
  });

  it.each([
    { rows: [{}], replace: true },
    { rows: [{}], replace: 'yes', revision: null },
  ])('checks the parsed values of %j and shows the body as it was sent', async (body) => {
    expect((await send(app, 'POST', '/tables/t/rows', body)).json()).toEqual({ detail: [rule(body)] });
  });

  it('is checked only if every field of the body is valid', async () => {
    const { detail } = (await send(app, 'POST', '/tables/t/rows', { rows: [1], replace: true })).json();
    expect(detail).toMatchObject([{ loc: ['body', 'rows', 0] }]);
  });

  it('is reported together with a wrong header', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: `${base}/tables/t/rows`,
      payload: { rows: [], replace: true },
    });
    expect(answer.json().detail).toMatchObject([{ type: 'missing' }, rule({ rows: [], replace: true })]);
  });
});

describe('characters that Postgres cannot store', () => {
  const msg = 'Value error, a NUL character or half a surrogate pair cannot be stored';

  it.each(['\\u0000', '\\ud800', '\\udc00x', '\\udc00\\ud800', '\\uD83D\\u0041'])(
    'are refused at the field that contains %s',
    async (escaped) => {
      const answer = await post(`{"identity_id":"i","text":"a${escaped}"}`);
      expect(answer.statusCode).toBe(422);
      expect(answer.json().detail).toEqual([
        {
          type: 'value_error',
          loc: ['body', 'text'],
          msg,
          input: JSON.parse(`"a${escaped}"`),
          ctx: { error: {} },
        },
      ]);
    },
  );

  it('are found in nested values and names, in the order of the other errors', async () => {
    const body =
      '{"variants":{"a":[1,{"b":"\\u0000"}],"c\\u0000":1},"columns":0,"identity_id":"\\u0000","text":"t"}';
    const { detail } = (await post(body)).json();
    expect(detail.map((item: { loc: unknown }) => item.loc)).toEqual([
      ['body', 'identity_id'],
      ['body', 'columns'],
      ['body', 'variants', 'a', 1, 'b'],
      ['body', 'variants', 'c\u0000'],
    ]);
  });

  it('are shown at the beginnings of long names, and add no second error within a long name that has failed', async () => {
    const name = 'n'.repeat(1000);
    const shown = `${'n'.repeat(199)}…`;
    const { detail } = (
      await send(app, 'POST', '/tables/t/rows', `{"rows":[{"${name}":["\\u0000"]}],"replace":false}`)
    ).json();
    expect(detail).toMatchObject([{ loc: ['body', 'rows', 0, shown, 0] }]);
    const state = await send(app, 'PATCH', '/profiles/x', `{"state":{"${name}":["\\u0000"]}}`);
    expect(state.json().detail).toMatchObject([{ type: 'string_type', loc: ['body', 'state', shown] }]);
  });

  it('make a hundred items at most, and nothing behind them is read', () => {
    let read = 0;
    const strings = new Proxy(
      Array.from({ length: 5000 }, () => '\0'),
      {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d/.test(key)) read++;
          return Reflect.get(target, key);
        },
      },
    );
    expect(unstorableItems({ a: [strings], b: strings }, 'body')).toHaveLength(100);
    expect(read).toBe(100);
  });

  it('add no second error to a wrong value, and skip rules over several fields', async () => {
    expect((await post('{"identity_id":"i","text":"t","image":["\\u0000"]}')).json().detail).toMatchObject([
      { type: 'string_type', loc: ['body', 'image'] },
    ]);
    const rows = await send(app, 'POST', '/tables/t/rows', '{"rows":[{"a":"\\u0000"}],"replace":true}');
    expect(rows.json().detail).toMatchObject([{ loc: ['body', 'rows', 0, 'a'] }]);
  });

  it('are ignored in an unknown field, and whole pairs and escaped backslashes are accepted', async () => {
    expect((await post('{"identity_id":"i","text":"t","more":"\\u0000"}')).statusCode).toBe(200);
    const answer = await post('{"identity_id":"\\\\u0000","text":"\\ud83d\\ude00"}');
    expect(answer.json().body).toMatchObject({ identity_id: '\\u0000', text: '😀' });
  });

  it('are refused in a query, but not in a path', async () => {
    const { detail } = (await app.inject(`${base}/analytics?channel_id=a%00&days=0&x=%00`)).json();
    expect(detail).toMatchObject([
      { type: 'greater_than_equal', loc: ['query', 'days'] },
      { type: 'value_error', loc: ['query', 'channel_id'], msg, input: 'a\u0000' },
    ]);
    expect((await app.inject(`${base}/profiles/a%00b`)).statusCode).toBe(200);
  });
});

it('the first value of a repeated header counts', async () => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': ['first-key', 'second-key'] };
  expect((await post(valid, headers)).json().headers['idempotency-key']).toBe('first-key');
  const tooShort = { ...headers, 'idempotency-key': ['abc', 'defgh'] };
  expect((await post(valid, tooShort)).json().detail).toMatchObject([{ input: 'abc' }]);
});

it('the types of handlers are inferred from the schemas', () => {
  const { columns, keyboard, buttons, variants } = schemas.message.parse({ identity_id: 'i', text: 't' });
  const typed: [number, 'reply' | 'inline', (string | { text: string })[], Record<string, unknown>] = [
    columns,
    keyboard,
    buttons,
    variants,
  ];
  expect(typed).toEqual([1, 'reply', [], {}]);
});
