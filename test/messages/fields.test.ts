import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { closeScenes, makeScene, type Scene } from './scene.ts';

let server: TestServer;
let project: TestProject;
let scene: Scene;
let webhookId: string;
let webchatId: string;
let telegramId: string;

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  scene = await makeScene(server, project);
  webhookId = await scene.identity('anna');
  const sandbox = async (type: string) => {
    const channel = await server.make('POST', `/projects/${project.id}/channels`, { type, name: type });
    return (await server.makeIdentity(project.id, channel.id)).id;
  };
  webchatId = await sandbox('webchat');
  telegramId = await sandbox('telegram');
});

afterAll(async () => {
  await server?.close();
  await closeScenes();
});

/** @param fields as JSON text where the text matters, otherwise as a value. */
function post(fields: Record<string, unknown> | string): Promise<Answer> {
  return server.call('POST', `/api/v1/projects/${project.id}/messages`, {
    key: project.key,
    raw: typeof fields === 'string' ? fields : JSON.stringify(fields),
    headers: { 'idempotency-key': randomUUID() },
  });
}

/** Sends it to the live webhook channel and answers with what arrived there. */
async function deliver(fields: Record<string, unknown>): Promise<any> {
  const answer = await post({ identity_id: webhookId, text: 'Hello', ...fields });
  expect(answer.body).toEqual({ message_id: expect.stringMatching(/^msg_/), status: 'queued' });
  expect(answer.status).toBe(202);
  const { message_id: id } = answer.body;
  return (await until(() => scene.receiver.received.find((received) => received.id === id))).body;
}

const base = () => ({ identity_id: webchatId, text: 'Hello' });
const faults = ({ status, body }: Answer) => [
  status,
  ...(Array.isArray(body.detail) ? body.detail : []).map((item: any) => [
    item.loc.slice(1).join('.'),
    item.type,
  ]),
];

describe('a field of a message that is left out', () => {
  it('gets its declared default', async () => {
    expect(await deliver({})).toMatchObject({
      text: 'Hello',
      buttons: [],
      keyboard: 'reply',
      columns: 1,
      format: 'plain',
      image: '',
    });
  });

  it('is reported if it is required, all in one answer', async () => {
    expect(faults(await post({}))).toEqual([422, ['identity_id', 'missing'], ['text', 'missing']]);
  });
});

describe('a field of a message', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['text of one character', { text: '.' }, { text: '.' }],
    ['text of white space', { text: ' \n\t' }, { text: ' \n\t' }],
    ['text of 3000 emoji', { text: '😀'.repeat(3000) }, { text: '😀'.repeat(3000) }],
    [
      'text with every kind of character',
      { text: '"\\/\b\u2028é漢👩‍👩‍👧‍👦\u007f\ufeff' },
      { text: '"\\/\b\u2028é漢👩‍👩‍👧‍👦\u007f\ufeff' },
    ],
    ['a button as a string', { buttons: ['Yes'] }, { buttons: [{ text: 'Yes' }] }],
    [
      'a button with everything',
      {
        buttons: [
          { text: 'Go', id: 'go', url: 'https://example.org/?a=b#c', payload: { deep: [null, 1.5] } },
        ],
      },
      {
        buttons: [
          { text: 'Go', id: 'go', url: 'https://example.org/?a=b#c', payload: { deep: [null, 1.5] } },
        ],
      },
    ],
    [
      'a payload of null',
      { buttons: [{ text: 'x', payload: null }] },
      { buttons: [{ text: 'x', payload: null }] },
    ],
    [
      'a field that a button does not have',
      { buttons: [{ text: 'x', colour: 'red' }] },
      { buttons: [{ text: 'x' }] },
    ],
    ['twelve buttons', { buttons: Array(12).fill('b') }, { buttons: Array(12).fill({ text: 'b' }) }],
    ['a button of 64 emoji', { buttons: ['😀'.repeat(64)] }, { buttons: [{ text: '😀'.repeat(64) }] }],
    [
      'an http button',
      { buttons: [{ text: 'x', url: 'http://a.b' }] },
      { buttons: [{ text: 'x', url: 'http://a.b' }] },
    ],
    ['keyboard', { keyboard: 'inline' }, { keyboard: 'inline' }],
    ['columns', { columns: 3 }, { columns: 3 }],
    ['columns in a string, as pydantic takes it', { columns: '2' }, { columns: 2 }],
    ['columns as true, as pydantic takes it', { columns: true }, { columns: 1 }],
    ['format', { format: 'markdown' }, { format: 'markdown' }],
    ['image', { image: `https://a.b/${'x'.repeat(1988)}` }, { image: `https://a.b/${'x'.repeat(1988)}` }],
    ['unknown fields, which are ignored', { priority: 1, id: 'mine', type: 'spam' }, { type: 'message' }],
    [
      'a variant for this type of channel, field by field',
      {
        text: 'common',
        image: 'https://a.b/common.png',
        buttons: ['common'],
        variants: { webhook: { text: 'special', buttons: [{ text: 'own' }], format: 'html' } },
      },
      { text: 'special', image: 'https://a.b/common.png', buttons: [{ text: 'own' }], format: 'html' },
    ],
    [
      'variants for other types, known or not, which are not for this one',
      { text: 'common', variants: { telegram: { text: 'no' }, webchat: { text: 'no' }, smoke: { text: 7 } } },
      { text: 'common' },
    ],
    ['an empty variant', { text: 'common', variants: { webhook: {} } }, { text: 'common' }],
    [
      'a variant that takes the buttons away',
      { buttons: ['a'], variants: { webhook: { buttons: [] } } },
      { buttons: [] },
    ],
  ])('arrives as it was sent: %s', async (_name, fields, expected) => {
    const arrived = await deliver(fields);
    expect(arrived).toMatchObject(expected);
    // Neither variants nor unknown fields are sent.
    expect(Object.keys(arrived).sort()).toEqual(
      [
        'buttons',
        'columns',
        'created_at',
        'external_id',
        'format',
        'identity_id',
        'image',
        'keyboard',
        'message_id',
        'text',
        'type',
      ].sort(),
    );
  });

  it.each<[string, unknown, string, string]>([
    ['text', null, 'text', 'string_type'],
    ['text', 7, 'text', 'string_type'],
    ['text', '', 'text', 'string_too_short'],
    ['text', '😀'.repeat(3001), 'text', 'string_too_long'],
    ['text', 'a\0b', 'text', 'value_error'],
    ['identity_id', null, 'identity_id', 'string_type'],
    ['identity_id', 7, 'identity_id', 'string_type'],
    ['identity_id', 'idn_\0', 'identity_id', 'value_error'],
    ['buttons', null, 'buttons', 'list_type'],
    ['buttons', 'Yes', 'buttons', 'list_type'],
    ['buttons', { text: 'Yes' }, 'buttons', 'list_type'],
    ['buttons', Array(13).fill('b'), 'buttons', 'too_long'],
    ['buttons', ['ok', ''], 'buttons.1', 'string_too_short'],
    ['buttons', ['x'.repeat(65)], 'buttons.0', 'string_too_long'],
    ['buttons', [{}], 'buttons.0.text', 'missing'],
    ['buttons', [{ text: 7 }], 'buttons.0.text', 'string_type'],
    ['buttons', [{ text: '' }], 'buttons.0.text', 'string_too_short'],
    ['buttons', [{ text: 'a', url: 'javascript:alert(1)' }], 'buttons.0.url', 'value_error'],
    ['buttons', [{ text: 'a', url: 'example.org' }], 'buttons.0.url', 'value_error'],
    ['buttons', [{ text: 'a', url: 'https://example.org/\n' }], 'buttons.0.url', 'value_error'],
    ['buttons', [{ text: 'a', url: '' }], 'buttons.0.url', 'value_error'],
    ['buttons', [{ text: 'a', url: 7 }], 'buttons.0.url', 'string_type'],
    ['buttons', [{ text: 'a', url: `https://a.b/${'x'.repeat(2000)}` }], 'buttons.0.url', 'string_too_long'],
    ['buttons', [{ text: 'a', id: '' }], 'buttons.0.id', 'string_too_short'],
    ['buttons', [{ text: 'a', payload: { deep: ['\0'] } }], 'buttons.0.payload.deep.0', 'value_error'],
    ['keyboard', 'none', 'keyboard', 'literal_error'],
    ['keyboard', null, 'keyboard', 'literal_error'],
    ['columns', 0, 'columns', 'greater_than_equal'],
    ['columns', 4, 'columns', 'less_than_equal'],
    ['columns', 1.5, 'columns', 'int_from_float'],
    ['columns', 'many', 'columns', 'int_parsing'],
    ['columns', null, 'columns', 'int_type'],
    ['format', 'HTML', 'format', 'literal_error'],
    ['image', 'x'.repeat(2001), 'image', 'string_too_long'],
    ['image', null, 'image', 'string_type'],
    ['image', 'a\0', 'image', 'value_error'],
    ['variants', null, 'variants', 'dict_type'],
    ['variants', [], 'variants', 'dict_type'],
    ['variants', { webhook: { text: '' } }, 'variants.webhook.text', 'string_too_short'],
    [
      'variants',
      { telegram: { buttons: [{ text: 'x', url: 'ftp://a' }] } },
      'variants.telegram.buttons.0.url',
      'value_error',
    ],
    ['variants', { webchat: { format: 'x' } }, 'variants.webchat.format', 'literal_error'],
    ['variants', { other: { text: '\0' } }, 'variants.other.text', 'value_error'],
  ])('is refused at its place: %s %j', async (field, value, place, type) => {
    expect(faults(await post({ ...base(), [field]: value }))).toEqual([422, [place, type]]);
  });

  it.each([
    ['text', '"\\ud800"'],
    ['text', '"a\\udc00b"'],
    ['text', '"\\ude00\\ud83d"'],
    ['text', '"\\u0000"'],
    ['image', '"\\ud83d"'],
  ])('is refused with half a surrogate pair or NUL, however it is escaped: %s %s', async (field, json) => {
    const rest = field === 'text' ? '' : '"text":"a",';
    const answer = await post(`{"identity_id":"${webchatId}",${rest}"${field}":${json}}`);
    expect(faults(answer)).toEqual([422, [field, 'value_error']]);
  });

  it('may have a surrogate pair whose halves are both escaped', async () => {
    const answer = await post(`{"identity_id":"${webhookId}","text":"pair \\ud83d\\ude00"}`);
    expect(answer.status).toBe(202);
    await until(() => scene.texts('anna').includes('pair 😀'));
  });

  it('gets at most 100 errors at once', async () => {
    const variants = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`v${i}`, '\0']));
    const answer = await post({ ...base(), variants });
    expect([answer.status, answer.body.detail.length]).toEqual([422, 100]);
  });

  it('is not repeated in the error if it is over 2 KiB', async () => {
    const long = await post({ ...base(), text: 'x'.repeat(3001) });
    expect(long.body.detail[0]).not.toHaveProperty('input');
    const short = await post({ ...base(), keyboard: 'none' });
    expect(short.body.detail[0].input).toBe('none');
  });
});

describe('an identity that the project does not have', () => {
  it.each([
    '',
    'x',
    'idn_',
    'idn_00000000000000000000000000',
    'prof_01m7w6xcejevjsjvszn2j3kxdt',
    'é'.repeat(30),
  ])('is a 404, never a 500: %j', async (id) => {
    const answer = await post({ identity_id: id, text: 'Hello' });
    expect([answer.status, answer.body.code]).toEqual([404, 'identity_not_found']);
  });
});

describe('the length limit of a channel', () => {
  const units = (count: number) => '😀'.repeat(count >> 1) + 'x'.repeat(count & 1);

  it('is checked when the message is accepted: Telegram counts UTF-16 units', async () => {
    expect((await post({ identity_id: telegramId, text: units(4096) })).status).toBe(202);
    const refused = await post({ identity_id: telegramId, text: units(4097) });
    expect(faults(refused)).toEqual([422, ['text', 'value_error']]);
    expect(refused.body.detail[0].msg).toMatch(/^Value error, .*4096.*4097/);
    expect((await post({ identity_id: telegramId, text: units(6000) })).status).toBe(422);
    for (const id of [webchatId, webhookId]) {
      expect((await post({ identity_id: id, text: units(6000) })).status).toBe(202);
    }
  });

  it('is checked on the content for that channel', async () => {
    const shorter = { identity_id: telegramId, text: units(6000), variants: { telegram: { text: 'short' } } };
    expect((await post(shorter)).status).toBe(202);
    const longer = { identity_id: telegramId, text: 'short', variants: { telegram: { text: units(6000) } } };
    expect(faults(await post(longer))).toEqual([422, ['variants.telegram.text', 'value_error']]);
    // For a customer of another channel Telegram's limits do not matter.
    expect((await post({ ...longer, identity_id: webchatId })).status).toBe(202);
  });
});

describe('any request to send a message', () => {
  const field = <T>(valid: fc.Arbitrary<T>) =>
    fc.option(
      fc.oneof(
        { weight: 4, arbitrary: valid as fc.Arbitrary<unknown> },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      {
        nil: undefined,
        freq: 4,
      },
    );
  const string = fc.string({ unit: 'binary', maxLength: 40 });
  const wild = fc.string({ maxLength: 20 }).map((text) => `${text}\ud800\0`);
  const button = fc.oneof(
    string,
    fc.record(
      { text: string, id: string, url: fc.webUrl(), payload: fc.jsonValue() },
      { requiredKeys: ['text'] },
    ),
  );
  const variant = fc.record(
    { text: string, buttons: fc.array(button, { maxLength: 3 }), image: string },
    { requiredKeys: [] },
  );
  const body = (identityIds: string[]) =>
    fc.record(
      {
        identity_id: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom(...identityIds) },
          { weight: 1, arbitrary: string },
        ),
        text: fc.oneof({ weight: 9, arbitrary: string }, { weight: 1, arbitrary: wild }),
        buttons: field(fc.array(button, { maxLength: 13 })),
        keyboard: field(fc.constantFrom('reply', 'inline')),
        columns: field(fc.integer({ min: 0, max: 4 })),
        format: field(fc.constantFrom('plain', 'html')),
        image: field(fc.webUrl()),
        variants: field(fc.dictionary(fc.constantFrom('webchat', 'telegram', '__proto__', 'x'), variant)),
      },
      { requiredKeys: ['identity_id', 'text'] },
    );

  it('is accepted or refused with a reason, never a 500; and accepted messages are sent, except those with invalid images', async () => {
    const accepted: string[] = [];
    const seen = new Map<number, number>();
    const judge = async (raw: string) => {
      const answer = await post(raw);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect([202, 400, 404, 422]).toContain(answer.status);
      if (answer.status === 202) accepted.push(answer.body.message_id);
      if (answer.status !== 422) return;
      expect(answer.body.detail.length).toBeGreaterThan(0);
      for (const item of answer.body.detail) {
        expect(item).toMatchObject({
          type: expect.any(String),
          loc: expect.any(Array),
          msg: expect.any(String),
        });
      }
    };
    await fc.assert(
      fc.asyncProperty(body([webchatId, telegramId]), async (value) => judge(JSON.stringify(value))),
      { numRuns: 300 },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (raw) => judge(raw)),
      { numRuns: 100 },
    );
    expect(seen.get(202)).toBeGreaterThan(20);
    expect(seen.get(422)).toBeGreaterThan(20);
    await until(async () => {
      const entries = await server.audit(project);
      const done = entries.filter(
        ({ action, data }) => action === 'message.sent' || data.error?.code === 'image_not_web',
      );
      const ended = new Set(done.map(({ subject }) => subject.id));
      return accepted.every((id) => ended.has(id));
    });
    // And the owner can read all of it.
    for (const id of [webchatId, telegramId]) {
      const { items } = await server.make('GET', `/projects/${project.id}/dialogs/${id}/messages`);
      expect(items.length).toBeGreaterThan(0);
    }
  });
});
