import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findSignatureFault } from '../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let scene: Scene;

beforeAll(async () => {
  server = await useTestServer();
  scene = new Scene(server, await server.makeProject());
  await scene.connect('shop', { base_url: 'http://127.0.0.1:9' });
  await scene.define('order', {
    connection: 'shop',
    mock: { result: { ok: true } },
    input_schema: { type: 'object', required: ['sku'] },
  });
});
afterAll(() => server?.close());

const below = (path: string) => `/projects/${scene.project.id}${path}`;
const jobIs = (jobId: string, status: string) =>
  until(async () => {
    const found = await server.make('GET', below(`/jobs/${jobId}`));
    return found.status === status && found;
  });
const audited = async (subject: string) =>
  (await server.make('GET', below(`/audit?subject_id=${subject}`))).items as any[];

describe('an operation by hand', () => {
  const run = (body: object, key?: string) =>
    server.owner(
      'POST',
      below('/operations/order/runs'),
      body,
      key === undefined ? {} : { 'idempotency-key': key },
    );

  it('runs in the sandbox without a key, and the audit log names who asked for it', async () => {
    const { status, body } = await run({ input: { sku: 'A-1', n: 1.1 } });
    expect([status, body.environment]).toEqual([202, 'sandbox']);
    expect(body.status_url).toBe(`/api/owner${below(`/jobs/${body.job_id}`)}`);
    expect(await jobIs(body.job_id, 'succeeded')).toMatchObject({
      result: { ok: true },
      input: { sku: 'A-1' },
    });
    const entries = await audited(body.job_id);
    expect(entries.at(-1)).toMatchObject({
      action: 'job.accepted',
      actor: { type: 'owner', name: 'owner@example.com' },
      data: { operation_id: 'order', by_hand: true, environment: 'sandbox' },
    });
  });

  it('is a real run where it is live, and repeated with its key it is the same one', async () => {
    const key = randomUUID();
    const input = { sku: 'A-1' };
    const first = await run({ environment: 'live', input }, key);
    const again = await run({ environment: 'live', input }, key);
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    expect((await run({ environment: 'live', input: { sku: 'A-2' } }, key)).status).toBe(409);
    expect((await audited(first.body.job_id)).at(-1)).toMatchObject({
      environment: 'live',
      data: { by_hand: true, environment: 'live' },
    });
  });

  it('takes money in the sandbox only, also as the target of a method', async () => {
    const channel = await server.makeChannel(scene.project.id);
    const { id: identity_id } = await server.makeIdentity(scene.project.id, channel.id);
    await server.make('PUT', below('/connections/till'), {
      ...{ name: 'Till', kind: 'yookassa' },
      settings: { shop_id: '123456', secret_key: 'test_secret' },
    });
    await scene.define('sale', {
      ...{ kind: 'payment', connection: 'till', environments: ['sandbox', 'live'] },
      request: { amount: { value: '1.00', currency: 'RUB' } },
    });
    const sell = (environment: string) =>
      server.owner('POST', below('/operations/sale/runs'), { environment, identity_id });
    const refused = await sell('live');
    expect([refused.status, refused.body.code]).toEqual([409, 'environment_not_available']);
    expect(refused.body.detail).toContain('sandbox only');
    const { status, body } = await sell('sandbox');
    expect(status).toBe(202);
    await jobIs(body.job_id, 'succeeded');

    await server.make('PUT', below('/methods/sell'), {
      ...{ name: 'Sell', target: { operation: 'sale' }, environment: 'live' },
      ...{ input: [{ name: 'customer', type: 'string', required: true }], identity: 'customer' },
    });
    await server.make('POST', below('/methods/sell/publish'));
    const call = (query: string) =>
      server.owner('POST', below(`/methods/sell/versions/1/calls${query}`), { customer: identity_id });
    expect((await call('')).body).toEqual(refused.body);
    expect((await call('?environment=sandbox')).status).toBe(202);
    expect((await server.make('GET', below('/payments?environment=live'))).items).toEqual([]);
  });

  it('takes only what its schema takes, at the place of the fault', async () => {
    const { status, body } = await run({ input: {} });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'input', 'sku']]);
  });
});

describe('a published method by hand', () => {
  it('is called by its contract, in its environment or in the sandbox, and no method key reads the call', async () => {
    await server.make('PUT', below('/methods/buy'), {
      name: 'Buy',
      target: { operation: 'order' },
      environment: 'live',
      input: [{ name: 'sku', type: 'string', required: true }],
    });
    await server.make('POST', below('/methods/buy/publish'));
    const call = (query: string, body: object) =>
      server.owner('POST', below(`/methods/buy/versions/1/calls${query}`), body);
    expect((await call('', {})).body.detail[0].loc).toEqual(['body', 'sku']);
    const { status, body } = await call('?environment=sandbox', { sku: 'A-1' });
    expect(status).toBe(202);
    await jobIs(body.job_id, 'succeeded');
    expect((await audited(body.job_id)).at(-1)).toMatchObject({
      actor: { type: 'owner' },
      data: { method: 'buy', method_version: 1, by_hand: true, environment: 'sandbox' },
    });
    const live = await call('', { sku: 'A-1' });
    expect((await server.make('GET', below(`/jobs/${live.body.job_id}`))).environment).toBe('live');
    const { key } = await server.make('POST', below('/method-keys'), { name: 'Partner', methods: ['buy'] });
    const path = `/api/published/${scene.project.id}/buy/v1/jobs/${body.job_id}`;
    expect((await server.call('GET', path, { key })).status).toBe(404);
  });
});

describe('a sample for a subscription', () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver(secret);
    await server.make('PUT', below('/subscriptions/news'), {
      kinds: ['job.succeeded'],
      url: receiver.url,
      signing_secret: secret,
    });
  });
  afterAll(() => receiver?.close());

  it('is signed like a delivery, says that it is a test, and is no delivery', async () => {
    const { body } = await server.owner('POST', below('/subscriptions/news/try'), {});
    expect(body).toMatchObject({ ok: true, status: expect.any(Number) });
    expect(findSignatureFault(secret, body.request.headers, body.request.body)).toBeUndefined();
    expect(JSON.parse(body.request.body)).toMatchObject({ type: 'job.succeeded', test: true });
    const id = body.request.headers['webhook-id'];
    expect((await server.owner('GET', below(`/deliveries/${id}`))).status).toBe(404);
    expect((await audited('news'))[0]).toMatchObject({
      action: 'subscription.tried',
      actor: { type: 'owner' },
    });
  });

  it('to an endpoint that nobody reaches says so', async () => {
    await server.make('PUT', below('/subscriptions/gone'), { kinds: ['job.*'], url: 'http://127.0.0.1:9/' });
    const { status, body } = await server.owner('POST', below('/subscriptions/gone/try'), {
      type: 'job.failed',
    });
    expect([status, body.ok, body.status]).toEqual([200, false, null]);
    expect(body.detail).not.toBe('');
  });
});

describe('a sample call to a receiver', () => {
  const given = 'a-secret-of-the-sender';
  it.each<[string, object, string | undefined, object?]>([
    ['service', { type: 'service' }, given],
    ['standard-webhooks', { type: 'standard-webhooks' }, undefined],
    ['github', { type: 'github' }, given],
    ['stripe', { type: 'stripe' }, given],
    ['shopify', { type: 'shopify' }, given],
    ['slack', { type: 'slack' }, given],
    ['telegram', { type: 'telegram-secret' }, given],
    [
      'hmac',
      {
        type: 'hmac',
        header: 'x-sign',
        algorithm: 'sha512',
        encoding: 'base64',
        prefix: 'v9=',
        timestamp_header: 'x-time',
        signed: '{{ headers.x-time }}.{{ headers.x-shop }}.{{ body }}',
      },
      given,
      { 'X-Shop': 'riga' },
    ],
    ['token', { type: 'token', name: 'authorization', prefix: 'Bearer ' }, given],
    ['token-query', { type: 'token', in: 'query', name: 'token' }, given],
    ['basic', { type: 'basic', username: 'ann' }, given],
    ['none', { type: 'none' }, undefined],
  ])(
    'passes the checks of %s as one of the sender does, and shows no secret',
    async (slug, verification, secret, headers) => {
      await server.make('PUT', below(`/receivers/${slug}`), {
        name: slug,
        verification,
        ...(secret && { secret }),
      });
      const { status, text, body } = await server.owner('POST', below(`/receivers/${slug}/try`), {
        body: '{"order": "it\'s 1042"}',
        ...(headers && { headers }),
      });
      expect([status, body.answer?.status]).toEqual([200, 202]);
      expect(text).not.toContain(given);
      expect(text).not.toContain(Buffer.from(`ann:${given}`).toString('base64'));
      expect(body.request.curl).toContain(`--data-raw '{"order": "it'\\''s 1042"}'`);
      const { items } = await server.make('GET', below(`/receivers/${slug}/deliveries`));
      expect(items[0]).toMatchObject({ status: 'accepted' });
    },
  );

  it('is accepted again from a shell, as its curl line says, until its signature is old', async () => {
    await server.make('PUT', below('/receivers/again'), { name: 'Again', secret: given });
    const tried = await server.owner('POST', below('/receivers/again/try'), { body: '{"n":1}' });
    const { request, answer } = tried.body;
    const at = request.headers['x-service-timestamp'];
    expect(request.headers['x-service-signature']).toBe(
      createHmac('sha256', given).update(`${at}.{"n":1}`).digest('hex'),
    );
    const { pathname } = new URL(request.url);
    const repeated = await server.call('POST', pathname, { raw: request.body, headers: request.headers });
    // The same call again is the same event.
    expect([repeated.status, repeated.body.event_id]).toEqual([202, JSON.parse(answer.body).event_id]);
  });

  it('shows why a receiver refuses it, and needs the headers that are signed', async () => {
    await server.make('PUT', below('/receivers/form'), { name: 'Form', verification: { type: 'none' } });
    const wrong = await server.owner('POST', below('/receivers/form/try'), { body: 'not json' });
    expect([wrong.status, wrong.body.answer.status]).toEqual([200, 422]);
    const lacking = await server.owner('POST', below('/receivers/hmac/try'), {});
    expect([lacking.status, lacking.body.detail[0].loc]).toEqual([422, ['body', 'headers']]);
    expect(
      (await server.owner('POST', below('/receivers/form/try'), { headers: { Host: 'x' } })).status,
    ).toBe(422);
  });

  it('is told from a call of the sender by its header, in the audit log and in what flows see', async () => {
    const { items } = await server.make('GET', below('/audit?action=receiver.tried'));
    expect(items[0]).toMatchObject({ actor: { type: 'owner' }, data: { status: expect.any(Number) } });
  });
});
