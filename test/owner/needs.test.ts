import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { allStatements } from '../../src/platform/statement.ts';
import { signedCall } from '../dialogs/scene.ts';
import { type Receiver, startReceiver } from '../fakes/receiver.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import { join } from '../harness/people.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { Scene } from '../operations/scene.ts';

let server: TestServer;
let shop: Receiver;
let bank: Target;
let project: TestProject;
let scene: Scene;
let channel: string;
const secret = newSigningSecret();

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const make = (method: string, path: string, body?: unknown) =>
  server.make(method, `/projects/${project.id}${path}`, body);
const needs = (query = '') => make('GET', `/needs${query}`);
const nothing = {
  ...{ unknown: 0, waiting: 0, approvals: 0, held: 0 },
  ...{ subscriptions: { disabled: 0, failing: 0 }, failures: [], exact: true },
};

beforeAll(async () => {
  [server, shop, bank] = await Promise.all([startTestServer(), startReceiver(secret), startTarget()]);
  project = await server.makeProject();
  scene = new Scene(server, project);
  channel = (await server.makeChannel(project.id, shop.url, { signing_secret: secret })).id;
  shop.answer = ({ body }, response) =>
    void response.writeHead(String(body.external_id).startsWith('unknown') ? 500 : 404).end();
  bank.manner = ({ url }) => ({
    does: 'answer',
    status: url === '/slow' ? 503 : 400,
    body: '{"detail":"no"}',
  });
  await scene.connect('bank', { base_url: bank.url });
  await scene.define('pay', { connection: 'bank', request: { body: { sum: 1 } } });
  await scene.define('slow', { connection: 'bank', request: { path: '/slow', body: { sum: 1 } } });
});
afterAll(async () => {
  await server?.close();
  await Promise.all([shop?.close(), bank?.close()]);
});

const send = async (...names: string[]) => {
  const ended: string[] = [];
  for (const name of names) {
    const { id } = await server.makeIdentity(project.id, channel, name);
    const { body } = await server.send(project, id);
    await server.outcome(project, body.message_id);
    ended.push(body.message_id);
  }
  return ended;
};

const publish = async (slug: string, steps: unknown[]) => {
  await make('PUT', `/workflows/${slug}`, { name: slug, environment: 'live', definition: { steps } });
  await make('POST', `/workflows/${slug}/publish`);
  return (await make('POST', `/workflows/${slug}/runs`, {})).run_id;
};

describe('what needs somebody', () => {
  it('is nothing in a new project, for which there are zeros and no failures', async () => {
    const other = await server.makeProject();
    const path = `/projects/${other.id}/needs`;
    expect(await server.make('GET', path)).toEqual({ environment: 'live', ...nothing });
    expect(await server.make('GET', `${path}?environment=sandbox`)).toEqual({
      environment: 'sandbox',
      ...nothing,
    });
    expect((await server.owner('GET', `${path}?environment=test`)).status).toBe(422);
  });

  it('is counted, and what failed is grouped by where and why, with the newest of each group', async () => {
    const messages = await send('Anna', 'Boris', 'unknown-1');
    const jobs = [
      await scene.outcome('pay', { environment: 'live' }),
      await scene.outcome('pay', { environment: 'live' }),
    ];
    const unknown = await scene.outcome('slow', { environment: 'live' });
    expect(unknown.status).toBe('unknown');
    const failed = await publish('settle-up', [
      { id: 'pay', type: 'operation', operation: 'pay', input: {} },
    ]);
    await publish('ask', [{ id: 'ask', type: 'wait_for', approval: { text: 'Go?' } }]);
    // What somebody has stopped has not failed.
    const stopped = await publish('stop', [{ id: 'ask', type: 'wait_for', approval: { text: 'Go?' } }]);
    await until(async () => (await make('GET', '/approvals?status=pending')).items.length === 2);
    await make('POST', `/workflows/stop/runs/${stopped}/cancel`);
    await until(async () => (await make('GET', '/runs?status=failed')).items.length === 2);

    const found = await needs();
    expect(found).toMatchObject({
      environment: 'live',
      unknown: 2,
      waiting: 0,
      approvals: 1,
      held: 0,
      exact: true,
    });
    const byKind = Object.fromEntries(
      found.failures.map((each: any) => [`${each.kind} ${each.place}`, each]),
    );
    expect(Object.keys(byKind).sort()).toEqual([`job pay`, `message ${channel}`, 'run settle-up']);
    expect(byKind[`message ${channel}`]).toEqual({
      ...{ kind: 'message', place: channel, channel: 'Test channel', code: 'http_404', count: 2 },
      ...{ message: expect.stringContaining('404'), last_at: time, last_id: messages[1] },
      profile_id: expect.stringMatching(/^prof_/),
    });
    const last = (await make('GET', '/jobs?status=failed')).items[0];
    expect(byKind['job pay']).toMatchObject({
      count: 3,
      code: 'http_400',
      last_id: last.job_id,
      profile_id: null,
    });
    expect(jobs.map(({ job_id }) => job_id)).not.toContain(last.job_id);
    expect(byKind['run settle-up']).toMatchObject({ count: 1, code: 'http_400', last_id: failed });
    expect(found.failures[0].kind).toBe('run');
    expect(await needs('?environment=sandbox')).toEqual({ environment: 'sandbox', ...nothing });
  });

  it('has dialogs by the step at which they broke off, those that people hold, and customers who wait', async () => {
    await make('PUT', '/scenario/draft', {
      definition: {
        triggers: [
          { type: 'text', texts: ['pay'], match: 'contains', start: 'pay' },
          { type: 'any', start: 'person' },
        ],
        steps: [
          { id: 'pay', type: 'operation', operation: 'pay', input: {} },
          { id: 'paid', type: 'end' },
          { id: 'person', type: 'handover', text: 'One moment.' },
        ],
      },
    });
    await make('POST', '/scenario/publish');
    const people = ['Cleo', 'Dora', 'Emil'];
    const ids = await Promise.all(people.map((name) => server.makeIdentity(project.id, channel, name)));
    for (const [n, external_id] of people.entries()) {
      const said = { external_id, message_id: randomUUID(), text: n < 2 ? 'pay' : 'hello' };
      await server.call('POST', `/api/channels/${channel}/webhook`, signedCall(secret, said));
    }
    await until(async () => (await make('GET', '/dialogs?state=failed')).items.length === 2);
    const dialog = await until(async () => {
      const { failures } = await needs();
      return failures.find(({ kind }: any) => kind === 'dialog');
    });
    expect(dialog).toMatchObject({ place: 'pay', channel: null, count: 2, code: 'http_400' });
    expect(ids.slice(0, 2).map(({ id }) => id)).toContain(dialog.last_id);
    expect(ids.map(({ profile_id }) => profile_id)).toContain(dialog.profile_id);
    // Who got no answer because the scenario broke off waits, too.
    await until(async () => (await needs()).waiting === 3);
    expect((await needs()).held).toBe(0);
    await make('POST', `/dialogs/${ids[2]!.id}/hold`, { minutes: 60 });
    expect((await needs()).held).toBe(1);
  });

  it('is shown as far as a role lists it', async () => {
    const whole = await needs();
    const seen = async (role: 'developer' | 'operator' | 'analyst' | 'billing') =>
      (await join(server, project.id, role)).client.make('GET', `/projects/${project.id}/needs`);
    expect(await seen('operator')).toEqual({ ...whole, subscriptions: null });
    expect(await seen('developer')).toEqual({ ...whole, waiting: null, approvals: null });
    const none = { waiting: null, approvals: null, held: null, subscriptions: null, failures: null };
    expect(await seen('analyst')).toEqual({ ...whole, ...none, unknown: null });
    // Neither a message nor a job without an order is about money.
    expect(await seen('billing')).toEqual({ ...whole, ...none, unknown: 0 });
  });

  it('is told to nobody of another project', async () => {
    const other = await server.makeProject();
    const stranger = await join(server, other.id, 'owner');
    const { status, body } = await stranger.client.owner('GET', `/projects/${project.id}/needs`);
    expect([status, body.code]).toEqual([404, 'project_not_found']);
    expect(await stranger.client.make('GET', `/projects/${other.id}/needs`)).toEqual({
      environment: 'live',
      ...nothing,
    });
  });

  it('finds what failed through indexes that have nothing else, however much there is', async () => {
    const { database } = server.server.parts;
    const { text } = [...allStatements()].find(({ name }) => name === 'failures-by-reason')!;
    const plan = await database.transaction(async (tx) => {
      // In small tables reading all rows is as good.
      await tx.query('SET LOCAL enable_seqscan = off');
      await tx.query(`PREPARE needed AS ${text}`);
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN EXECUTE needed ('${readId('project', project.id)}', 'live')`,
      );
      await tx.query('DEALLOCATE needed');
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan.match(/tasks_failed|workflow_runs_failed|dialogs_by_state/g)).toEqual(
      expect.arrayContaining(['tasks_failed', 'workflow_runs_failed', 'dialogs_by_state']),
    );
    expect(plan).not.toContain('Seq Scan');
  });
});

it('the answer of the other side stands beside a job of unknown outcome, for those who see what customers say', async () => {
  const jobOf = async (client: typeof server) =>
    (await client.make('GET', `/projects/${project.id}/unsettled`)).items.find(
      ({ kind }: any) => kind === 'job',
    );
  expect((await jobOf(server)).answer).toMatchObject({
    status: 503,
    body: '{"detail":"no"}',
    truncated: false,
  });
  const { client } = await join(server, project.id, 'developer');
  const shown = await jobOf(client as typeof server);
  expect(shown).toMatchObject({ status: 'unknown', hidden: expect.stringContaining('left out') });
  expect(shown).not.toHaveProperty('answer');
});
