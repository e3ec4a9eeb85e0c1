import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readId } from '../../src/platform/ids.ts';
import { startTarget, type Target } from '../fakes/target.ts';
import type { TestProject } from '../harness/client.ts';
import { wholeSeconds } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** A second server on the same database. */
let other: TestServer;
let project: TestProject;
let target: Target;

beforeAll(async () => {
  [server, target] = await Promise.all([startTestServer(), startTarget()]);
  other = await startTestServer({}, server.database);
  project = await server.makeProject();
  const base = `/projects/${project.id}`;
  await server.make('PUT', `${base}/connections/shop`, {
    ...{
      name: 'Shop',
      kind: 'http',
      settings: { base_url: target.url, max_concurrency: 50, idempotency_header: 'Idempotency-Key' },
    },
  });
  await server.make('PUT', `${base}/operations/work`, {
    ...{ name: 'Work', connection: 'shop', request: { path: '/', body: { n: '{{ input.n }}' } } },
    timeout_ms: 60_000,
  });
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await target?.close();
});

/** Publishes a workflow. @returns its slug */
async function publish(definition: object, more: object = { environment: 'live' }): Promise<string> {
  const slug = `flow-${randomUUID().slice(0, 8)}`;
  const path = `/projects/${project.id}/workflows/${slug}`;
  await server.make('PUT', path, { name: 'Flow', definition: { triggers: [], ...definition }, ...more });
  await server.make('POST', `${path}/publish`);
  return slug;
}
async function start(slug: string, input: object = {}, on = server): Promise<string> {
  const answer = await on.call('POST', `/api/v1/projects/${project.id}/workflows/${slug}/run`, {
    ...{ key: project.key, body: { input }, headers: { 'idempotency-key': randomUUID() } },
  });
  expect(answer.status).toBe(202);
  return answer.body.run_id;
}
const read = async (runId: string) =>
  (await server.call('GET', `/api/v1/projects/${project.id}/workflow-runs/${runId}`, { key: project.key }))
    .body;
const becomes = (runId: string, ...statuses: string[]) =>
  until(async () => {
    const run = await read(runId);
    return statuses.includes(run.status) && run;
  });
/** The run has had its first turn and waits for a slot; before that it is `queued`, too. */
const untilHeldBack = (runId: string) =>
  until(async () => {
    const { rows } = await server.server.parts.database.query(
      'SELECT FROM dialog.run_slots WHERE run_id = $1 AND NOT held',
      [readId('run', runId)],
    );
    return rows.length === 1;
  });
const cancel = (slug: string, runId?: string) =>
  server.owner('POST', `/projects/${project.id}/workflows/${slug}${runId ? `/runs/${runId}` : ''}/cancel`);
async function submit(source: string, data: object, on = server): Promise<void> {
  const body = { event_id: randomUUID(), source, data };
  const answer = await on.call('POST', `/api/v1/projects/${project.id}/automation-events`, {
    ...{ key: project.key, body },
  });
  expect(answer.status).toBe(202);
}
const slotsLeft = async (slug: string) =>
  (await server.server.parts.database.query('SELECT FROM dialog.run_slots WHERE slug = $1', [slug])).rows
    .length;

const byOrder = { key: '{{ input.order }}' };
const waiting = [{ id: 'wait', type: 'delay', seconds: 3600 }];

describe('a workflow that limits how many runs there are with one key', () => {
  it('lets the next ones wait, and begin in the order of their starts, however the one before them ended', async () => {
    const slug = await publish({
      concurrency: byOrder,
      steps: [...waiting, { id: 'end', type: 'end', output: 'done' }],
    });
    const first = await start(slug, { order: 1 });
    await becomes(first, 'waiting');
    const rest: string[] = [];
    for (const on of [server, other, server]) {
      rest.push(await start(slug, { order: 1 }, on));
      await untilHeldBack(rest.at(-1)!);
    }
    const aside = await start(slug, { order: 2 });
    await becomes(aside, 'waiting');
    const held = await read(rest[0]!);
    expect([held.status, held.started_at, held.steps, held.input]).toEqual([
      'queued',
      null,
      [],
      { order: 1 },
    ]);
    // One ends by being canceled, one that waits is canceled without having begun, and one goes through.
    expect((await cancel(slug, rest[1])).body).toMatchObject({ status: 'failed', started_at: null });
    expect((await cancel(slug, first)).body.status).toBe('failed');
    const second = await becomes(rest[0]!, 'waiting');
    expect(Date.parse(second.started_at)).toBeGreaterThanOrEqual(Date.parse(held.created_at));
    expect((await read(rest[2]!)).status).toBe('queued');
    await cancel(slug, rest[0]);
    await becomes(rest[2]!, 'waiting');
    await cancel(slug);
    expect(await slotsLeft(slug)).toBe(0);
  });

  it('never has more of them under way, although two servers start and carry them out at once', async () => {
    const limit = 2;
    let now = 0;
    let most = 0;
    target.manner = async () => {
      most = Math.max(most, ++now);
      // Until as many as may be there have been there at once, and then long enough for one too many.
      await until(() => most >= limit);
      await new Promise((resolve) => setTimeout(resolve, 30));
      now--;
      return { does: 'answer' };
    };
    const slug = await publish({
      concurrency: { ...byOrder, limit },
      steps: [
        { id: 'work', type: 'operation', operation: 'work', input: { n: '{{ input.n }}' } },
        { id: 'end', type: 'end', output: '{{ input.n }}' },
      ],
    });
    const runs = await Promise.all(
      Array.from({ length: 24 }, (_, n) => start(slug, { order: 'x', n }, n % 2 ? server : other)),
    );
    for (const [n, runId] of runs.entries())
      expect((await becomes(runId, 'succeeded', 'failed')).output).toBe(n);
    expect([most, await overlap(slug)]).toEqual([limit, limit]);
    expect(await slotsLeft(slug)).toBe(0);
  });

  it('with "skip" does not carry out another one, and says so', async () => {
    const slug = await publish({ concurrency: { when_full: 'skip' }, steps: waiting });
    const first = await start(slug);
    await becomes(first, 'waiting');
    const second = await becomes(await start(slug), 'failed');
    expect([second.error.code, second.started_at, second.steps]).toEqual(['skipped', null, []]);
    await cancel(slug, first);
    await becomes(await start(slug), 'waiting');
    await cancel(slug);
  });

  it('with "cancel_running" lets the last of many go through that were started at once', async () => {
    const slug = await publish({
      triggers: [{ type: 'event', source: 'tag.added' }],
      concurrency: { when_full: 'cancel_running' },
      steps: [...waiting, { id: 'end', type: 'end' }],
    });
    const channel = await server.makeChannel(project.id, 'http://127.0.0.1:9/');
    const customers = await Promise.all(
      Array.from({ length: 20 }, () => server.makeIdentity(project.id, channel.id)),
    );
    // Their entries of the log are followed together, so that their runs begin in a few transactions.
    const answers = await Promise.all(
      customers.map(({ profile_id }) =>
        server.call('PATCH', `/api/v1/projects/${project.id}/profiles/${profile_id}`, {
          ...{ key: project.key, body: { tags: ['vip'] } },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(customers.map(() => 200));
    const runs = () => server.make('GET', `/projects/${project.id}/workflows/${slug}/runs`);
    const [, ...earlier] = await until(async () => {
      const { items } = await runs();
      const isOver = items.slice(1).every(({ status }: any) => status === 'failed');
      return items.length === customers.length && items[0].status === 'waiting' && isOver && items;
    });
    expect(earlier.map(({ error }: any) => error.code)).toEqual(earlier.map(() => 'canceled'));
    await cancel(slug);
  });

  it('with "cancel_running" ends the earlier ones, and only then begins the newest', async () => {
    const slug = await publish({ concurrency: { ...byOrder, when_full: 'cancel_running' }, steps: waiting });
    const first = await start(slug, { order: 1 });
    await becomes(first, 'waiting');
    const more = await Promise.all(
      [0, 1, 2, 3].map((n) => start(slug, { order: 1 }, n % 2 ? server : other)),
    );
    await until(async () => {
      const states = await Promise.all([first, ...more].map(async (id) => (await read(id)).status));
      return states.filter((state) => state === 'failed').length === 4 && states.includes('waiting');
    });
    expect((await read(first)).error).toEqual({
      code: 'canceled',
      message: 'A newer run with the same key took its place.',
    });
    expect(await overlap(slug)).toBe(1);
    await cancel(slug);
    expect(await slotsLeft(slug)).toBe(0);
  });

  it('fails a run whose key cannot be rendered, and holds back none for it', async () => {
    const slug = await publish({
      concurrency: { key: '{{ input.text | truncate: 300 }}' },
      steps: [{ id: 'end', type: 'end' }],
    });
    const failed = await becomes(await start(slug, { text: 'x'.repeat(250) }), 'failed');
    expect(failed.error.code).toBe('bad_input');
    await becomes(await start(slug, { text: 'short' }), 'succeeded');
    expect(await slotsLeft(slug)).toBe(0);
  });

  it('counts sandbox and live, other keys and other workflows apart', async () => {
    const limited = { concurrency: {}, steps: waiting };
    const [one, two] = [await publish(limited), await publish(limited)];
    await becomes(await start(one), 'waiting');
    await becomes(await start(two), 'waiting');
    await server.make('PUT', `/projects/${project.id}/workflows/${one}`, {
      ...{ name: 'Flow', environment: 'sandbox', definition: { triggers: [], ...limited } },
    });
    await becomes(await start(one), 'waiting');
    const held = await start(one);
    await untilHeldBack(held);
    await cancel(one);
    await cancel(two);
  });
});

/** The largest number of runs of a workflow that were under way at one time. */
async function overlap(slug: string): Promise<number> {
  const { rows } = await server.server.parts.database.query<{ most: number }>(
    `SELECT max(n)::int AS most FROM (
       SELECT sum(change) OVER (ORDER BY at, change) AS n FROM (
         SELECT started_at AS at, 1 AS change FROM dialog.workflow_runs WHERE slug = $1 AND position IS NOT NULL
         UNION ALL
         SELECT coalesce(finished_at, 'infinity'), -1 FROM dialog.workflow_runs WHERE slug = $1 AND position IS NOT NULL
       ) AS changes) AS counted`,
    [slug],
  );
  return rows[0]!.most;
}

describe('a workflow that waits for the last of many events', () => {
  const orders = (source: string, seconds: number) => ({
    triggers: [{ type: 'event', source }],
    debounce: { key: '{{ event.order }}', seconds },
    steps: [{ id: 'end', type: 'end', output: '{{ event.n }}' }],
  });
  const runsOf = async (slug: string) =>
    (await server.make('GET', `/projects/${project.id}/workflows/${slug}/runs`)).items;

  it('makes one run for each key, of the last event, also if two servers take the events', async () => {
    const source = `custom.${randomUUID().slice(0, 8)}`;
    const seconds = wholeSeconds(2);
    const slug = await publish(orders(source, seconds), { environment: 'sandbox' });
    const heard = async () =>
      (await server.audit(project)).filter(
        ({ action, data }) => action === 'automation_event.started' && data.source === source,
      );
    for (let n = 1; n <= 6; n++) {
      await Promise.all([
        submit(source, { order: 'a', n }, n % 2 ? server : other),
        submit(source, { order: 'b', n: n * 10 }, n % 2 ? other : server),
      ]);
      await until(async () => (await heard()).length === 2 * n);
    }
    const named = new Set((await heard()).flatMap(({ data }) => data.runs));
    expect(named.size).toBe(2);
    for (const id of named)
      expect(await read(id as string)).toMatchObject({ status: 'queued', started_at: null });
    const outputs = await Promise.all(
      [...named].map(async (id) => (await becomes(id as string, 'succeeded')).output),
    );
    expect(outputs.sort()).toEqual([6, 60]);
    expect(await runsOf(slug)).toHaveLength(2);
    await submit(source, { order: 'a', n: 7 });
    await until(async () => (await runsOf(slug)).length === 3);
  });

  it('begins at once what does not come from a trigger', async () => {
    const slug = await publish(orders('custom.none', 3600), { environment: 'sandbox' });
    await becomes(await start(slug), 'succeeded');
  });

  it('makes a new run after the one that waited was canceled', async () => {
    const source = `custom.${randomUUID().slice(0, 8)}`;
    const slug = await publish(orders(source, 3600), { environment: 'sandbox' });
    const named = async () =>
      (await server.audit(project))
        .filter(({ action, data }) => action === 'automation_event.started' && data.source === source)
        .flatMap(({ data }) => data.runs as string[]);
    await submit(source, { order: 'a' });
    const [first] = await until(async () => ((await named()).length === 1 ? named() : undefined));
    expect((await cancel(slug, first)).body).toMatchObject({ status: 'failed', error: { code: 'canceled' } });
    await submit(source, { order: 'a' });
    await until(async () => (await named()).length === 2);
    expect(new Set(await named()).size).toBe(2);
    await cancel(slug);
  });
});
