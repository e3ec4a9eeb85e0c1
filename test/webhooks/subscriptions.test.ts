import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId, showId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import type { TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import type { TestServer } from '../harness/server.ts';
import { useTestServer } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let customer: { id: string };
let live: { id: string };
const open: Receiver[] = [];

beforeAll(async () => {
  server = await useTestServer();
  project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  customer = await server.makeIdentity(project.id, channel.id);
  const taker = await receive();
  const liveChannel = await server.makeChannel(project.id, taker.receiver.url, {
    signing_secret: taker.secret,
  });
  live = await server.makeIdentity(project.id, liveChannel.id);
});
afterEach(async () => {
  const { items } = await server.make('GET', path('/subscriptions'));
  for (const { slug } of items) await server.make('DELETE', path(`/subscriptions/${slug}`));
});
afterAll(async () => {
  await server?.close();
  await Promise.all(open.map((receiver) => receiver.close()));
  expect(open.flatMap((receiver) => receiver.refused)).toEqual([]);
});

const path = (below: string) => `/projects/${project.id}${below}`;

async function receive() {
  const secret = newSigningSecret();
  const receiver = await startReceiver(secret);
  open.push(receiver);
  return { secret, receiver };
}

async function subscribe(more: Record<string, unknown> = {}) {
  const { secret, receiver } = await receive();
  const slug = `s-${randomUUID().slice(0, 8)}`;
  const body = { kinds: ['message.*'], url: receiver.url, signing_secret: secret, ...more };
  const made = await server.make('PUT', path(`/subscriptions/${slug}`), body);
  return { slug, secret, receiver, made, body };
}

const say = async (identityId: string) => {
  const { body } = await server.send(project, identityId);
  await server.outcome(project, body.message_id);
  return body.message_id as string;
};
const deliveries = async (query: string) => server.make('GET', path(`/deliveries?${query}`));

describe('a subscription', () => {
  it('gets signed notifications that have the entries of the audit log', async () => {
    const before = await say(live.id);
    const { receiver, slug } = await subscribe();
    const messageId = await say(live.id);
    const [told] = await receiver.waitFor(1);
    const entry = (await server.audit(project)).find(
      (e) => e.action === 'message.sent' && e.subject.id === messageId,
    );
    expect(told!.body).toEqual({
      type: 'message.sent',
      timestamp: entry.at,
      data: {
        id: entry.id,
        subject: { type: 'message', id: messageId },
        environment: 'live',
        actor: { type: 'system', id: null, name: null },
        request_id: entry.request_id,
        identity_id: live.id,
        attempts: 1,
      },
    });
    expect(told!.headers['content-type']).toBe('application/json');
    const { items, next_offset } = await until(async () => {
      const page = await deliveries(`subscription=${slug}`);
      return page.items[0]?.status === 'succeeded' && page;
    });
    expect(next_offset).toBeNull();
    expect(items).toEqual([
      {
        id: told!.id,
        subscription: slug,
        type: 'message.sent',
        audit_id: entry.id,
        status: 'succeeded',
        attempts: [
          {
            n: 1,
            at: expect.any(String),
            duration_ms: expect.any(Number),
            status: 204,
            error: null,
            answer: '',
            answer_headers: { date: expect.any(String) },
            answer_truncated: false,
          },
        ],
        error: null,
        next_attempt_at: null,
        created_at: expect.any(String),
        finished_at: expect.any(String),
      },
    ]);
    expect(JSON.stringify(receiver.received)).not.toContain(before);
  });

  it('is told who comes into the project, gets another role and leaves, and never the token of an invitation', async () => {
    const { receiver } = await subscribe({ kinds: ['person.*', 'owner.new_device'] });
    const anna = await join(server, project.id, 'operator', 'anna@example.com');
    await server.make('PATCH', path(`/people/${anna.id}`), { role: 'analyst' });
    await server.make('DELETE', path(`/people/${anna.id}`));
    const told = await receiver.waitFor(4);
    const types = ['person.invited', 'person.joined', 'person.removed', 'person.role_changed'];
    expect(told.map(({ body }) => body.type).sort()).toEqual(types);
    expect(new Set(told.map(({ body }) => body.data.email))).toEqual(new Set(['anna@example.com']));
    // An id is shorter than a token.
    expect(JSON.stringify(told)).not.toMatch(/inv_[\w-]{27}/);
  });

  it('is told of approvals that flows ask for, and how they end', async () => {
    const { receiver } = await subscribe({ kinds: ['approval.*'] });
    const steps = [
      { id: 'ask', type: 'wait_for', approval: { text: 'A secret sum?' } },
      { id: 'end', type: 'end' },
    ];
    const definition = { steps };
    await server.make('PUT', path('/workflows/asks'), { name: 'Asks', environment: 'live', definition });
    await server.make('POST', path('/workflows/asks/publish'));
    const run = await server.call('POST', `/api/v1/projects/${project.id}/workflows/asks/run`, {
      ...{ key: project.key, body: {}, headers: { 'idempotency-key': 'asks-once' } },
    });
    const [asked] = await receiver.waitFor(1);
    expect(asked!.body).toMatchObject({
      type: 'approval.requested',
      data: { step: 'ask', run_id: run.body.run_id },
    });
    await server.make('POST', path(`/approvals/${asked!.body.data.subject.id}/approve`));
    const told = await receiver.waitFor(2);
    expect(told.map(({ body }) => body.type)).toEqual(['approval.requested', 'approval.approved']);
    expect(JSON.stringify(told)).not.toContain('A secret sum?');
  });

  it('gets only its kinds, and events of the sandbox only if it includes them', async () => {
    const all = await subscribe({ environments: ['sandbox', 'live'] });
    const liveOnly = await subscribe();
    const failures = await subscribe({
      kinds: ['message.failed', 'job.*'],
      environments: ['sandbox', 'live'],
    });
    const tried = await say(customer.id);
    const sent = await say(live.id);
    await Promise.all([all.receiver.waitFor(2), liveOnly.receiver.waitFor(1)]);
    const subjects = ({ receiver }: { receiver: Receiver }) =>
      receiver.received.map(({ body }) => [body.data.subject.id, body.data.environment]).sort();
    expect(subjects(all)).toEqual(
      [
        [tried, 'sandbox'],
        [sent, 'live'],
      ].sort(),
    );
    expect(subjects(liveOnly)).toEqual([[sent, 'live']]);
    // The others were notified in the same round, after this subscription was checked.
    expect(subjects(failures)).toEqual([]);
  });

  it('shows once the secret that the server made, and its requests are signed with it', async () => {
    const body = { kinds: ['message.sent'], url: 'https://example.org/hook' };
    const made = await server.owner('PUT', path('/subscriptions/made'), body);
    expect([made.status, made.body]).toEqual([
      201,
      {
        slug: 'made',
        name: '',
        kinds: ['message.sent'],
        environments: ['live'],
        url: body.url,
        signing_secret: expect.stringMatching(/^whsec_/),
        previous_secret_until: null,
        status: 'enabled',
        reason: null,
        disabled_at: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    const again = await server.owner('PUT', path('/subscriptions/made'), { ...body, name: 'Named' });
    expect([again.status, again.body.signing_secret, again.body.name]).toEqual([200, 'set', 'Named']);
    const listed = await server.make('GET', path('/subscriptions'));
    expect(JSON.stringify(listed)).not.toContain(made.body.signing_secret);
    const receiver = await startReceiver(made.body.signing_secret);
    open.push(receiver);
    await server.make('PUT', path('/subscriptions/made'), { ...body, url: receiver.url });
    await say(live.id);
    await receiver.waitFor(1);
  });

  it('signs with both secrets while they are being changed', async () => {
    const { slug, secret, receiver } = await subscribe();
    const rotated = await server.make('POST', path(`/subscriptions/${slug}/rotate`));
    expect(rotated.signing_secret).toMatch(/^whsec_/);
    expect(Date.parse(rotated.previous_secret_until) - Date.now()).toBeGreaterThan(23.9 * 3600_000);
    await say(live.id);
    const [told] = await receiver.waitFor(1);
    const headers = told!.headers as Record<string, string>;
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const each of [secret, rotated.signing_secret]) {
      expect(new Webhook(each).verify(JSON.stringify(told!.body), headers)).toEqual(told!.body);
    }
    await server.server.parts.database.query(
      'UPDATE dialog.subscriptions SET previous_until = now() WHERE slug = $1',
      [slug],
    );
    const given = newSigningSecret();
    const chosen = await server.make('POST', path(`/subscriptions/${slug}/rotate`), {
      signing_secret: given,
    });
    expect(chosen.signing_secret).toBe('set');
  });

  it('shows what its endpoint answered: the headers that matter and the first 4 KiB, secrets hidden', async () => {
    const { slug, receiver } = await subscribe();
    const body = `{"error":"no such order","access_token":"of-theirs","rest":"${'x'.repeat(5000)}"}`;
    receiver.answer = (_received, response) =>
      void response.writeHead(500, { 'x-request-id': 'b7f3', 'set-cookie': 'a=1' }).end(body);
    await say(live.id);
    const { attempts } = await until(async () => {
      const [first] = (await deliveries(`subscription=${slug}`)).items;
      return first?.attempts.length > 0 && first;
    });
    const shown = body.replace('of-theirs', '[hidden]').slice(0, 4096);
    expect(attempts[0]).toMatchObject({ status: 500, answer: shown, answer_truncated: true });
    expect(attempts[0].answer_headers).toEqual({ date: expect.any(String), 'x-request-id': 'b7f3' });
    const tried = await server.make('POST', path(`/subscriptions/${slug}/try`));
    expect(tried).toMatchObject({ status: 500, answer: shown, answer_truncated: true });
    expect(tried.answer_headers['x-request-id']).toBe('b7f3');
  });

  it('that was disabled goes on where it stopped after its owner enables it', async () => {
    const { slug, receiver } = await subscribe();
    receiver.answer = (_received, response) => void response.writeHead(410).end('gone');
    await say(live.id);
    const stopped = await until(async () => {
      const { items } = await server.make('GET', path('/subscriptions'));
      return items[0].status === 'disabled' && items[0];
    });
    expect(stopped).toMatchObject({
      reason: 'the endpoint answered 410 Gone',
      disabled_at: expect.any(String),
    });
    const meanwhile = await say(live.id);
    const [refused] = (await deliveries('status=failed')).items;
    expect(refused).toMatchObject({
      error: { code: 'http_410' },
      attempts: [{ status: 410, answer: 'gone' }],
    });
    const early = await server.owner('POST', path(`/deliveries/${refused.id}/redeliver`));
    expect([early.status, early.body.code]).toEqual([409, 'subscription_disabled']);

    receiver.answer = (_received, response) => void response.writeHead(204).end();
    const enabled = await server.make('POST', path(`/subscriptions/${slug}/enable`));
    expect(enabled).toMatchObject({ status: 'enabled', reason: null });
    await receiver.waitFor(2);
    expect(receiver.received[1]!.body.data.subject.id).toBe(meanwhile);

    const again = await server.owner('POST', path(`/deliveries/${refused.id}/redeliver`));
    expect([again.status, again.body]).toEqual([202, { id: refused.id, status: 'queued' }]);
    await receiver.waitFor(3);
    expect(receiver.received[2]!.id).toBe(refused.id);
    const shown = await until(async () => {
      const { items } = await deliveries('status=succeeded');
      return items.find((item: any) => item.id === refused.id);
    });
    expect(shown.attempts.map((attempt: any) => attempt.status)).toEqual([410, 204]);
    const actions = (await server.audit(project)).map((e) => e.action);
    expect(actions.filter((action) => /^subscription\.(dis|en)abled|^delivery/.test(action))).toEqual([
      'subscription.disabled',
      'delivery.failed',
      'subscription.enabled',
      'delivery.redelivered',
    ]);
  });

  it('that is deleted gets no more notifications, and its deliveries stay listed', async () => {
    const { slug, receiver } = await subscribe();
    await say(live.id);
    const [told] = await receiver.waitFor(1);
    await server.make('DELETE', path(`/subscriptions/${slug}`));
    await say(live.id);
    const kept = await until(async () => {
      const { items } = await deliveries('');
      return items.find((item: any) => item.id === told!.id && item.status === 'succeeded');
    });
    expect(kept.subscription).toBeNull();
    expect(receiver.received).toHaveLength(1);
    const again = await server.owner('POST', path(`/deliveries/${told!.id}/redeliver`));
    expect([again.status, again.body.code]).toEqual([409, 'subscription_deleted']);
  });

  const right = { kinds: ['job.*'], url: 'https://example.org/hook' };
  it.each([
    [{}, ['body', 'kinds']],
    [{ ...right, kinds: [] }, ['body', 'kinds']],
    [{ ...right, kinds: ['key.lost'] }, ['body', 'kinds', 0]],
    [{ ...right, kinds: ['connection.updated'] }, ['body', 'kinds', 0]],
    [{ ...right, kinds: ['*'] }, ['body', 'kinds', 0]],
    [{ ...right, environments: [] }, ['body', 'environments']],
    [{ ...right, environments: ['test'] }, ['body', 'environments', 0]],
    [{ ...right, url: 'ftp://example.org' }, ['body', 'url']],
    [{ ...right, url: 'https://user:word@example.org' }, ['body', 'url']],
    [{ ...right, signing_secret: 'whsec_short' }, ['body', 'signing_secret']],
    [{ ...right, name: 'a\u0000' }, ['body', 'name']],
  ])('is refused at its wrong field: %j', async (body, loc) => {
    const answer = await server.owner('PUT', path('/subscriptions/wrong'), body);
    expect([answer.status, answer.body.detail?.[0]?.loc]).toEqual([422, loc]);
  });

  it('or a delivery that does not exist is a 404', async () => {
    for (const slug of ['none', 'None', '%00']) {
      for (const [method, below] of [
        ['DELETE', ''],
        ['POST', '/rotate'],
        ['POST', '/enable'],
      ] as const) {
        const answer = await server.owner(method, path(`/subscriptions/${slug}${below}`));
        expect([answer.status, answer.body.code]).toEqual([404, 'subscription_not_found']);
      }
    }
    expect((await server.owner('GET', path('/deliveries?subscription=none'))).status).toBe(404);
    expect((await server.owner('GET', path('/deliveries?status=unknown'))).status).toBe(422);
    expect((await server.owner('GET', path('/deliveries?offset=99999999999999'))).body.items).toEqual([]);
    for (const id of [showId('delivery', newId()), 'dlv_x', live.id, '%00']) {
      const answer = await server.owner('POST', path(`/deliveries/${id}/redeliver`));
      expect([answer.status, answer.body.code]).toEqual([404, 'delivery_not_found']);
    }
  });
});
