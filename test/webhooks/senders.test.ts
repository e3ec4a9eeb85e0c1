import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { type Answer, Client, type TestProject } from '../harness/client.ts';
import {
  ownerEmail,
  ownerPassword,
  startTestServer,
  type TestServer,
  testEnvironment,
} from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { deliver, type MadeReceiver, makeReceiver } from './sender.ts';
import { idOf, newDelivery, type Sender, senders } from './senders.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  // Addresses as sent by a proxy, so that the limit of wrong calls is each test's own.
  server = await startTestServer({ TRUST_PROXY: 'true' });
  project = await server.makeProject();
});
afterAll(() => server?.close());

const now = () => Math.floor(Date.now() / 1000);
const query = async (text: string, values: unknown[] = []) =>
  (await server.server.parts.database.query<any>(text, values)).rows;
const arrivals = async (slug: string) =>
  (await server.make('GET', `/projects/${project.id}/receivers/${slug}/deliveries`)).items;
/** What was accepted of a receiver's calls: the payloads of their tasks. */
const accepted = async ({ id }: MadeReceiver) =>
  (
    await query(
      `SELECT payload FROM dialog.tasks WHERE kind = 'webhook_in' AND payload->>'receiver_id' =
         (SELECT id::text FROM dialog.receivers WHERE slug = $1) ORDER BY seq`,
      [
        (await server.make('GET', `/projects/${project.id}/receivers`)).items.find((r: any) => r.id === id)
          .slug,
      ],
    )
  ).map(({ payload }: any) => payload);

let addresses = 0;
const newAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`;

const make = async (
  verification: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<MadeReceiver> => makeReceiver(server, project.id, { verification, ...more });

async function receiverOf(sender: Sender): Promise<MadeReceiver> {
  const given = sender.secret === undefined ? {} : { secret: sender.secret };
  const made = await make(sender.verification, { ...given, ...idOf(sender) });
  return { ...made, secret: sender.secret ?? made.secret };
}

const post = (
  receiver: MadeReceiver,
  raw: string | Buffer,
  headers: Record<string, string>,
  search = '',
): Promise<Answer> =>
  server.call('POST', new URL(receiver.url).pathname + search, {
    raw,
    headers: { 'x-forwarded-for': newAddress(), ...headers },
  });

const changed = (text: string) => text.replace(/.(?=.$)/, (letter) => (letter === 'x' ? 'y' : 'x'));

describe.each(Object.entries(senders))('a receiver of %s', (_name, sender) => {
  it('accepts a call with the right proof, once for each id, and shows its proof to nobody', async () => {
    const receiver = await receiverOf(sender);
    const id = newDelivery();
    const raw = JSON.stringify(sender.body(id));
    const first = await post(receiver, raw, sender.headers(receiver.secret, raw, id, now()));
    expect([first.status, first.body]).toEqual([
      202,
      { event_id: expect.stringMatching(/^evt_/), status: 'queued', duplicate: false },
    ]);
    // Senders sign a repetition anew, and what surrounds the event may have changed.
    const later = JSON.stringify({ ...sender.body(id), attempt: 2 });
    const again = await post(receiver, later, sender.headers(receiver.secret, later, id, now() - 1));
    expect([again.status, again.body]).toEqual([202, { ...first.body, duplicate: true }]);
    const other = newDelivery();
    const next = JSON.stringify(sender.body(other));
    const another = await post(receiver, next, sender.headers(receiver.secret, next, other, now()));
    expect(another.body.duplicate).toBe(false);
    const payloads = await accepted(receiver);
    expect(payloads.map(({ body }: any) => body)).toEqual([sender.body(id), sender.body(other)]);
    expect(Object.keys(payloads[0].headers)).not.toContain(sender.proof);
    expect(JSON.stringify(payloads)).not.toContain(receiver.secret);
    expect((await arrivals(receiver.slug)).map((item: any) => item.status)).toEqual([
      'accepted',
      'duplicate',
      'accepted',
    ]);
  });

  it('refuses every other call in the words for an unknown address, and counts it by its reason', async () => {
    const receiver = await receiverOf(sender);
    const id = newDelivery();
    const raw = JSON.stringify(sender.body(id));
    const right = (at = now()) => sender.headers(receiver.secret, raw, id, at);
    const { [sender.proof]: _, ...unproven } = right();
    const wrongSecret =
      sender.verification.type === 'standard-webhooks'
        ? `whsec_${Buffer.alloc(24, 7).toString('base64')}`
        : 'another secret';
    const isSigned = sender.covers.body;
    const answers = [
      await post(receiver, raw, unproven),
      await post(receiver, raw, sender.headers(wrongSecret, raw, id, now())),
      await post(receiver, raw, { ...right(), [sender.proof]: 'nonsense' }),
      ...(isSigned ? [await post(receiver, `${raw} `, right())] : []),
      ...(sender.covers.time ? [await post(receiver, raw, right(now() - 310))] : []),
    ];
    const unknown = await server.call('POST', '/api/webhooks/rcv_x', {
      raw,
      headers: { ...right(), 'x-forwarded-for': newAddress() },
    });
    expect(unknown.status).toBe(401);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(answers.map(() => [401, unknown.text]));
    expect(await accepted(receiver)).toEqual([]);
    const reasons = (await arrivals(receiver.slug)).map(({ status, reason }: any) => `${status} ${reason}`);
    const of = (missing: string) => `rejected ${isSigned ? 'signature' : 'secret'}_${missing}`;
    expect(reasons).toEqual(expect.arrayContaining([of('missing'), of('wrong')]));
    if (sender.covers.time) expect(reasons).toContain('rejected timestamp_stale');
  });

  it('accepts the previous secret for a day after a rotation, and none after the owner replaced it', async () => {
    const receiver = await receiverOf(sender);
    const path = `/projects/${project.id}/receivers/${receiver.slug}`;
    const call = async (secret: string) => {
      const id = newDelivery();
      const raw = JSON.stringify(sender.body(id));
      return (await post(receiver, raw, sender.headers(secret, raw, id, now()))).status;
    };
    const given =
      sender.verification.type === 'standard-webhooks'
        ? `whsec_${Buffer.alloc(32, 9).toString('base64')}`
        : 'a-second-secret';
    const rotated = await server.make('POST', `${path}/rotate`, { secret: given });
    expect([rotated.secret, typeof rotated.previous_secret_until]).toEqual(['set', 'string']);
    expect([await call(receiver.secret), await call(given)]).toEqual([202, 202]);
    await query('UPDATE dialog.receivers SET previous_until = now() WHERE slug = $1', [receiver.slug]);
    expect([await call(receiver.secret), await call(given)]).toEqual([401, 202]);
    const wanted = { name: 'Shop', verification: sender.verification, ...idOf(sender) };
    const replaced = await server.make('PUT', path, { ...wanted, secret: receiver.secret });
    expect([replaced.secret, replaced.previous_secret_until]).toEqual(['set', null]);
    expect([await call(receiver.secret), await call(given)]).toEqual([202, 401]);
    const kept = await server.make('PUT', path, wanted);
    expect([kept.secret, await call(receiver.secret)]).toEqual(['set', 202]);
  });

  it('keeps its secret sealed, and out of answers and errors', async () => {
    const receiver = await receiverOf(sender);
    const path = `/projects/${project.id}/receivers/${receiver.slug}`;
    const [row] = await query('SELECT * FROM dialog.receivers WHERE slug = $1', [receiver.slug]);
    const wrong = { name: 7, verification: sender.verification, secret: receiver.secret };
    const texts = [
      JSON.stringify(row),
      (await server.owner('GET', path)).text,
      (await server.owner('GET', `/projects/${project.id}/receivers`)).text,
      (await server.owner('PUT', path, wrong)).text,
      JSON.stringify(await server.audit(project)),
    ];
    for (const text of texts) expect(text).not.toContain(receiver.secret);
  });
});

describe('the secret of a receiver', () => {
  it.each(['stripe', 'shopify', 'slack'])('has to be given for %s, which makes it', async (type) => {
    const path = `/projects/${project.id}/receivers/${type}-without`;
    const wanted = { name: 'x', verification: { type } };
    const answer = await server.owner('PUT', path, wanted);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'secret']]);
    expect(answer.body.detail[0].msg).toMatch(/makes it: send/);
    await server.make('PUT', path, { ...wanted, secret: 'made-by-the-sender' });
    const rotation = await server.owner('POST', `${path}/rotate`);
    expect([rotation.status, rotation.body.detail[0].loc]).toEqual([422, ['body', 'secret']]);
  });

  it.each([
    ['github', '7 chars'],
    ['standard-webhooks', 'not base64 at all'],
    ['telegram-secret', 'has a space in it'],
    ['none', 'has no use at all'],
  ])('that %s cannot use is refused: %s', async (type, secret) => {
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/unusable`, {
      ...{ name: 'x', verification: { type }, secret },
    });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'secret']]);
    expect(answer.text).not.toContain(secret);
  });

  it('is a new one, at once and alone, when the calls are verified in another way', async () => {
    const receiver = await make({ type: 'service' });
    const path = `/projects/${project.id}/receivers/${receiver.slug}`;
    await server.make('POST', `${path}/rotate`);
    const github = await server.make('PUT', path, { name: 'Shop', verification: { type: 'github' } });
    expect(github).toMatchObject({ secret: expect.stringMatching(/^rsec_/), previous_secret_until: null });
    expect((await deliver(server, receiver, '{}')).status).toBe(401);
    const { headers } = senders.GitHub!;
    expect((await post(receiver, '{}', headers(github.secret, '{}', '1', now()))).status).toBe(202);
    // Without a verification it is the service's own again.
    const own = await server.make('PUT', path, { name: 'Shop' });
    expect([
      own.verification,
      (await deliver(server, { ...receiver, secret: own.secret }, '{}')).status,
    ]).toEqual([{ type: 'service' }, 202]);
  });

  it('may be in the query', async () => {
    const receiver = await make({ type: 'token', in: 'query', name: 'key' });
    const { secret } = receiver;
    expect((await post(receiver, '{}', {}, `?key=${secret}`)).status).toBe(202);
    for (const search of [
      '',
      '?key=',
      `?key=${changed(secret)}`,
      `?key=${secret}&key=${secret}`,
      `?Key=${secret}`,
    ]) {
      expect((await post(receiver, '{}', {}, search)).status).toBe(401);
    }
  });

  it('of one project proves nothing to a receiver of another', async () => {
    const other = await server.makeProject();
    const [ours, theirs] = [
      await make({ type: 'github' }),
      await makeReceiver(server, other.id, { verification: { type: 'github' } }),
    ];
    const { headers } = senders.GitHub!;
    const call = async (receiver: MadeReceiver, secret: string) =>
      (await post(receiver, '{}', headers(secret, '{}', 'same-id', now()))).body;
    expect((await call(theirs, ours.secret)).code).toBe('invalid_signature');
    const [first, second] = [await call(ours, ours.secret), await call(theirs, theirs.secret)];
    expect([first.duplicate, second.duplicate]).toEqual([false, false]);
  });
});

it('no secret of a receiver, and nothing of a query, is in the log, however much is logged', async () => {
  const environment = { ...testEnvironment(server.database), LOG_LEVEL: 'trace' };
  const lines: string[] = [];
  const log = createLog('trace', { isTTY: true, write: (text) => lines.push(text) });
  const logging = await startServer(readSettings(environment), log);
  try {
    const client = new Client(logging.url);
    await client.logIn(ownerEmail, ownerPassword);
    const secret = `given-${randomUUID()}`;
    const verification = { type: 'token', in: 'query', name: 'credential' };
    const receiver = await makeReceiver(client, project.id, { verification, secret });
    const path = new URL(receiver.url).pathname;
    const call = (query: string) => client.call('POST', `${path}?credential=${query}`, { raw: '{"n":1}' });
    expect([(await call(secret)).status, (await call(`${secret}-wrong`)).status]).toEqual([202, 401]);
    await client.make('POST', `/projects/${project.id}/receivers/${receiver.slug}/rotate`, {
      secret: `${secret}-2`,
    });
    const text = lines.join('\n');
    expect(text).toContain('/api/webhooks/');
    expect(text).not.toContain(secret);
  } finally {
    await logging.stop(0);
  }
});

describe('a receiver that verifies nothing', () => {
  it('takes any call, says so in every answer and in readiness, and has no secret', async () => {
    const receiver = await make({ type: 'none' });
    expect(receiver).toMatchObject({ secret: 'not set', warning: expect.stringContaining('not verified') });
    const path = `/projects/${project.id}/receivers/${receiver.slug}`;
    expect((await server.make('GET', path)).warning).toContain('not verified');
    expect((await post(receiver, '{}', {})).status).toBe(202);
    const { items } = await server.make('GET', `/projects/${project.id}/readiness`);
    expect(items.find((item: any) => item.id === `open_receiver:${receiver.slug}`)).toMatchObject({
      status: 'warning',
      action: expect.stringContaining('token'),
    });
    const rotation = await server.owner('POST', `${path}/rotate`);
    expect([rotation.status, rotation.body.code]).toEqual([409, 'receiver_unverified']);
    await server.make('PUT', path, { name: 'Shop', verification: { type: 'github' } });
    expect((await post(receiver, '{}', {})).status).toBe(401);
  });
});

describe('a wrong call', () => {
  it('is limited by address, as wrong signatures of the service are', async () => {
    const receiver = await make({ type: 'github' });
    const from = { 'x-forwarded-for': '10.9.9.9' };
    const headers = { ...from, 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` };
    const statuses = [];
    for (let i = 0; i < 61; i++) statuses.push((await post(receiver, '{}', headers)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    const right = senders.GitHub!.headers(receiver.secret, '{}', randomUUID(), now());
    expect((await post(receiver, '{}', { ...right, ...from })).status).toBe(202);
  });
});

describe('a captured call', () => {
  const raw = JSON.stringify({ order: 1 });

  it('with a second header whose name differs by a line below is still as old as it is', async () => {
    const sender = senders['a described HMAC']!;
    const receiver = await make(sender.verification);
    const old = Math.floor(Date.now() / 1000) - 30 * 86_400;
    const headers = sender.headers(receiver.secret, raw, 'e1', old) as Record<string, string>;
    const now = String(Math.floor(Date.now() / 1000));
    const spellings: Record<string, string>[] = [
      {},
      { 'x-timestamp': now, x_timestamp: String(old) },
      { 'x-timestamp': String(old), x_timestamp: now },
    ];
    for (const more of spellings) {
      const answer = await post(receiver, raw, { 'content-type': 'application/json', ...headers, ...more });
      expect(answer.status).toBe(401);
    }
  });

  it('gets no other id by such a header', async () => {
    const receiver = await make({ type: 'none' }, { dedupe_id: '{{ headers.x_event_id }}' });
    const call = async (more: Record<string, string>) =>
      (await post(receiver, raw, { 'content-type': 'application/json', 'x-event-id': 'e1', ...more })).body
        .duplicate;
    expect([await call({}), await call({ x_event_id: 'e2' })]).toEqual([false, true]);
  });
});

describe("Slack's question for the owner of an address", () => {
  it('is answered with its challenge once it is verified, and starts nothing', async () => {
    const receiver = await receiverOf(senders.Slack!);
    const challenge = '3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P';
    const raw = JSON.stringify({ token: 'x', challenge, type: 'url_verification' });
    const headers = senders.Slack!.headers(receiver.secret, raw, '', now());
    const answer = await post(receiver, raw, headers);
    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([
      ...[200, challenge, 'text/plain; charset=utf-8'],
    ]);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    const forged = await post(receiver, raw, { ...headers, 'x-slack-signature': `v0=${'0'.repeat(64)}` });
    expect([forged.status, forged.text.includes(challenge)]).toEqual([401, false]);
    expect(await accepted(receiver)).toEqual([]);
    expect(await arrivals(receiver.slug)).toMatchObject([
      { status: 'rejected' },
      { status: 'accepted', event_id: null },
    ]);
  });
});

describe('the body of a call', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const bodyOf = async (raw: string | Buffer, headers: Record<string, string>) => {
    const receiver = await make({ type: 'none' });
    const answer = await post(receiver, raw, headers);
    return answer.status === 202 ? (await accepted(receiver))[0].body : answer;
  };

  it('may be a form, in which a repeated field is a list', async () => {
    const raw = 'name=J%C3%B6rg+X&tag=a&tag=b&empty=&__proto__=p';
    expect(JSON.stringify(await bodyOf(raw, form))).toBe(
      '{"name":"Jörg X","tag":["a","b"],"empty":"","__proto__":"p"}',
    );
  });

  it('may be JSON in the field payload, as GitHub and Slack send it', async () => {
    const payload = '{"type":"block_actions","n":12345678901234567890}';
    const { status, text } = await (async () => {
      const receiver = await make({ type: 'none' });
      const answer = await post(receiver, `payload=${encodeURIComponent(payload)}`, form);
      const [row] = await query(
        `SELECT payload::text AS text FROM dialog.tasks WHERE kind = 'webhook_in' ORDER BY seq DESC LIMIT 1`,
      );
      return { status: answer.status, text: row.text };
    })();
    expect([status, text.includes('"n":12345678901234567890')]).toEqual([202, true]);
    const broken = await bodyOf('payload=%7B%22a%22', form);
    expect([broken.status, broken.body.detail[0].type]).toEqual([422, 'json_invalid']);
  });

  it('is signed as it was sent, also as a form', async () => {
    const sender = senders.Slack!;
    const receiver = await receiverOf(sender);
    const raw = 'token=x&command=%2Fweather&text=94070';
    const headers = { ...form, ...sender.headers(receiver.secret, raw, '', now()) };
    const answers = [await post(receiver, raw, headers), await post(receiver, raw, headers)];
    // A command has no id, so each call counts.
    expect(answers.map(({ status, body }) => [status, body.duplicate])).toEqual([
      [202, false],
      [202, false],
    ]);
    expect((await accepted(receiver))[0].body).toEqual({ token: 'x', command: '/weather', text: '94070' });
  });

  const multipart = (parts: string[]) => ({
    raw: `${parts.map((part) => `--b0undary\r\n${part}\r\n`).join('')}--b0undary--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=b0undary' },
  });
  const field = (name: string, value: string) =>
    `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;

  it('may be the fields of a multipart form, but no files', async () => {
    const fields = multipart([field('name', 'Jörg'), field('tag', 'a'), field('tag', 'b')]);
    expect(await bodyOf(fields.raw, fields.headers)).toEqual({ name: 'Jörg', tag: ['a', 'b'] });
    const file = multipart([
      field('name', 'x'),
      'Content-Disposition: form-data; name="cv"; filename="cv.txt"\r\nContent-Type: text/plain\r\n\r\nHello',
    ]);
    const refused = await bodyOf(file.raw, file.headers);
    expect([refused.status, refused.body.detail[0]]).toMatchObject([
      422,
      { loc: ['body', 'cv'], msg: expect.stringContaining('files are not received here') },
    ]);
  });

  it.each([
    ['a form with NUL', 'a=%00', form, 422, 'value_error'],
    ['an empty form', '', form, 422, 'missing'],
    ['a form of too many fields', 'a&'.repeat(1001), form, 422, 'value_error'],
    ['a form that is no text', Buffer.from([0x61, 0x3d, 0xff]), form, 400, 'body_unreadable'],
    [
      'a broken multipart form',
      'x',
      { 'content-type': 'multipart/form-data; boundary=b' },
      422,
      'value_error',
    ],
    ['a multipart form without boundary', 'x', { 'content-type': 'multipart/form-data' }, 422, 'value_error'],
    ['text', '{}', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['nonsense', '{}', { 'content-type': 'nonsense' }, 415, 'unsupported_media_type'],
    ['broken JSON', '{"a":', {}, 422, 'json_invalid'],
  ])('is refused if it is %s', async (_name, raw, headers, status, type) => {
    const receiver = await make({ type: 'none' });
    const answer = await post(receiver, raw, headers as Record<string, string>);
    expect([answer.status, answer.body.code ?? answer.body.detail[0].type]).toEqual([status, type]);
    const reason = status === 422 ? 'validation_error' : type;
    expect(await arrivals(receiver.slug)).toMatchObject([{ status: 'rejected', reason }]);
  });
});

describe('the id against repetitions', () => {
  it('may be a template over body and headers, also for calls signed by the service', async () => {
    const receiver = await make(
      { type: 'service' },
      { dedupe_id: '{{ headers.x_shop }}/{{ body.order.no }}' },
    );
    const call = async (no: number, shop: string) =>
      (await deliver(server, receiver, { order: { no }, at: randomUUID() }, { 'x-shop': shop })).body
        .duplicate;
    expect([await call(1, 'a'), await call(1, 'a'), await call(2, 'a'), await call(1, 'b')]).toEqual([
      ...[false, true, false, false],
    ]);
  });

  it('tells long numbers apart, and calls at the same instant are one', async () => {
    const receiver = await make({ type: 'none' }, { dedupe_id: '{{ body.id }}' });
    const call = (raw: string) => post(receiver, raw, {});
    const answers = await Promise.all(Array.from({ length: 5 }, () => call('{"id":12345678901234567890}')));
    expect(answers.filter(({ body }) => !body.duplicate)).toHaveLength(1);
    expect((await call('{"id":12345678901234567891}')).body.duplicate).toBe(false);
    expect((await call('{"id":"12345678901234567891"}')).body.duplicate).toBe(true);
  });

  it('may be missing in a call, which then counts by itself', async () => {
    const receiver = await make({ type: 'none' }, { dedupe_id: '{{ body.id }}' });
    for (const raw of ['{}', '{}', '{"id":null}', '{"id":" "}']) {
      expect((await post(receiver, raw, {})).body.duplicate).toBe(false);
    }
  });

  it('is none where the template says the same as of a call that says nothing', async () => {
    const receiver = await make({ type: 'none' }, { dedupe_id: '{{ body.order.id }}-{{ body.status }}' });
    const isDuplicate = async (raw: string) => (await post(receiver, raw, {})).body.duplicate;
    for (const raw of ['{"id":1}', '{"id":2}', '[1]', '{"order":{"id":null},"status":""}']) {
      expect(await isDuplicate(raw)).toBe(false);
    }
    const paid = '{"order":{"id":1},"status":"paid"}';
    expect([await isDuplicate(paid), await isDuplicate(paid)]).toEqual([false, true]);
  });

  it.each([
    ['x', 'reads nothing of the call'],
    ['{{ "x" }}', 'reads nothing of the call'],
    ['{{ order.id }}', 'can read body, headers'],
    ['{{ body.', 'cannot be read'],
  ])('cannot be %j', async (dedupe_id, words) => {
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/wrong`, {
      name: 'x',
      dedupe_id,
    });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'dedupe_id']]);
    expect(answer.body.detail[0].msg).toContain(words);
  });
});

describe('the answer of a receiver', () => {
  it('may be its own: fixed, or made of the call', async () => {
    const text = await make(
      { type: 'none' },
      { response: { body: 'ok {{ body.no }} {{ headers.x-shop }}' } },
    );
    const plain = await post(text, '{"no":7}', { 'x-shop': 'north' });
    expect([plain.status, plain.text, plain.headers.get('content-type')]).toEqual([
      ...[200, 'ok 7 north', 'text/plain; charset=utf-8'],
    ]);
    const json = await make(
      { type: 'none' },
      {
        dedupe_id: '{{ body.no }}',
        response: {
          status: 201,
          body: { said: '{{ body.words }}', id: '{{ event_id }}', again: '{{ duplicate }}' },
        },
      },
    );
    const first = await post(json, '{"no":7,"words":"\\"<b>"}', {});
    expect([first.status, first.body]).toEqual([
      201,
      { said: '"<b>', id: expect.stringMatching(/^evt_/), again: false },
    ]);
    expect((await post(json, '{"no":7,"words":"x"}', {})).body).toEqual({
      ...{ said: 'x', id: first.body.id, again: true },
    });
    const xml = await make(
      { type: 'none' },
      { response: { content_type: 'text/xml', body: '<Response></Response>' } },
    );
    const twiml = await post(xml, '{}', {});
    expect([twiml.text, twiml.headers.get('content-type')]).toEqual(['<Response></Response>', 'text/xml']);
    const nothing = await make({ type: 'none' }, { response: { status: 204 } });
    expect([(await post(nothing, '{}', {})).status, (await post(nothing, '{}', {})).text]).toEqual([204, '']);
  });

  it('can be carried out by no browser', async () => {
    const receiver = await make(
      { type: 'none' },
      { response: { content_type: 'text/html', body: '{{ body.words }}' } },
    );
    const { headers } = await post(receiver, '{"words":"<script>alert(1)</script>"}', {});
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is the usual one if its template fails, and the call is accepted', async () => {
    const receiver = await make(
      { type: 'none' },
      {
        response: { body: '{% for a in body.list %}{% for b in body.list %}{{ a }}{% endfor %}{% endfor %}' },
      },
    );
    const answer = await post(receiver, JSON.stringify({ list: Array(5000).fill('x'.repeat(50)) }), {});
    expect([answer.status, answer.body.status]).toEqual([202, 'queued']);
    expect(await arrivals(receiver.slug)).toMatchObject([{ status: 'accepted', reason: 'response_failed' }]);
    await until(async () =>
      (await server.audit(project)).some(
        ({ subject, action }) => subject.id === answer.body.event_id && action === 'webhook.handled',
      ),
    );
  });

  it.each([
    [{ status: 302 }, ['status']],
    [{ status: 204, body: 'x' }, ['body']],
    [{ content_type: 'text/html\r\nx: y', body: 'x' }, ['content_type']],
    [{ body: '{{ state.city }}' }, ['body']],
    [{ body: { a: ['{{ body.'] } }, ['body', 'a', 0]],
  ])('cannot be %j', async (response, loc) => {
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/wrong`, {
      name: 'x',
      response,
    });
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'response', ...loc]]);
  });
});

describe('a verification', () => {
  const hmac = { type: 'hmac', header: 'x-sign' };
  it.each([
    [{ type: 'unheard-of' }, []],
    [{}, []],
    [{ type: 'hmac' }, ['header']],
    [{ ...hmac, header: 'no name' }, ['header']],
    [{ ...hmac, algorithm: 'md5' }, ['algorithm']],
    [{ ...hmac, signed: '{{ headers.x-time }}' }, ['signed']],
    [{ ...hmac, signed: '{{ body | upcase }}{{ body }}' }, ['signed']],
    [{ ...hmac, signed: '{{ body }}', timestamp_header: 'x-time' }, ['signed']],
    [{ ...hmac, tolerance_seconds: 0 }, ['tolerance_seconds']],
    [{ type: 'token' }, ['name']],
    [{ type: 'basic', username: 'a:b' }, ['username']],
  ])('is refused at its wrong field: %j', async (verification, loc) => {
    const answer = await server.owner('PUT', `/projects/${project.id}/receivers/wrong`, {
      ...{ name: 'x', verification },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.detail[0].loc.slice(0, 2 + loc.length)).toEqual(['body', 'verification', ...loc]);
  });

  it('is shown with what was left out', async () => {
    const receiver = await make({ ...hmac, header: 'X-Sign' }, { dedupe_id: '{{ body.id }}' });
    expect(receiver).toMatchObject({
      verification: {
        ...{ type: 'hmac', header: 'x-sign', algorithm: 'sha256', encoding: 'hex', prefix: '' },
        ...{ signed: '{{ body }}', timestamp_header: null, tolerance_seconds: 300 },
      },
      dedupe_id: '{{ body.id }}',
      response: null,
      warning: null,
    });
    const signature = createHmac('sha256', receiver.secret).update('{}').digest('hex');
    expect((await post(receiver, '{}', { 'x-sign': signature })).status).toBe(202);
  });
});
