import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelQueued } from '../../src/dialog/tasks/cancel.ts';
import { claimTasks, markBegun, renewLeases } from '../../src/dialog/tasks/claim.ts';
import { finishTasks } from '../../src/dialog/tasks/finish.ts';
import type { TaskKinds } from '../../src/dialog/tasks/kinds.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { Sweep } from '../../src/dialog/tasks/sweep.ts';
import type { LaneTicket, Task, TaskOutcome } from '../../src/dialog/tasks/task.ts';
import { until } from '../harness/until.ts';
import { type Stage, setStage } from './stage.ts';

const kinds: TaskKinds = {
  message: { record: 'message', succeeded: 'sent', run: async () => ({ state: 'succeeded' }) },
};

let stage: Stage;
const leaseMs = 60_000;

beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

async function fill(count: number): Promise<{ lane: LaneTicket; ids: string[] }> {
  const acceptor = stage.acceptor();
  const identity = await stage.identity();
  const submissions = [...Array(count).keys()].map(() => stage.submission(identity));
  for (const submission of submissions) await acceptor.accept(submission);
  return {
    lane: [stage.projectId, `message:${identity}`, null, 'message'],
    ids: submissions.map((s) => s.task.id),
  };
}

const finish = (task: Task, outcome: TaskOutcome) =>
  finishTasks(stage.database, kinds, new TaskQueue(1), [{ task, outcome }]);

const stateOf = async (id: string) => (await stage.tasks()).find((task) => task.id === id).state;

describe('a lane', () => {
  it('does not give out a task that is being canceled while it is claimed', async () => {
    const { lane, ids } = await fill(1);
    let claimed: Promise<Task[]> | undefined;
    await stage.database.transaction(async (tx) => {
      await cancelQueued(tx, new TaskQueue(2), stage.projectId, ids, { code: 'canceled', message: 'x' });
      claimed = claimTasks(stage.open(), [lane], leaseMs);
      await until(async () => {
        const { rows } = await stage.database.query(
          `SELECT FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%claim_tasks%'`,
        );
        return rows.length > 0;
      });
    });
    expect(await claimed).toEqual([]);
    expect(await stateOf(ids[0]!)).toBe('failed');
  });

  it('gives out only its head until that is finished', async () => {
    const { lane, ids } = await fill(3);
    const [head, ...others] = await claimTasks(stage.database, [lane], leaseMs);
    expect([head?.id, others]).toEqual([ids[0], []]);
    expect(await claimTasks(stage.database, [lane], leaseMs)).toEqual([]);
    await finish(head!, { state: 'succeeded' });
    expect((await claimTasks(stage.database, [lane], leaseMs)).map((task) => task.id)).toEqual([ids[1]]);
  });

  it('is given to one of many workers at the same instant', async () => {
    const lanes = await Promise.all([...Array(20).keys()].map(() => fill(2)));
    const pools = [stage.open(), stage.open(), stage.open()];
    for (const place of [0, 1]) {
      const claimed = await Promise.all(
        pools.flatMap((pool) => [
          claimTasks(
            pool,
            lanes.map(({ lane }) => lane),
            leaseMs,
          ),
          claimTasks(pool, lanes.map(({ lane }) => lane).toReversed(), leaseMs),
        ]),
      );
      const tasks = claimed.flat();
      expect(tasks.map((task) => task.id).sort()).toEqual(lanes.map(({ ids }) => ids[place]).sort());
      for (const task of tasks) await finish(task, { state: 'succeeded' });
    }
  });

  it('waits behind a head that is not due yet', async () => {
    const { lane, ids } = await fill(2);
    const [head] = await claimTasks(stage.database, [lane], leaseMs);
    const [written] = await finish(head!, {
      state: 'retry',
      error: { code: 'x', message: 'x' },
      afterMs: 700,
    });
    expect(written!.delayMs).toBeGreaterThanOrEqual(700);
    expect(await claimTasks(stage.database, [lane], leaseMs)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, written!.delayMs + 50));
    const [again] = await claimTasks(stage.database, [lane], leaseMs);
    expect([again?.id, again?.attempts]).toEqual([ids[0], 2]);
  });

  it('never has two running tasks, whoever writes them', async () => {
    const { lane } = await fill(2);
    await expect(
      stage.database.query("UPDATE dialog.tasks SET state = 'running' WHERE project_id = $1 AND lane = $2", [
        lane[0],
        lane[1],
      ]),
    ).rejects.toMatchObject({ constraint: 'tasks_running' });
  });
});

describe('a lease', () => {
  it('is needed to begin and to finish a task: after it was taken over, neither is possible', async () => {
    const { lane, ids } = await fill(1);
    const [task] = await claimTasks(stage.database, [lane], leaseMs);
    const stranger = { ...task!, lease: randomUUID() };
    expect(await markBegun(stage.database, [stranger])).toEqual([false]);
    expect(await finish(stranger, { state: 'succeeded' })).toEqual([undefined]);
    expect(await markBegun(stage.database, [task!])).toEqual([true]);
    expect(await markBegun(stage.database, [task!])).toEqual([false]);
    expect(await stateOf(ids[0]!)).toBe('running');
    expect(await finish(task!, { state: 'succeeded' })).toEqual([
      { state: 'succeeded', delayMs: 0, wake: [] },
    ]);
    expect(await stateOf(ids[0]!)).toBe('succeeded');
  });
});

describe('a claim that a crash of the database undid', () => {
  it('is void, even if the same process claims the task again', async () => {
    const { lane, ids } = await fill(1);
    const [undone] = await claimTasks(stage.database, [lane], leaseMs);
    await stage.database.query(
      "UPDATE dialog.tasks SET state = 'queued', attempts = 0, lease = NULL, lease_until = NULL WHERE id = $1",
      [ids[0]],
    );
    const [again] = await claimTasks(stage.database, [lane], leaseMs);
    expect(again?.attempts).toBe(undone!.attempts);
    expect(await markBegun(stage.database, [undone!])).toEqual([false]);
    const retry = { state: 'retry', error: { code: 'x', message: 'x' } } as const;
    expect(await finish(undone!, retry)).toEqual([undefined]);
    expect(await markBegun(stage.database, [again!])).toEqual([true]);
    expect(await finish(again!, { state: 'succeeded' })).toEqual([
      { state: 'succeeded', delayMs: 0, wake: [] },
    ]);
  });

  it('is not renewed together with valid ones', async () => {
    const [held, lost] = [await fill(1), await fill(1)];
    const [task] = await claimTasks(stage.database, [held.lane], 30);
    await claimTasks(stage.database, [lost.lane], 30); // its answer never arrived
    await renewLeases(stage.database, [task!], leaseMs);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await new Sweep({ database: stage.database, kinds, queue: new TaskQueue(1) }).run();
    expect([await stateOf(held.ids[0]!), await stateOf(lost.ids[0]!)]).toEqual(['running', 'queued']);
  });
});

describe('the sweep', () => {
  const sweep = async () =>
    (await new Sweep({ database: stage.database, kinds, queue: new TaskQueue(1) }).run()).lanes;

  it('makes a begun task unknown, once, with its audit entry, and queues again one that had not begun', async () => {
    const begun = await fill(2);
    const fresh = await fill(1);
    const tasks = await claimTasks(stage.database, [begun.lane, fresh.lane], 1);
    await markBegun(
      stage.database,
      tasks.filter((task) => task.id === begun.ids[0]),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    const lanes = await sweep();
    expect(await stateOf(begun.ids[0]!)).toBe('unknown');
    expect(await stateOf(fresh.ids[0]!)).toBe('queued');
    // Both lanes can go on: an unknown outcome does not block later tasks.
    expect(lanes.map((lane) => lane[1])).toEqual(expect.arrayContaining([begun.lane[1], fresh.lane[1]]));
    await sweep();
    const { rows } = await stage.database.query<any>(
      "SELECT data FROM dialog.audit_inbox WHERE project_id = $1 AND action = 'message.unknown'",
      [stage.projectId],
    );
    expect(rows).toEqual([
      { data: { attempts: 1, error: expect.objectContaining({ code: 'process_lost' }) } },
    ]);
  });

  it('is not stopped by a begun task of a kind that only a newer build knows', async () => {
    const [known, newer] = [await fill(1), await fill(1)];
    const tasks = await claimTasks(stage.database, [known.lane, newer.lane], 1);
    await markBegun(stage.database, tasks);
    await stage.database.query("UPDATE dialog.tasks SET kind = 'newer' WHERE id = $1", [newer.ids[0]]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await sweep();
    expect([await stateOf(known.ids[0]!), await stateOf(newer.ids[0]!)]).toEqual(['unknown', 'running']);
    const both = { ...kinds, newer: kinds.message! };
    await new Sweep({ database: stage.database, kinds: both, queue: new TaskQueue(1) }).run();
    expect(await stateOf(newer.ids[0]!)).toBe('unknown');
  });

  it('finds every lane with due work, but not those that run or wait', async () => {
    const lanes = await Promise.all([...Array(5).keys()].map(() => fill(3)));
    await claimTasks(stage.database, [lanes[0]!.lane], leaseMs);
    await stage.database.query("UPDATE dialog.tasks SET due_at = now() + interval '1 hour' WHERE id = $1", [
      lanes[1]!.ids[0],
    ]);
    const found = (await sweep()).map((lane) => lane[1]);
    expect(lanes.map(({ lane }) => found.includes(lane[1]))).toEqual([false, false, true, true, true]);
  });

  it('does not change the count of unfinished work', async () => {
    const { rows } = await stage.database.query<any>(
      `SELECT (SELECT sum(unfinished)::int FROM dialog.project_counters WHERE project_id = $1) AS counted,
         (SELECT count(*)::int FROM dialog.tasks WHERE project_id = $1 AND state IN ('queued', 'running')) AS real`,
      [stage.projectId],
    );
    expect(rows[0].counted).toBe(rows[0].real);
  });
});
