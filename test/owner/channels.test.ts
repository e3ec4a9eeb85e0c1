import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSecrets } from '../../src/dialog/channels/secrets.ts';
import { signingSecrets } from '../../src/dialog/channels/webhook-signing.ts';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { startTelegram } from '../fakes/telegram.ts';
import type { Answer, TestProject } from '../harness/client.ts';
import { buildWidget } from '../harness/console.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  await buildWidget();
  server = await useTestServer();
  project = await server.makeProject();
});

afterAll(async () => {
  await server?.close();
});

const path = (id = '') => `/projects/${project.id}/channels${id && `/${id}`}`;
const create = (body: Record<string, unknown>) =>
  server.owner('POST', path(), { type: 'webhook', name: 'Hook', environment: 'live', ...body });
const patch = (id: string, body: unknown) => server.owner('PATCH', path(id), body);
const faults = ({ status, body }: Answer) => [
  status,
  ...body.detail.map((i: any) => [i.loc.join('.'), i.type]),
];
const url = 'https://example.org/hook';

describe('the signing secret of a webhook channel', () => {
  it('is made if none is given, and shown only once', async () => {
    const made = await create({ settings: { url } });
    expect(made.status).toBe(201);
    const secret = made.body.settings.signing_secret;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^ch_/),
      type: 'webhook',
      name: 'Hook',
      environment: 'live',
      settings: { url, signing_secret: secret },
      inbound_url: `${server.url}/api/channels/${made.body.id}/webhook`,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    for (const answer of [
      await server.owner('GET', path(made.body.id)),
      await server.owner('GET', path()),
      await patch(made.body.id, { name: 'Renamed' }),
    ]) {
      expect(answer.text).not.toContain(secret);
      expect(answer.text).toContain('"signing_secret":"set"');
    }
    const { rows } = await server.server.parts.database.query(
      'SELECT c::text AS text FROM dialog.channels AS c WHERE id = $1',
      [readId('channel', made.body.id)],
    );
    expect(rows[0]!.text).not.toContain(secret.slice(6, -1));
    expect(rows[0]!.text).toContain('v2.');
    expect(JSON.stringify(await server.audit(project))).not.toContain(secret.slice(6, -1));
  });

  it('that the owner gave is never shown', async () => {
    const secret = newSigningSecret();
    const made = await create({ settings: { url, signing_secret: secret } });
    expect(made.body.settings).toEqual({ url, signing_secret: 'set' });
    expect(made.text).not.toContain(secret);
  });

  it('stays after a change of the address, and a new one replaces it for signing', async () => {
    const [first, second] = [newSigningSecret(), newSigningSecret()];
    const [one, two] = [await startReceiver(first), await startReceiver(second)];
    try {
      const made = await create({ settings: { url: 'http://127.0.0.1:1/', signing_secret: first } });
      const moved = await patch(made.body.id, { settings: { url: one.url } });
      expect([moved.status, moved.body.settings]).toEqual([200, { url: one.url, signing_secret: 'set' }]);
      const identity = await server.makeIdentity(project.id, made.body.id);
      await server.send(project, identity.id, { text: 'to one' });
      await one.waitFor(1);
      await patch(made.body.id, { settings: { url: two.url, signing_secret: second } });
      await server.send(project, identity.id, { text: 'to two' });
      await two.waitFor(1);
      expect([...one.refused, ...two.refused]).toEqual([]);
      expect([...one.received, ...two.received].map(({ body }) => body.text)).toEqual(['to one', 'to two']);
    } finally {
      await one.close();
      await two.close();
    }
  });

  it('of one channel cannot be decrypted in the row of another', async () => {
    const [one, two] = [await create({ settings: { url } }), await create({ settings: { url } })];
    const { database } = server.server.parts;
    const ids = [readId('channel', one.body.id), readId('channel', two.body.id)];
    const { rows } = await database.query('SELECT secrets FROM dialog.channels WHERE id = $1', [ids[0]]);
    const { rows: own } = await database.query('SELECT secrets FROM dialog.channels WHERE id = $1', [ids[1]]);
    await database.query('UPDATE dialog.channels SET secrets = $1 WHERE id = $2', [rows[0]!.secrets, ids[1]]);
    const answer = await server.owner('GET', path(two.body.id));
    expect([answer.status, answer.body.settings.signing_secret]).toEqual([200, 'not set']);
    // What would use the secret does not.
    const called = await server.call('POST', `/api/channels/${two.body.id}/webhook`, { body: {} });
    expect([called.status, called.body.code]).toEqual([503, 'secrets_lost']);
    await database.query('UPDATE dialog.channels SET secrets = $1 WHERE id = $2', [own[0]!.secrets, ids[1]]);
    expect((await server.owner('GET', path(two.body.id))).status).toBe(200);
  });
});

describe('a live bot', () => {
  const token = '1000001:AA-bot_token';
  const bot = (settings: Record<string, unknown>) => create({ type: 'telegram', settings });

  /** The stored secrets, decrypted as the server decrypts them. */
  async function secretsOf(publicId: string): Promise<Record<string, string>> {
    const { database, vault } = server.server.parts;
    const id = readId('channel', publicId)!;
    const { rows } = await database.query('SELECT secrets FROM dialog.channels WHERE id = $1', [id]);
    return openSecrets(vault, id, rows[0]!.secrets as string);
  }

  it('has a secret for its webhook that nobody sets or sees, and that every change keeps', async () => {
    const unknown = [422, ['body.settings.webhook_secret', 'extra_forbidden']];
    expect(faults(await bot({ token, webhook_secret: 'chosen' }))).toEqual(unknown);
    const made = await bot({ token });
    expect([made.status, made.body.settings]).toEqual([201, { token: 'set' }]);
    const { webhook_secret: secret } = await secretsOf(made.body.id);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(faults(await patch(made.body.id, { settings: { webhook_secret: 'chosen' } }))).toEqual(unknown);
    for (const answer of [
      await patch(made.body.id, { settings: { token: '1000001:another' } }),
      await server.owner('GET', path(made.body.id)),
    ]) {
      expect(answer.body.settings).toEqual({ token: 'set' });
      expect(answer.text).not.toContain(secret);
    }
    expect(await secretsOf(made.body.id)).toEqual({ token: '1000001:another', webhook_secret: secret });
  });

  it('needs a token and an address that is safe for it', async () => {
    expect(faults(await bot({}))).toEqual([422, ['body.settings.token', 'missing']]);
    expect(faults(await bot({ token: 'nonsense' }))).toEqual([422, ['body.settings.token', 'value_error']]);
    const open = await bot({ token, base_url: 'http://api.telegram.org' });
    expect(faults(open)).toEqual([422, ['body.settings.base_url', 'value_error']]);
  });

  it('sends messages, and its token is not stored or logged in readable form', async () => {
    const telegram = await startTelegram();
    try {
      telegram.meet({ id: 4242 });
      const made = await bot({ token: telegram.token, base_url: telegram.url });
      const identity = await server.makeIdentity(project.id, made.body.id, '4242');
      const sent = await server.send(project, identity.id, { text: '*Hello*', format: 'markdown' });
      expect(await server.outcome(project, sent.body.message_id)).toBe('message.sent');
      const stranger = await server.makeIdentity(project.id, made.body.id, '7');
      const lost = await server.send(project, stranger.id, { text: 'Hello' });
      expect(await server.outcome(project, lost.body.message_id)).toBe('message.failed');
      expect(telegram.sent).toMatchObject([{ chat_id: 4242, text: 'Hello', entities: [{ type: 'italic' }] }]);
      expect(JSON.stringify(await server.audit(project))).not.toContain(telegram.token);
    } finally {
      await telegram.close();
    }
  });

  it('sends a picture once, even if its text was retried by the worker or by an owner', async () => {
    const telegram = await startTelegram();
    try {
      telegram.meet({ id: 4242 });
      const made = await bot({ token: telegram.token, base_url: telegram.url });
      const identity = await server.makeIdentity(project.id, made.body.id, '4242');
      telegram.trouble('sendMessage', { is: 'too_many', retryAfter: 0 }, { is: 'cut' });
      const body = { text: 'x'.repeat(2000), image: 'https://example.org/a.png' };
      const id = (await server.send(project, identity.id, body)).body.message_id;
      expect(await server.outcome(project, id)).toBe('message.unknown');
      const settled = await server.owner('POST', `/projects/${project.id}/unsettled/${id}/settle`, {
        outcome: 'retry',
      });
      expect(settled.status).toBe(200);
      await until(() => telegram.sent.length === 3);
      expect(telegram.sent.map(({ method }) => method)).toEqual(['sendPhoto', 'sendMessage', 'sendMessage']);
    } finally {
      await telegram.close();
    }
  });
});

describe('a channel', () => {
  it('has the settings of its type, and says which secrets are set', async () => {
    const bot = await create({ type: 'telegram', environment: 'sandbox', settings: { token: '1:secret' } });
    expect([bot.status, bot.body.settings]).toEqual([201, { token: 'set' }]);
    expect(bot.text).not.toContain('1:secret');
    const empty = await create({ type: 'telegram', environment: 'sandbox', settings: {} });
    expect(empty.body.settings).toEqual({ token: 'not set' });
    const chat = await create({ type: 'webchat', environment: 'sandbox', settings: { title: 'Hi' } });
    expect(chat.body.settings).toEqual({ allowed_domains: [], title: 'Hi' });
  });

  it('is in the sandbox by default, where it needs no address', async () => {
    const made = await server.owner('POST', path(), { type: 'webhook', name: 'Hook' });
    expect([made.status, made.body.environment]).toEqual([201, 'sandbox']);
    // A given value is still checked.
    const wrong = await create({ environment: 'sandbox', settings: { url: 'nonsense' } });
    expect(faults(wrong)).toEqual([422, ['body.settings.url', 'value_error']]);
  });

  it.each<[Record<string, unknown>, [string, string]]>([
    [{ settings: {} }, ['body.settings.url', 'missing']],
    [{ settings: { url: '' } }, ['body.settings.url', 'string_too_short']],
    [{ settings: { url: 7 } }, ['body.settings.url', 'string_type']],
    [{ settings: { url: 'ftp://example.org' } }, ['body.settings.url', 'value_error']],
    [{ settings: { url: 'https://example.org/\n' } }, ['body.settings.url', 'value_error']],
    [{ settings: { url: 'https://user:password@example.org' } }, ['body.settings.url', 'value_error']],
    [{ settings: { url: 'https://a.b/\0' } }, ['body.settings.url', 'value_error']],
    [{ settings: { url: `https://a.b/${'x'.repeat(2000)}` } }, ['body.settings.url', 'string_too_long']],
    [{ settings: { url, signing_secret: 'short' } }, ['body.settings.signing_secret', 'value_error']],
    [{ settings: { url, signing_secret: null } }, ['body.settings.signing_secret', 'string_type']],
    [{ settings: [] }, ['body.settings', 'dict_type']],
    [{ type: 'pigeon' }, ['body.type', 'literal_error']],
    [{ environment: 'prod', settings: { url } }, ['body.environment', 'literal_error']],
    [
      { environment: 'sandbox', type: 'webchat', settings: { allowed_domains: 'x' } },
      ['body.settings.allowed_domains', 'list_type'],
    ],
    [{ name: '', settings: { url } }, ['body.name', 'string_too_short']],
    [{ name: 'x'.repeat(101), settings: { url } }, ['body.name', 'string_too_long']],
  ])('is refused with the error at its place: %j', async (body, fault) => {
    const before = (await server.make('GET', path())).items.length;
    expect(faults(await create(body))).toEqual([422, fault]);
    expect((await server.make('GET', path())).items).toHaveLength(before);
  });

  it.each<[unknown, [string, string]]>([
    [{ settings: { url: 'nonsense' } }, ['body.settings.url', 'value_error']],
    [{ settings: { url: null } }, ['body.settings.url', 'string_type']],
    [{ settings: { signing_secret: 'short' } }, ['body.settings.signing_secret', 'value_error']],
    [{ name: '' }, ['body.name', 'string_too_short']],
  ])('is not changed by a wrong PATCH: %j', async (body, fault) => {
    const made = await create({ settings: { url } });
    const before = await server.owner('GET', path(made.body.id));
    expect(faults(await patch(made.body.id, body))).toEqual([422, fault]);
    expect((await server.owner('GET', path(made.body.id))).text).toBe(before.text);
  });

  it('cannot change its environment or its type', async () => {
    const made = await create({ environment: 'sandbox' });
    const changed = await patch(made.body.id, { environment: 'live', type: 'telegram', name: 'New' });
    expect(changed.body).toMatchObject({ environment: 'sandbox', type: 'webhook', name: 'New' });
  });

  it('disappears from the list when it is deleted, and is a 404', async () => {
    const made = await create({ settings: { url } });
    expect((await server.owner('DELETE', path(made.body.id))).status).toBe(204);
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const answer = await server.owner(method, path(made.body.id), method === 'PATCH' ? {} : undefined);
      expect([answer.status, answer.body.code]).toEqual([404, 'channel_not_found']);
    }
    expect((await server.make('GET', path())).items.map((c: any) => c.id)).not.toContain(made.body.id);
  });

  it('leaves an entry in the audit log for every change', async () => {
    const made = await create({ settings: { url } });
    await patch(made.body.id, { name: 'New', settings: { url: 'https://other.example' } });
    await server.owner('DELETE', path(made.body.id));
    const entries = (await server.audit(project)).filter((e) => e.subject.id === made.body.id);
    expect(entries.map((e) => [e.action, e.environment, e.actor.type])).toEqual([
      ['channel.created', 'live', 'owner'],
      ['channel.updated', 'live', 'owner'],
      ['channel.deleted', 'live', 'owner'],
    ]);
    expect(entries[1].data).toEqual({ fields: ['name', 'url'] });
  });

  it('keeps both changes if two owners change different fields at the same instant', async () => {
    for (let round = 0; round < 10; round++) {
      const made = await create({ settings: { url } });
      await Promise.all([
        patch(made.body.id, { name: `name ${round}` }),
        patch(made.body.id, { settings: { url: `https://example.org/${round}` } }),
      ]);
      expect((await server.owner('GET', path(made.body.id))).body).toMatchObject({
        name: `name ${round}`,
        settings: { url: `https://example.org/${round}` },
      });
    }
  });
});

describe('a trial of a webhook channel', () => {
  const live = async () => {
    const made = await create({ settings: { url: 'http://127.0.0.1:1/hook' } });
    const receiver = await startReceiver(made.body.settings.signing_secret);
    onTestFinished(() => receiver.close());
    await patch(made.body.id, { settings: { url: receiver.url } });
    const act = (name: string) => server.owner('POST', path(`${made.body.id}/${name}`));
    return { id: made.body.id as string, secret: made.body.settings.signing_secret as string, receiver, act };
  };

  it('sends a signed test that no endpoint can take for a message, and shows the answer to it', async () => {
    const { id, receiver, act } = await live();
    receiver.answer = (_received, response) => void response.writeHead(422).end('no such shop\u0000');
    const { body } = await act('test');
    expect(body).toMatchObject({
      ok: false,
      detail: 'Your endpoint answered with status 422.',
      delivery: { status: 422, answer: 'no such shop ', ms: expect.any(Number) },
    });
    expect(receiver.received.map(({ body }) => body)).toEqual([JSON.parse(body.delivery.sent)]);
    expect(receiver.received[0]!.body).toMatchObject({ type: 'test', text: expect.stringContaining(id) });
    receiver.answer = (_received, response) => void response.writeHead(204).end();
    expect((await act('test')).body).toMatchObject({ ok: true, action: null, delivery: { status: 204 } });
    await patch(id, { settings: { url: 'http://169.254.169.254/hook' } });
    const guarded = (await act('test')).body;
    expect(guarded).toMatchObject({ ok: false, detail: expect.stringContaining('OUTBOUND_ALLOW') });
    const sandbox = await create({ environment: 'sandbox', settings: { url: receiver.url } });
    expect((await server.owner('POST', path(`${sandbox.body.id}/test`))).body).toMatchObject({
      ok: false,
      detail: expect.stringContaining('sandbox'),
    });
    expect(receiver.received.length).toBe(2);
  });

  it('is signed with the new secret after a rotation, and for a day with the former one, too', async () => {
    const { id, secret, receiver, act } = await live();
    const rotated = await act('rotate');
    const fresh = rotated.body.settings.signing_secret;
    expect([rotated.status, fresh]).toEqual([200, expect.stringMatching(/^whsec_/)]);
    expect(fresh).not.toBe(secret);
    // The receiver still knows the former secret only; another one knows the new one.
    expect((await act('test')).body.ok).toBe(true);
    const renewed = await startReceiver(fresh);
    onTestFinished(() => renewed.close());
    await patch(id, { settings: { url: renewed.url } });
    expect((await act('test')).body.ok).toBe(true);
    expect([receiver.refused, renewed.refused]).toEqual([[], []]);
    const { inbound_url: inbound } = (await server.owner('GET', path(id))).body;
    const call = (key: string, n: number) => {
      const body = JSON.stringify({ external_id: 'c', text: 'Hi', message_id: `m-${n}` });
      const at = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
      const headers = {
        'content-type': 'application/json',
        'x-service-timestamp': at,
        'x-service-signature': signature,
      };
      return fetch(inbound, { method: 'POST', headers, body }).then(({ status }) => status);
    };
    expect([await call(fresh, 1), await call(secret, 2), await call('whsec_wrong', 3)]).toEqual([
      202, 202, 401,
    ]);
    const bot = await create({ type: 'telegram', environment: 'sandbox', settings: {} });
    const refused = await server.owner('POST', path(`${bot.body.id}/rotate`));
    expect([refused.status, refused.body.code]).toEqual([409, 'channel_without_secret']);
    expect(
      signingSecrets({ signing_secret: 'a', former_secret: 'b', former_until: '2020-01-01T00:00:00Z' }),
    ).toEqual(['a']);
  });
});

it('a channel tells what came through it last, and since when messages do not arrive', async () => {
  const made = await create({ settings: { url: 'http://127.0.0.1:1/hook' } });
  const receiver = await startReceiver(made.body.settings.signing_secret);
  onTestFinished(() => receiver.close());
  await patch(made.body.id, { settings: { url: receiver.url } });
  const read = async () => (await server.owner('GET', path(made.body.id))).body.activity;
  expect(await read()).toEqual({
    last_received_at: null,
    last_sent_at: null,
    failing_since: null,
    last_error: null,
  });
  const identity = await server.make('POST', `/projects/${project.id}/identities`, {
    channel_id: made.body.id,
    external_id: 'c',
  });
  const say = () =>
    server.make('POST', `/projects/${project.id}/dialogs/${identity.id}/messages`, { text: 'Hello' });
  await say();
  await until(async () => (await read()).last_sent_at !== null);
  receiver.answer = (_received, response) => void response.writeHead(400).end();
  await say();
  await until(async () => (await read()).failing_since !== null);
  const since = (await read()).failing_since;
  expect((await read()).last_error).toBe('The other side answered with status 400.');
  await say();
  await until(() => receiver.received.length === 3);
  expect((await read()).failing_since).toBe(since);
  receiver.answer = (_received, response) => void response.writeHead(204).end();
  await say();
  await until(async () => (await read()).failing_since === null);
  const { items } = (await server.owner('GET', path())).body;
  expect(items.find(({ id }: { id: string }) => id === made.body.id).activity).toEqual(await read());
});

describe('how a web chat looks', () => {
  it('stands in the script of its channel, and in no other, whatever it says', async () => {
    const greeting = '</script>$& $1 "Hello"\u2028';
    const look = {
      ...{ title: 'Shop', accent: '#B4541A', greeting, position: 'left', theme: 'dark' },
      answer_minutes: 5,
    };
    const made = await create({ type: 'webchat', settings: { ...look, allowed_domains: ['shop.example'] } });
    const usual = await create({ type: 'webchat' });
    const script = async ({ body }: Answer) => (await fetch(`${server.url}/chat/${body.id}.js`)).text();
    const [, shown] = /const look = ([^\n]*);\n/.exec(await script(made))!;
    expect(JSON.parse(shown!)).toEqual(look);
    expect(await script(usual)).toContain('const look = {};');
    const changed = await patch(made.body.id, {
      settings: { accent: null, greeting: '', position: 'right', answer_minutes: null },
    });
    expect(changed.body.settings).not.toHaveProperty('accent');
    expect(await script(made)).toContain('const look = {"title":"Shop","position":"right","theme":"dark"};');
  });

  it('is refused where a browser could not show it', async () => {
    for (const settings of [
      ...[{ accent: 'red' }, { accent: '#12345' }, { position: 'top' }, { theme: 'blue' }, { radius: 29 }],
      ...[{ logo: 'http://shop.example/a.png' }, { logo: 'https://' }, { launcher: 'a'.repeat(31) }],
      ...[
        { person_button: 'sometimes' },
        { greetings: [{ text: '' }] },
        { greetings: [{ page: 'prices', text: 'Hi' }] },
      ],
      ...[{ greetings: [{ after_seconds: 3601, text: 'Hi' }] }],
    ])
      expect(faults(await create({ type: 'webchat', settings }))[1]![0]).toMatch(/^body\.settings\./);
  });
});
