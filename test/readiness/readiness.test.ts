import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { healthOf } from '../../src/dialog/channels/telegram/health.ts';
import { publicAddress } from '../../src/dialog/readiness/address.ts';
import type { ReadinessItem } from '../../src/dialog/readiness/check.ts';
import { limitsNear } from '../../src/dialog/readiness/limits.ts';
import { keyReplaced } from '../../src/dialog/readiness/secrets.ts';
import { readId } from '../../src/platform/ids.ts';
import { createVault } from '../../src/platform/secrets.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import type { Settings } from '../../src/settings.ts';
import { startReceiver } from '../fakes/receiver.ts';
import { startTarget } from '../fakes/target.ts';
import { startTelegram } from '../fakes/telegram.ts';
import { startYooKassa } from '../fakes/yookassa.ts';
import type { TestProject } from '../harness/client.ts';
import { patient } from '../harness/patience.ts';
import { encryptionKey, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { makeScene } from '../messages/scene.ts';
import { deliver, makeReceiver, signedBy } from '../webhooks/sender.ts';

let server: TestServer;
let project: TestProject;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());
beforeEach(async () => {
  project = await server.makeProject();
});

const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);
const readiness = (): Promise<{ ready: boolean; items: ReadinessItem[] }> => make('GET', '/readiness');
const uuid = () => readId('project', project.id)!;
/** Changes rows of the project behind the server's back. */
const change = (table: string, assignment: string, condition = 'true') =>
  server.server.parts.database.query(
    `UPDATE dialog.${table} SET ${assignment} WHERE project_id = $1 AND ${condition}`,
    [uuid()],
  );

async function find(id: string): Promise<ReadinessItem> {
  const { items } = await readiness();
  const item = items.find((found) => found.id === id);
  if (!item) throw new Error(`no ${id} among ${items.map((found) => found.id)}`);
  return item;
}
const statusOf = async (id: string) => (await find(id)).status;

it('a new project is not ready, and each item has one sentence that says what to do', async () => {
  const { ready, items } = await readiness();
  expect(ready).toBe(false);
  expect(Object.fromEntries(items.map(({ id, status }) => [id, status]))).toEqual({
    public_address: 'warning',
    live_channels: 'blocking',
    scenario: 'warning',
    keys: 'ok',
    queue: 'ok',
    daily_writes: 'ok',
    secrets: 'ok',
    unsettled: 'ok',
  });
  for (const { status, title, detail, action } of items) {
    expect(title).not.toBe('');
    expect(detail).toMatch(/\.$/);
    if (status === 'ok') expect(action).toBeNull();
    else expect(action).toMatch(/^[A-Z][^.]*(?:\.\w[^.]*)*\.$/);
  }
  await server.makeChannel(project.id, 'http://127.0.0.1:9/');
  expect((await readiness()).ready).toBe(true);
});

describe('the public address in readiness', () => {
  const judged = async (publicUrl: string | undefined) => {
    const { parts } = server.server;
    const settings: Settings = { ...parts.settings, publicUrl };
    const [item] = await publicAddress({ ...parts, settings, projectId: uuid() });
    return item!.status;
  };

  it('should be https, and without one no Telegram bot can work', async () => {
    expect(await judged(undefined)).toBe('warning');
    expect(await judged('http://parley.example')).toBe('warning');
    expect(await judged('https://parley.example')).toBe('ok');
    const { id } = await server.makeChannel(project.id);
    const asBot = "type = 'telegram', environment = 'live', settings = '{}'";
    await change('channels', asBot, `id = '${readId('channel', id)}'`);
    expect(await judged(undefined)).toBe('blocking');
    expect(await judged('http://parley.example')).toBe('blocking');
    expect(await judged('https://parley.example')).toBe('ok');
  });
});

describe('a webhook channel in readiness', () => {
  it('is judged by the messages of the last day', async () => {
    let status = 400;
    const { channelId, identity } = await makeScene(server, project, (_received, response) => {
      response.writeHead(status).end();
    });
    const item = `channel:${channelId}`;
    const send = async () => {
      const { body } = await server.send(project, await identity());
      await server.outcome(project, body.message_id);
    };
    expect(await find(item)).toMatchObject({ status: 'warning', action: expect.stringMatching(/^Send/) });
    await send();
    expect(await statusOf(item)).toBe('blocking');
    status = 204;
    await send();
    expect(await statusOf(item)).toBe('warning');
    await change('tasks', "state = 'succeeded'");
    expect(await find(item)).toMatchObject({ status: 'ok', detail: expect.stringContaining('2 messages') });
  });
});

describe('a Telegram channel in readiness', () => {
  async function makeBot() {
    const telegram = await startTelegram();
    onTestFinished(telegram.close);
    const { id } = await make('POST', '/channels', {
      type: 'telegram',
      name: 'Bot',
      environment: 'live',
      settings: { token: telegram.token, base_url: telegram.url },
    });
    return { telegram, id, item: `channel:${id}` };
  }

  it('is checked for whether its bot answers and sends updates to this channel', async () => {
    const { telegram, item } = await makeBot();
    expect(await find(item)).toMatchObject({ status: 'ok', action: null });

    const connected = telegram.webhook!;
    telegram.webhook = { ...connected, url: 'https://elsewhere.example/secret-path' };
    const moved = await find(item);
    expect(moved).toMatchObject({ status: 'blocking', detail: expect.stringContaining('elsewhere.example') });
    expect(moved.detail).not.toContain('secret-path');
    telegram.webhook = undefined;
    expect(await find(item)).toMatchObject({ status: 'blocking', detail: expect.stringContaining('nobody') });

    telegram.webhook = connected;
    telegram.trouble('getMe', { is: 'refused', status: 401, description: 'Unauthorized' });
    const refused = await find(item);
    expect(refused.status).toBe('blocking');
    expect(JSON.stringify(refused)).not.toContain(telegram.token);
  });

  it.each([
    [
      'an error just now',
      { last_error_date: Math.floor(Date.now() / 1000), last_error_message: 'Timeout' },
      'warning',
    ],
    ['an error of yesterday', { last_error_date: Math.floor(Date.now() / 1000) - 86_400 }, 'ok'],
    ['many updates that wait', { pending_update_count: 101 }, 'warning'],
  ])('with %s', async (_, more, status) => {
    const { telegram, item } = await makeBot();
    const result = { url: telegram.webhook!.url, pending_update_count: 0, ...more };
    const body = JSON.stringify({ ok: true, result });
    telegram.trouble('getWebhookInfo', { is: 'answered_after_acting', status: 200, body });
    expect(await statusOf(item)).toBe(status);
  });

  it('is blocking if the bot does not answer within the time limit', async () => {
    const { telegram, id } = await makeBot();
    telegram.trouble('getWebhookInfo', { is: 'hang' });
    const bot = { settings: { base_url: telegram.url }, secrets: { token: telegram.token } };
    const path = `/api/channels/${id}/telegram`;
    const { http } = server.server.parts;
    const begun = performance.now();
    const health = await healthOf(bot, { http, path, publicUrl: undefined, withinMs: 300 });
    expect(health.status).toBe('blocking');
    expect(performance.now() - begun).toBeLessThan(patient(2000));
  });

  it('is compared with the public address, once it is known', async () => {
    const { telegram, id } = await makeBot();
    const bot = { settings: { base_url: telegram.url }, secrets: { token: telegram.token } };
    const options = { http: server.server.parts.http, path: `/api/channels/${id}/telegram`, withinMs: 5000 };
    expect((await healthOf(bot, { ...options, publicUrl: server.url })).status).toBe('ok');
    expect((await healthOf(bot, { ...options, publicUrl: 'https://parley.example' })).status).toBe(
      'blocking',
    );
  });
});

it('a web chat without an allowed domain is a warning', async () => {
  const { id } = await make('POST', '/channels', { type: 'webchat', name: 'Chat', environment: 'live' });
  expect(await statusOf(`channel:${id}`)).toBe('warning');
  await make('PATCH', `/channels/${id}`, { settings: { allowed_domains: ['shop.example'] } });
  expect(await statusOf(`channel:${id}`)).toBe('ok');
});

describe('readiness of published definitions', () => {
  const calling = (...triggers: object[]) => ({
    triggers,
    steps: [{ id: 'call', type: 'operation', operation: 'order', input: {} }],
  });

  beforeEach(async () => {
    await make('PUT', '/operations/order', { name: 'Order', environments: ['sandbox'] });
  });

  it("checks whether the scenario works with the project's present records", async () => {
    expect(await statusOf('scenario')).toBe('warning');
    await make('PUT', '/scenario/draft', { definition: { triggers: [], steps: [] } });
    expect(await find('scenario_draft')).toMatchObject({
      status: 'warning',
      detail: expect.stringContaining('"steps"'),
    });
    await make('PUT', '/scenario/draft', { definition: calling({ type: 'any' }) });
    await make('POST', '/scenario/publish');
    expect([await statusOf('scenario'), await statusOf('scenario_draft')]).toEqual(['ok', 'ok']);
    await make('DELETE', '/operations/order');
    expect(await find('scenario')).toMatchObject({
      status: 'blocking',
      detail: expect.stringContaining('order'),
    });
  });

  it('checks the workflows in the same way', async () => {
    const definition = calling();
    await make('PUT', '/workflows/buy', { name: 'Buy', definition });
    await make('POST', '/workflows/buy/publish');
    expect(await statusOf('workflow:buy')).toBe('ok');
    await make('DELETE', '/operations/order');
    expect(await statusOf('workflow:buy')).toBe('blocking');
  });
});

it('a connection of live operations needs a recent successful test of its present settings', async () => {
  const secret = newSigningSecret();
  const receiver = await startReceiver(secret);
  onTestFinished(receiver.close);
  const shop = (settings: object) =>
    make('PUT', '/connections/shop', { name: 'Shop', kind: 'webhook', settings });
  const test = () => make('POST', '/connections/shop/test');
  const { settings } = await shop({ url: 'http://127.0.0.1:9/' });
  await make('PUT', '/operations/order', {
    name: 'Order',
    kind: 'webhook',
    connection: 'shop',
    environments: ['live'],
  });
  const item = 'connection:shop';
  expect(settings.signing_secret).toMatch(/^whsec_/);
  expect(await find(item)).toMatchObject({ status: 'warning', action: 'Test the connection.' });
  expect((await test()).ok).toBe(false);
  expect(await statusOf(item)).toBe('blocking');

  await shop({ url: receiver.url, signing_secret: secret });
  expect(await statusOf(item)).toBe('warning');
  expect((await test()).ok).toBe(true);
  expect(await statusOf(item)).toBe('ok');
  expect((await make('GET', '/connections/shop')).last_test).toMatchObject({ ok: true, status: 204 });
  const longAgo = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await change('connections', `last_test = last_test || '{"at": "${longAgo}"}'`);
  expect(await statusOf(item)).toBe('warning');
});

it('a shop of live payments must be live, enabled, and have the receipts that it needs', async () => {
  const fake = await startYooKassa({ shopId: '42' });
  onTestFinished(fake.close);
  const settings = { shop_id: '42', secret_key: fake.secretKey, base_url: fake.baseUrl };
  const shop = (more: object = {}) =>
    make('PUT', '/connections/till', { name: 'Till', kind: 'yookassa', settings: { ...settings, ...more } });
  await shop();
  await make('PUT', '/operations/month', {
    name: 'A month',
    kind: 'payment',
    connection: 'till',
    environments: ['live'],
    request: { amount: { value: '990.00', currency: 'RUB' }, product: 'club', access: { days: 30 } },
  });
  const item = 'shop:till';
  expect(await find(item)).toMatchObject({ status: 'ok', detail: expect.stringContaining('money moves') });
  fake.shop.settings.test = true;
  expect(await find(item)).toMatchObject({ status: 'warning', detail: expect.stringContaining('test shop') });
  fake.shop.settings.test = false;
  fake.shop.settings.fiscalization = true;
  expect(await find(item)).toMatchObject({ status: 'blocking', action: expect.stringContaining('receipt') });
  fake.shop.settings.fiscalization = false;
  await shop({ secret_key: 'another' });
  expect(await find(item)).toMatchObject({ status: 'blocking', action: expect.stringContaining('secret') });
});

it('a receiver needs recent calls with the right signature', async () => {
  const receiver = await makeReceiver(server, project.id);
  const item = `receiver:${receiver.slug}`;
  const call = (secret: string) => deliver(server, receiver, '{"n":1}', signedBy(secret, '{"n":1}'));
  const settled = () => make('GET', `/receivers/${receiver.slug}/deliveries`);
  expect(await statusOf(item)).toBe('warning');
  await call('another secret');
  await settled();
  expect(await statusOf(item)).toBe('blocking');
  await call(receiver.secret);
  await settled();
  expect(await statusOf(item)).toBe('warning');
  await change('arrivals', "at = at - interval '8 days'", "status = 'rejected'");
  expect(await statusOf(item)).toBe('ok');
});

it('a receiver whose workflow is not published is blocking', async () => {
  const { slug } = await makeReceiver(server, project.id, { target: { workflow: 'bill', input: {} } });
  expect(await find(`receiver:${slug}`)).toMatchObject({
    status: 'blocking',
    detail: expect.stringContaining('no published workflow "bill"'),
  });
});

it('a receiver whose accepted calls fail shows why', async () => {
  const channel = await server.makeChannel(project.id);
  const identity = { channel_id: channel.id, external_id: '{{ body.customer }}' };
  const receiver = await makeReceiver(server, project.id, { target: { event: { identity, text: 'Hello' } } });
  const item = `receiver:${receiver.slug}`;
  let calls = 0;
  const call = async (customer: string) => {
    // The same body signed within the same second would be the same call.
    const { body } = await deliver(server, receiver, { customer, n: ++calls });
    await until(async () =>
      (await server.audit(project)).some(
        ({ action, subject }) => subject.id === body.event_id && /^webhook\.(handled|failed)$/.test(action),
      ),
    );
    await make('GET', `/receivers/${receiver.slug}/deliveries`);
    return find(item);
  };
  expect(await call('anna')).toMatchObject({
    status: 'blocking',
    detail: expect.stringMatching(/^1 call of the last 1 .*no identity that is named here/),
  });
  await server.makeIdentity(project.id, channel.id, 'anna');
  expect(await call('anna')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('of the last 2'),
  });
});

it('a receiver whose calls are rejected shows what to correct', async () => {
  const receiver = await makeReceiver(server, project.id);
  const rejected = async (body: string, secret: string) => {
    await deliver(server, receiver, body, signedBy(secret, body));
    await make('GET', `/receivers/${receiver.slug}/deliveries`);
    return (await find(`receiver:${receiver.slug}`))?.action;
  };
  expect(await rejected('{"n":1}', 'another secret')).toContain('secret');
  expect(await rejected('{"n":', receiver.secret)).toContain('JSON');
});

it('a disabled subscription is blocking', async () => {
  await make('PUT', '/subscriptions/shop', { kinds: ['message.*'], url: 'http://127.0.0.1:9/' });
  expect(await statusOf('subscription:shop')).toBe('ok');
  await change('subscriptions', "state = 'disabled', reason = 'The endpoint is gone.'");
  expect(await find('subscription:shop')).toMatchObject({
    status: 'blocking',
    detail: expect.stringContaining('is gone'),
  });
});

it("a subscription whose deliveries fail is a warning with the endpoint's answer", async () => {
  const target = await startTarget();
  onTestFinished(target.close);
  target.manner = () => ({ does: 'answer', status: 500 });
  const subscription = { kinds: ['message.*'], url: target.url, environments: ['sandbox'] };
  await make('PUT', '/subscriptions/shop', subscription);
  const channel = await server.makeChannel(project.id);
  await server.send(project, (await server.makeIdentity(project.id, channel.id)).id);
  const item = await until(async () => {
    const found = await find('subscription:shop');
    return found.status === 'warning' && found;
  });
  expect(item.detail).toContain('status 500');
  target.manner = () => ({ does: 'answer' });
  await change('tasks', 'due_at = now()', "kind = 'delivery'");
  await until(async () => (await statusOf('subscription:shop')) === 'ok');
});

it('a published method whose target was deleted, or left its environment, is blocking', async () => {
  await make('PUT', '/operations/order', { name: 'Order', environments: ['sandbox'] });
  await make('PUT', '/methods/buy', { name: 'Buy', target: { operation: 'order' } });
  await make('POST', '/methods/buy/publish');
  expect(await statusOf('method:buy')).toBe('ok');
  await change('operations', "environments = '{live}'");
  expect(await find('method:buy')).toMatchObject({
    status: 'blocking',
    detail: expect.stringContaining('operation order'),
  });
  // As in a database of an older build, which allowed the deletion.
  await server.server.parts.database.query('DELETE FROM dialog.operations WHERE project_id = $1', [uuid()]);
  expect(await statusOf('method:buy')).toBe('blocking');
  await make('POST', '/methods/buy/versions/1/retire');
  expect((await readiness()).items.map(({ id }) => id)).not.toContain('method:buy');
});

describe('the keys of a project in readiness', () => {
  it('are a warning if there is none', async () => {
    expect(await statusOf('keys')).toBe('ok');
    await make('DELETE', `/keys/${project.keyId}`);
    expect(await statusOf('keys')).toBe('warning');
  });

  it('are a warning if they have scopes that they do not use', async () => {
    const old = await server.makeKey(project.id, ['audit:read', 'profiles:read']);
    await server.makeKey(project.id, ['audit:read']);
    const item = `key:${old.id}`;
    await make('DELETE', `/keys/${project.keyId}`);
    expect((await readiness()).items.filter(({ id }) => id.startsWith('key:'))).toEqual([]);
    await change(
      'project_keys',
      "created_at = now() - interval '31 days'",
      `id = '${readId('key', old.id)}'`,
    );
    expect(await find(item)).toMatchObject({ status: 'warning', action: expect.stringMatching(/^Revoke/) });

    const use = async (path: string, expected: number) => {
      const { status } = await server.call('GET', `/api/v1/projects/${project.id}${path}`, old);
      expect(status).toBe(expected);
    };
    await use('/audit', 200);
    await use('/tables', 403); // refused, so it does not count as use
    expect((await find(item)).detail).toMatch(/no use of profiles:read\.$/);
    await use('/profiles', 200);
    expect((await readiness()).items.some(({ id }) => id === item)).toBe(false);
    await change('project_keys', `scope_uses = scope_uses || '{"audit:read": "2020-01-01"}'`);
    expect((await find(item)).detail).toMatch(/no use of audit:read\.$/);
  });
});

it('the limits of a project are a warning when they are near, and blocking when they are reached', async () => {
  const { id: channelId } = await server.makeChannel(project.id);
  const { id } = await server.makeIdentity(project.id, channelId);
  for (let n = 0; n < 9; n++) await server.send(project, id);
  const { parts } = server.server;
  // Once they are carried out, nothing changes the counters.
  await until(async () => (await find('queue')).detail.startsWith('0 of'));
  const usage = await server.make('GET', `/projects/${project.id}/usage`);
  expect(usage).toEqual({
    unfinished: { used: 0, limit: parts.settings.projectQueueLimit },
    accepted_today: {
      ...{ used: 9, limit: parts.settings.projectDailyLimit },
      resets_at: expect.stringMatching(/T00:00:00\.000Z$/),
    },
    files: { used: 0, limit: parts.settings.filesProjectBytes },
    requests_per_minute: parts.settings.rateLimitPerMinute,
  });
  await change('project_counters', 'unfinished = accepted');
  const judged = async (limit: number) => {
    const settings: Settings = { ...parts.settings, projectQueueLimit: limit, projectDailyLimit: limit };
    return (await limitsNear({ ...parts, settings, projectId: uuid() })).map(({ status }) => status);
  };
  expect(await judged(12)).toEqual(['ok', 'ok']);
  expect(await judged(11)).toEqual(['warning', 'warning']);
  expect(await judged(9)).toEqual(['blocking', 'blocking']);
  await change('project_counters', 'day = day - 1, unfinished = 0');
  expect(await judged(9)).toEqual(['ok', 'ok']);
});

it('secrets that cannot be decrypted are blocking', async () => {
  const { receiver } = await makeScene(server, project);
  await make('PUT', '/connections/shop', { name: 'Shop', kind: 'webhook', settings: { url: receiver.url } });
  await make('PUT', '/subscriptions/shop', { kinds: ['message.*'], url: receiver.url });
  await make('POST', '/subscriptions/shop/rotate');
  await make('PUT', '/receivers/shop', { name: 'Shop' });
  await make('POST', '/receivers/shop/rotate');
  await make('PATCH', '/settings', { vk_app_secret: 'made-up-vk-secret' });
  expect(await find('secrets')).toMatchObject({ status: 'ok', detail: '7 sealed secrets can be opened.' });
  const kept = [
    ['channels', 'secrets', 'channel Test channel'],
    ['connections', 'secrets', 'connection shop'],
    ['subscriptions', 'previous_secret', 'subscription shop'],
    ['receivers', 'secret', 'receiver shop'],
    ['project_settings', 'secrets', 'project settings'],
  ] as const;
  for (const [table, column, name] of kept) {
    await change(table, `${column} = left(${column}, -4) || 'AAAA'`);
    const item = await find('secrets');
    expect([item.status, item.detail.includes(name)]).toEqual(['blocking', true]);
  }
  // A secret that cannot be decrypted can be set again.
  expect((await make('GET', '/settings')).vk_app_secret).toBe('not set');
  await make('PATCH', '/settings', { vk_app_secret: 'another-vk-secret' });
  expect((await find('secrets')).detail).not.toContain('settings');
});

it('unknown outcomes are a warning', async () => {
  const { identity } = await makeScene(server, project, (_received, response) => {
    response.writeHead(500).end();
  });
  const { body } = await server.send(project, await identity());
  expect(await server.outcome(project, body.message_id)).toBe('message.unknown');
  expect(await find('unsettled')).toMatchObject({
    status: 'warning',
    detail: expect.stringContaining('1 record'),
    action: expect.stringContaining('/unsettled'),
  });
  const ofChannel = (await readiness()).items.filter(({ id }) => id.startsWith('channel:'));
  expect(ofChannel.map(({ action }) => action)).toEqual([
    expect.stringMatching(/settle .* at \/unsettled\.$/),
  ]);
  await make('POST', `/unsettled/${body.message_id}/settle`, { outcome: 'done' });
  expect(await statusOf('unsettled')).toBe('ok');
});

it('names each previous encryption key with the secrets that need it, so that it is known which one can go', async () => {
  const { parts } = server.server;
  await server.makeChannel(project.id);
  const [next, unused] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  const vault = createVault(next, [unused, encryptionKey]);
  // As if this server had all of them, and all had been used; it is the only process, and seals nothing anew.
  await parts.database.query('UPDATE dialog.processes SET keys = $1', [vault.keyIds]);
  await parts.database.query('UPDATE dialog.installation SET sealed_by = $1', [vault.keyIds]);
  const [item] = await keyReplaced({ ...parts, vault, projectId: uuid() });
  const [, unusedId, usedId] = vault.keyIds;
  expect(item!.detail).toMatch(
    new RegExp(
      `Previous key 1 \\(id ${unusedId}\\) is needed by none\\. Previous key 2 \\(id ${usedId}\\) is needed by [1-9]\\d* secrets?\\.$`,
    ),
  );
  await parts.database.query('UPDATE dialog.processes SET keys = $1', [parts.vault.keyIds]);
  await parts.database.query('UPDATE dialog.installation SET sealed_by = $1', [parts.vault.keyIds]);
});
