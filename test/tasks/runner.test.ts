import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TaskKinds } from '../../src/dialog/tasks/kinds.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { TaskRunner } from '../../src/dialog/tasks/run.ts';
import { Sweep } from '../../src/dialog/tasks/sweep.ts';
import type { LaneTicket, Task, TaskOutcome } from '../../src/dialog/tasks/task.ts';
import { createLog } from '../../src/platform/log.ts';
import { Counter } from '../../src/platform/metrics.ts';
import type { Database } from '../../src/platform/postgres.ts';
import { Progress } from '../../src/platform/progress.ts';
import { until } from '../harness/until.ts';
import { type Stage, setStage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await setStage();
});
afterAll(() => stage.close());

const queue = new TaskQueue(1);
const kindsOf = (run: (task: Task, begin: () => Promise<void>) => Promise<TaskOutcome>): TaskKinds => ({
  message: { record: 'message', succeeded: 'sent', run },
});

function startRunner(
  kinds: TaskKinds,
  { database = stage.database, leaseMs = 60_000 }: { database?: Database; leaseMs?: number } = {},
): TaskRunner {
  const runner = new TaskRunner({
    ...{ database, kinds, queue, tickets: stage.tickets, concurrency: 50, leaseMs },
    outcomes: new Counter('outcomes_total', 'Outcomes.'),
    log: createLog('silent'),
    progress: new Progress(),
    limitsOf: async () => ({ concurrency: 50, perSecond: null }),
  });
  runner.start();
  onTestFinished(() => runner.stop(0));
  return runner;
}

/** Accepts writes, each in a lane of its own. */
async function accept(count: number): Promise<{ lanes: LaneTicket[]; ids: string[] }> {
  const acceptor = stage.acceptor();
  const made = await Promise.all(
    Array.from({ length: count }, async () => {
      const identity = await stage.identity();
      const submission = stage.submission(identity);
      await acceptor.accept(submission);
      const lane: LaneTicket = [stage.projectId, `message:${identity}`, null, 'message'];
      return { lane, id: submission.task.id };
    }),
  );
  return { lanes: made.map(({ lane }) => lane), ids: made.map(({ id }) => id) };
}

async function statesOf(ids: string[]): Promise<string[]> {
  const tasks = await stage.tasks();
  return ids.map((id) => tasks.find((task) => task.id === id).state);
}

describe('a lane that was handed over', () => {
  it('is carried out', async () => {
    const runner = startRunner(kindsOf(async () => ({ state: 'succeeded' })));
    const { lanes, ids } = await accept(3);
    expect(runner.takeOver(lanes)).toEqual([]);
    await until(async () => (await statesOf(ids)).every((state) => state === 'succeeded'));
  });

  it('gets a ticket if the worker stops before it was begun with, and the sweep finds it too', async () => {
    const ran: string[] = [];
    const runner = startRunner(
      kindsOf(async ({ id }) => {
        ran.push(id);
        return { state: 'succeeded' };
      }),
    );
    const { lanes, ids } = await accept(2);
    stage.tickets.sent.length = 0;
    expect(runner.takeOver(lanes)).toEqual([]);
    await runner.stop(0);
    expect(runner.takeOver(lanes)).toEqual(lanes);
    await new Promise((resolve) => setImmediate(resolve));
    expect(stage.tickets.sent).toEqual(lanes);
    expect([ran, await statesOf(ids)]).toEqual([[], ['queued', 'queued']]);
    const found = await new Sweep({ database: stage.database, kinds: {}, queue }).run();
    expect(found.lanes.map(([, lane]) => lane)).toEqual(
      expect.arrayContaining(lanes.map(([, lane]) => lane)),
    );
  });

  it('is kept if the database refuses the claim, and is claimed again', async () => {
    let refusals = 2;
    const query = ((text: { name?: string }, values: never) =>
      text.name === 'claim' && refusals-- > 0
        ? Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
        : stage.database.query(text as never, values)) as Database['query'];
    const runner = startRunner(
      kindsOf(async () => ({ state: 'succeeded' })),
      { database: { ...stage.database, query } },
    );
    const { lanes, ids } = await accept(1);
    expect(runner.takeOver(lanes)).toEqual([]);
    await until(async () => (await statesOf(ids))[0] === 'succeeded');
    expect(refusals).toBeLessThan(0);
  });
});

describe('a process that stands still while the database notes that a task begins', () => {
  it('does not act any more, because the lane may have gone on without it', async () => {
    let attempts = 0;
    let hasActed = false;
    const runner = startRunner(
      kindsOf(async (_task, begin) => {
        attempts++;
        const begun = begin();
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
        await begun;
        hasActed = true;
        return { state: 'succeeded' };
      }),
      { leaseMs: 2000 },
    );
    const { lanes, ids } = await accept(1);
    runner.takeOver(lanes);
    const task = await until(async () => {
      const now = (await stage.tasks()).find(({ id }) => id === ids[0]);
      return attempts >= 1 && now.state === 'queued' && now;
    });
    expect([hasActed, task.begun_at]).toEqual([false, null]);
  });
});

describe('an outcome that cannot be written', () => {
  it('does not keep those that are written together with it from being written', async () => {
    const { lanes, ids } = await accept(20);
    const bad = ids[7]!;
    const all = new Set<string>();
    const runner = startRunner(
      kindsOf(async ({ id }, begin) => {
        await begin();
        all.add(id);
        await until(() => all.size === ids.length);
        return { state: 'succeeded', action: id === bad ? 'not\0storable' : 'sent' };
      }),
    );
    runner.takeOver(lanes);
    const states = await until(async () => {
      const now = await statesOf(ids);
      return now.filter((state) => state === 'succeeded').length === ids.length - 1 && now;
    });
    expect(states[7]).toBe('running');
  });
});
