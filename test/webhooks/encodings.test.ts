import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCharsets } from '../fixtures/charsets.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { type MadeReceiver, makeReceiver } from './sender.ts';

let server: TestServer;
let project: TestProject;
let receiver: MadeReceiver;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  receiver = await makeReceiver(server, project.id, { verification: { type: 'none' } });
});
afterAll(() => server?.close());

const post = (raw: string | Buffer, type: string): Promise<Answer> =>
  server.call('POST', new URL(receiver.url).pathname, { raw, headers: { 'content-type': type } });

/** The body as flows get it. */
async function bodyOf(raw: string | Buffer, type: string): Promise<unknown> {
  const { status, text, body } = await post(raw, type);
  if (status !== 202) throw new Error(`${status} ${text}`);
  const { rows } = await server.server.parts.database.query<any>(
    `SELECT payload -> 'body' AS body FROM dialog.tasks WHERE kind = 'webhook_in' ORDER BY seq DESC LIMIT 1`,
  );
  expect(body.event_id).toMatch(/^evt_/);
  return rows[0].body;
}

const form = 'application/x-www-form-urlencoded';
const percent = (bytes: Buffer) => bytes.toString('hex').replace(/../g, '%$&');
const multipart = 'multipart/form-data; boundary=b0undary';
const parts = (...fields: [name: string, value: Buffer | string, type?: string][]) =>
  Buffer.concat([
    ...fields.flatMap(([name, value, type]) => [
      Buffer.from(
        `--b0undary\r\nContent-Disposition: form-data; name="${name}"\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
    Buffer.from('--b0undary--\r\n'),
  ]);
const ofBytes = inCharsets.filter(([charset]) => !charset.startsWith('utf-16'));

describe('a call in a charset that it names is read', () => {
  it.each(ofBytes)('as a form in %s: %s', async (charset, text, bytes) => {
    expect(await bodyOf(`name=${percent(bytes)}&n=1`, `${form}; charset=${charset}`)).toEqual({
      name: text,
      n: '1',
    });
    const raw = Buffer.concat([Buffer.from('name='), bytes]);
    // A few scripts have bytes that are signs of a form.
    if (!/[&+%=]/.test(bytes.toString('latin1')))
      expect(await bodyOf(raw, `${form}; charset="${charset.toUpperCase()}"`)).toEqual({ name: text });
  });

  it.each(inCharsets)('as a part of a multipart form in %s: %s', async (charset, text, bytes) => {
    const raw = parts(['name', bytes, `text/plain; charset=${charset}`], ['other', 'ж']);
    expect(await bodyOf(raw, multipart)).toEqual({ name: text, other: 'ж' });
  });

  it('as a form in UTF-16', async () => {
    const raw = Buffer.from('name=Её&n=%31', 'utf16le');
    expect(await bodyOf(raw, `${form}; charset=utf-16le`)).toEqual({ name: 'Её', n: '1' });
    expect(await bodyOf(Buffer.from(`\ufeff${raw.toString('utf16le')}`, 'utf16le'), form)).toEqual({
      name: 'Её',
      n: '1',
    });
  });

  it('as JSON that is not in UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"'), Buffer.from('cff0e8', 'hex'), Buffer.from('"}')]);
    expect(await bodyOf(bytes, 'application/json; charset=windows-1251')).toEqual({ name: 'При' });
    expect(await bodyOf(Buffer.from('\ufeff{"name":"При"}', 'utf16le'), 'application/json')).toEqual({
      name: 'При',
    });
  });

  it('as text/json, and as any type of JSON', async () => {
    expect(await bodyOf('{"a":1}', 'text/json')).toEqual({ a: 1 });
    expect(await bodyOf('{"a":1}', 'Application/CloudEvents+JSON; charset=utf-8')).toEqual({ a: 1 });
  });
});

describe('a form that is not in UTF-8 may name its charset', () => {
  it.each(['_charset_', 'charset'])('in the field %s', async (name) => {
    const expected = { who: 'José', [name]: 'windows-1252' };
    expect(await bodyOf(`who=Jos%E9&${name}=windows-1252`, form)).toEqual(expected);
    const raw = parts(['who', Buffer.from('José', 'latin1')], [name, 'windows-1252']);
    expect(await bodyOf(raw, multipart)).toEqual(expected);
  });

  it('but a form in UTF-8 may have a field of that name, with anything in it', async () => {
    expect(await bodyOf('who=Jos%C3%A9&charset=koi8-r', form)).toEqual({ who: 'José', charset: 'koi8-r' });
  });
});

it('a charset that nobody knows is none, and a form that names it may be in UTF-8', async () => {
  expect(await bodyOf('name=%D0%96', `${form}; charset=utf8mb4`)).toEqual({ name: 'Ж' });
  expect(await bodyOf(parts(['name', 'Ж', 'text/plain; charset=binary']), multipart)).toEqual({ name: 'Ж' });
  expect(await bodyOf('name=%D0%96', `${form}; charset=us-ascii`)).toEqual({ name: 'Ж' });
});

it('bytes that would be a mark in another charset are letters in a field', async () => {
  const raw = parts(['name', Buffer.from('fefeeae0', 'hex'), 'text/plain; charset=windows-1251']);
  expect(await bodyOf(raw, multipart)).toEqual({ name: 'ююка' });
  expect(await bodyOf('name=%FE%FF%EA%E0', `${form}; charset=windows-1251`)).toEqual({ name: 'юяка' });
});

it('a form of a million fields is refused before they are read', async () => {
  const { status, body } = await post('a&'.repeat(524_000), `${form}; charset=windows-1251`);
  expect([status, body.detail[0].msg]).toEqual([422, 'Value error, a form has at most 1000 fields']);
  const many = await post(
    parts(...Array.from({ length: 1100 }, () => ['a', 'b'] as [string, string])),
    multipart,
  );
  expect([many.status, many.body.detail[0].msg]).toEqual([
    422,
    'Value error, a form has at most 1000 fields',
  ]);
});

describe('a byte order mark is never a part of the text', () => {
  it.each([
    ['JSON', '\ufeff{"name":"Ann"}', 'application/json'],
    ['a form', '\ufeffname=Ann', form],
    ['a form in percents', '%EF%BB%BFname=%EF%BB%BFAnn', form],
    ['a part', parts(['name', '\ufeffAnn']), multipart],
  ])('in %s', async (_what, raw, type) => {
    expect(await bodyOf(raw, type)).toEqual({ name: 'Ann' });
  });
});

describe('a call that cannot be decoded is a 400 that says why', () => {
  it.each([
    ['a form', 'name=%FF', form, 'is not in utf-8'],
    ['a form of another charset', 'name=%FF', `${form}; charset=euc-kr`, 'is not in euc-kr'],
    ['a form of no charset', 'name=%FF', `${form}; charset=klingon`, 'is not in utf-8'],
    ['a form that names none', 'name=%FF&_charset_=klingon', form, 'names a charset that is not known'],
    ['a part', parts(['name', Buffer.from([0xff])]), multipart, 'is not in utf-8'],
  ])('%s', async (_what, raw, type, words) => {
    const { status, body } = await post(raw, type);
    expect([status, body.code]).toEqual([400, 'body_unreadable']);
    expect(body.detail).toContain(words);
  });

  it('also as JSON', async () => {
    const { status, body } = await post(Buffer.from('{"a":"\xff"}', 'latin1'), 'application/json');
    expect([status, body.code]).toEqual([400, 'body_unreadable']);
  });
});

it.each(['text/plain', 'text/plain; charset=utf-8', 'application/xml', 'nonsense'])(
  'a call as %s is a 415 that names it',
  async (type) => {
    const { status, body } = await post('{}', type);
    expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    expect(body.detail).toContain(`came as "${type.split(';')[0]}"`);
  },
);

it('a name of a field is as browsers write it', async () => {
  expect(await bodyOf(parts(['a%22b', '1'], ['ж', '2']), multipart)).toEqual({ 'a"b': '1', ж: '2' });
});
