import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { numberAllAudit } from '../../src/dialog/audit/numbering.ts';
import { claimTasks } from '../../src/dialog/tasks/claim.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { Sweep } from '../../src/dialog/tasks/sweep.ts';
import { deliveryKind } from '../../src/dialog/webhooks/outbound/delivery.ts';
import { fanOut } from '../../src/dialog/webhooks/outbound/fan-out.ts';
import { disableSubscription, enableSubscription } from '../../src/dialog/webhooks/outbound/subscriptions.ts';
import { showId } from '../../src/platform/ids.ts';
import type { Database } from '../../src/platform/postgres.ts';
import { patient, wholeSeconds } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { type DeliveryStage, setDeliveryStage } from './stage.ts';

let stage: DeliveryStage;
beforeAll(async () => {
  stage = await setDeliveryStage();
});
afterEach(() => stage.clear());
afterAll(() => stage?.close());

const actions = async (prefix: string) => {
  await numberAllAudit(stage.database);
  const { rows } = await stage.database.query<any>(
    `SELECT action, data FROM dialog.audit_log WHERE project_id = $1 AND action LIKE $2 ORDER BY id`,
    [stage.projectId, `${prefix}%`],
  );
  return rows;
};
const attemptsOf = async (id: string) =>
  (
    await stage.database.query<any>(
      'SELECT * FROM dialog.webhook_attempts WHERE delivery_id = $1 ORDER BY n',
      [id],
    )
  ).rows;
const finished = async (id: string, count: number) => {
  await until(async () => {
    const { rows } = await stage.database.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM dialog.tasks WHERE target_id = $1 AND finished_at IS NOT NULL',
      [id],
    );
    return rows[0]!.n === count;
  });
  return (await stage.deliveries(id)).filter((task) => task.finished_at !== null);
};

describe('entries of the audit log are delivered to subscriptions', () => {
  it('with exactly one delivery for each entry and subscription, by any number of workers', async () => {
    const subscriptions = [await stage.subscribe(), await stage.subscribe(), await stage.subscribe()];
    const workers = [stage.open(), stage.open(), stage.open()];
    for (const count of [3, 1100, 200]) {
      await stage.happen(count);
      await Promise.all(
        workers.map((database, i) => fanOut({ database, queue: new TaskQueue(i), told: () => {} }).run()),
      );
    }
    // A worker that lets another one go first leaves the rest to the next round.
    await stage.tell();
    for (const { row } of subscriptions) {
      const entries = (await stage.deliveries(row.id)).map((task) => task.payload.entry);
      expect(entries).toHaveLength(1303);
      expect(new Set(entries).size).toBe(1303);
    }
    const { rows } = await stage.database.query<any>(
      'SELECT sum(unfinished)::int AS n FROM dialog.project_counters WHERE project_id = $1',
      [stage.projectId],
    );
    expect(rows[0].n).toBe(3 * 1303);
  });

  it('by a worker that hears of them, without another look at all subscriptions', async () => {
    const { row } = await stage.subscribe();
    const statements: string[] = [];
    const { query, transaction } = stage.database;
    const counted: Database = {
      ...stage.database,
      transaction,
      query: (text, values) => {
        statements.push(typeof text === 'string' ? text : text.text);
        return query(text, values);
      },
    };
    const follower = fanOut({ database: counted, queue: new TaskQueue(3), told: () => {} });
    await follower.run();
    await stage.happen(3);
    follower.hear([stage.projectId]);
    const looks = () => statements.filter((text) => text.includes('AS seen')).length;
    expect(looks()).toBe(1);
    await follower.run();
    expect(await stage.deliveries(row.id)).toHaveLength(3);
    // Once more, since another worker might have held it; then it is done.
    await follower.run();
    const before = statements.length - looks();
    await follower.run();
    await follower.run();
    expect(statements.length - looks()).toBe(before);
  });

  it('even if the news of them were lost and a thousand other subscriptions come first', async () => {
    const { row } = await stage.subscribe();
    await stage.database.query(
      `INSERT INTO dialog.subscriptions (project_id, id, slug, name, kinds, environments, url, secret, cursor)
       SELECT '00000000-0000-7000-8000-000000000001', gen_random_uuid(), n::text, '', '{message.*}', '{live}', '', '', 0
       FROM generate_series(1, 1100) AS n`,
    );
    const follower = fanOut({ database: stage.database, queue: new TaskQueue(3), told: () => {} });
    await follower.run();
    await stage.happen(2);
    follower.hear(undefined);
    await follower.run();
    expect(await stage.deliveries(row.id)).toHaveLength(2);
  });

  it('from the beginning of a subscription, and at most seven days back', async () => {
    await stage.happen(5);
    const { row } = await stage.subscribe();
    await stage.happen(3);
    await stage.database.query(
      `UPDATE dialog.audit_log SET at = now() - interval '8 days' WHERE project_id = $1 AND id =
         (SELECT max(id) FROM dialog.audit_log WHERE project_id = $1)`,
      [stage.projectId],
    );
    await stage.tell();
    expect(await stage.deliveries(row.id)).toHaveLength(2);
    expect(await stage.tell()).toEqual([]);
  });

  it('only while a subscription has less than 2,000 deliveries waiting', async () => {
    const { row } = await stage.subscribe();
    await stage.database.query(
      `INSERT INTO dialog.tasks (project_id, id, kind, lane, environment, target_id, payload, deadline_at)
       SELECT $1, gen_random_uuid(), 'delivery', 'delivery:' || n, 'live', $2, '{}', now()
       FROM generate_series(1, 2000) AS n`,
      [stage.projectId, row.id],
    );
    await stage.happen(1);
    expect(await stage.tell()).toEqual([]);
    await stage.database.query(`DELETE FROM dialog.tasks WHERE project_id = $1 AND lane = 'delivery:1'`, [
      stage.projectId,
    ]);
    expect(await stage.tell()).toHaveLength(1);
  });
});

describe('a delivery', () => {
  it('is tried again after any error, with the same id and body, until the endpoint accepts it', async () => {
    const { row, receiver } = await stage.subscribe();
    const statuses = [500, 302, 404, 429];
    receiver.answer = (_received, response) => {
      const status = statuses.shift();
      if (status === undefined) response.writeHead(200).end('taken');
      else if (status === 429) response.destroy();
      else response.writeHead(status, { location: receiver.url }).end(`no\0 ${'x'.repeat(5000)}`);
    };
    stage.run({ scheduleMs: [20] });
    await stage.happen(1);
    await stage.tell();
    const [task] = await finished(row.id, 1);
    expect(task.state).toBe('succeeded');
    expect(receiver.refused).toEqual([]);
    expect(new Set(receiver.received.map((r) => r.id))).toEqual(new Set([showId('delivery', task.id)]));
    expect(new Set(receiver.received.map((r) => JSON.stringify(r.body))).size).toBe(1);
    const attempts = await attemptsOf(task.id);
    expect(attempts.map((a: any) => [a.n, a.status])).toEqual([
      [1, 500],
      [2, 302],
      [3, 404],
      [4, null],
      [5, 200],
    ]);
    expect(Buffer.byteLength(attempts[0].answer)).toBeLessThanOrEqual(4096);
    expect(attempts[3].error).toMatch(/closed the connection/);
    expect(attempts[4].answer).toBe('taken');
    // A success needs no entry, since it only reports an entry of the log.
    expect(await actions('delivery')).toEqual([]);
  });

  it('waits as long as the endpoint asks, and gives up on one that does not answer in time', async () => {
    const { row, receiver } = await stage.subscribe();
    let calls = 0;
    receiver.answer = (_received, response) => {
      calls++;
      if (calls === 1) return; // never answered
      if (calls === 2) response.writeHead(503, { 'retry-after': '1' }).end();
      else response.writeHead(204).end();
    };
    // Long enough for those that are answered.
    const timeoutMs = patient(500);
    stage.run({ scheduleMs: [20], timeoutMs });
    await stage.happen(1);
    await stage.tell();
    const [task] = await finished(row.id, 1);
    expect(task.state).toBe('succeeded');
    const [, second, third, ...more] = receiver.received;
    expect(more).toEqual([]);
    // By the clock of the one who waits: a request may take its time until it is received.
    const [unanswered] = await attemptsOf(task.id);
    expect(unanswered).toMatchObject({ n: 1, status: null });
    expect(unanswered.duration_ms).toBeGreaterThanOrEqual(timeoutMs - 10);
    expect(third!.at - second!.at).toBeGreaterThanOrEqual(990);
  });

  it('is made again if the process that made it died', async () => {
    const { row } = await stage.subscribe();
    await stage.happen(1);
    const lanes = await stage.tell();
    await claimTasks(stage.database, lanes, 60_000);
    await stage.database.query(`UPDATE dialog.tasks SET lease_until = now() - interval '1 second'`);
    const kinds = { delivery: deliveryKind({} as never) };
    const found = await new Sweep({ database: stage.database, kinds, queue: new TaskQueue(0) }).run();
    expect(found.lanes).toEqual(lanes);
    expect((await stage.deliveries(row.id)).map((task) => task.state)).toEqual(['queued']);
  });

  it('to a dead endpoint does not delay those to others', async () => {
    const dead = await stage.subscribe();
    dead.receiver.answer = () => {}; // connects and says nothing
    const others = await Promise.all(Array.from({ length: 9 }, () => stage.subscribe()));
    stage.run({ timeoutMs: 60_000 }, { concurrency: 32, perTarget: 4 });
    await stage.happen(20);
    await stage.tell();
    for (const { row } of others) await finished(row.id, 20);
    await dead.receiver.waitFor(4);
    expect(dead.receiver.received).toHaveLength(4);
    expect((await stage.deliveries(dead.row.id)).filter((task) => task.finished_at)).toEqual([]);
    for (const { receiver } of others)
      expect(new Set(receiver.received.map((r) => r.body.data.n)).size).toBe(20);
  });
});

describe('a subscription', () => {
  it('is disabled once when a delivery failed for a day, and its deliveries wait', async () => {
    const { row, receiver } = await stage.subscribe();
    receiver.answer = (_received, response) => void response.writeHead(500).end();
    await stage.happen(4);
    const lanes = await stage.tell();
    // For three of them the day ends before their next attempt, so that attempt is moved forward; the fourth has time.
    await stage.database.query(
      'UPDATE dialog.tasks SET deadline_at = now() + make_interval(secs => $2) WHERE lane <> $1',
      [lanes[3]![1], wholeSeconds(3)],
    );
    const runner = stage.run({ scheduleMs: [200_000] });
    await runner.offer(lanes);
    const failed = await finished(row.id, 3);
    // The attempts after the first one find the subscription disabled.
    const codes = failed.map((task) => task.error.code);
    expect(codes).toContain('http_500');
    for (const code of codes) expect(['http_500', 'subscription_disabled']).toContain(code);
    expect(Math.max(...failed.map((task) => task.attempts))).toBe(2);
    const [disabled, ...more] = await actions('subscription.disabled');
    expect(disabled.data.reason).toMatch(/not taken for a day/);
    expect(more).toEqual([]);
    expect(await actions('delivery.failed')).toHaveLength(3);

    await stage.happen(2);
    expect(await stage.tell()).toEqual([]);
    const count = receiver.received.length;
    receiver.answer = (_received, response) => void response.writeHead(204).end();
    const enabled = await stage.database.transaction((tx) =>
      enableSubscription(tx, stage.projectId, row.slug, {
        actor: { type: 'owner', id: null, name: null },
        requestId: null,
      }),
    );
    await runner.offer(enabled.wake);
    await stage.tell();
    expect((await finished(row.id, 6)).filter((task) => task.state === 'succeeded')).toHaveLength(3);
    expect(receiver.received).toHaveLength(count + 3);
  });

  it('whose endpoint answers 410 is disabled at once, and nothing more is sent to it', async () => {
    const { row, receiver } = await stage.subscribe();
    receiver.answer = (_received, response) => void response.writeHead(410).end();
    stage.run({ scheduleMs: [20] });
    await stage.happen(1);
    await stage.tell();
    const [task] = await finished(row.id, 1);
    expect([task.state, task.error.code]).toEqual(['failed', 'http_410']);
    expect((await actions('subscription.disabled'))[0].data.reason).toMatch(/410/);
    await stage.happen(1);
    await stage.tell();
    expect(receiver.received).toHaveLength(1);
  });

  it('that is disabled gets none of its queued deliveries', async () => {
    const { row, receiver } = await stage.subscribe();
    await stage.happen(2);
    const lanes = await stage.tell();
    await stage.database.transaction((tx) => disableSubscription(tx, stage.projectId, row.id, 'x'));
    await stage.run({}).offer(lanes);
    await until(async () =>
      (await stage.deliveries(row.id)).every((task) => task.state === 'queued' && task.attempts === 1),
    );
    expect(receiver.received).toEqual([]);
  });

  it('with an address that may not be reached fails, without a request', async () => {
    const { row } = await stage.subscribe({ url: 'http://10.1.2.3/hook' });
    stage.run({});
    await stage.happen(1);
    await stage.tell();
    const [task] = await finished(row.id, 1);
    expect([task.state, task.error.code]).toEqual(['failed', 'address_refused']);
    expect(await actions('subscription.disabled')).toEqual([]);
  });
});
