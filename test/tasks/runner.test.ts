import type { Logger } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { TaskKinds } from '../../src/dialog/tasks/kinds.ts';
import { countAttempts } from '../../src/dialog/tasks/metrics.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { TaskRunner } from '../../src/dialog/tasks/run.ts';
import { Sweep } from '../../src/dialog/tasks/sweep.ts';
import type { LaneTicket, Task, TaskOutcome } from '../../src/dialog/tasks/task.ts';
import { createLog } from '../../src/platform/log.ts';
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
  {
    database = stage.database,
    leaseMs = 60_000,
    log = createLog('silent'),
  }: { database?: Database; leaseMs?: number; log?: Logger } = {},
): TaskRunner {
  const runner = new TaskRunner({
    ...{ database, hot: database, kinds, queue, tickets: stage.tickets, concurrency: 50, leaseMs },
    outcomes: countAttempts([]),
    log,
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

describe('a task whose lease is gone when its outcome is written', () => {
  const ranOut = expect.stringContaining('the lease of this task ran out before its outcome was written');
  /** Lines of the log, from warnings on. */
  function logging() {
    const said: string[] = [];
    return { said, log: createLog('warn', { isTTY: true, write: (line) => said.push(line) }) };
  }

  it('is not said to have lost it if the answer to the first write was lost', async () => {
    const { said, log } = logging();
    const losing: TaskOutcome[] = [
      { state: 'succeeded' },
      { state: 'failed', error: { code: 'refused', message: 'No.' } },
      { state: 'retry', error: { code: 'busy', message: 'Later.' }, inMs: 30_000 },
    ];
    const { lanes, ids } = await accept(losing.length);
    let lost = 0;
    const database: Database = {
      ...stage.database,
      query: async (text, values) => {
        const found = await stage.database.query<any>(text, values);
        if (lost > 0 || !(text as { name: string }).name.startsWith('finish')) return found;
        lost++;
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });
      },
    };
    const runner = startRunner(
      kindsOf(async ({ id }, begin) => {
        await begin();
        return losing[ids.indexOf(id)]!;
      }),
      { database, log },
    );
    const before = stage.tickets.sent.length;
    runner.takeOver(lanes);
    // Their lanes go on, although nobody told this process what it had written.
    await until(() => stage.tickets.sent.length === before + lanes.length);
    expect(lost).toBe(1);
    expect(await statesOf(ids)).toEqual(['succeeded', 'failed', 'queued']);
    expect(said).not.toContainEqual(ranOut);
  });

  it.each([
    ['had begun', true, 'unknown'],
    ['had not begun', false, 'queued'],
  ])('is said to have lost it if it %s and the sweep has ended it', async (_what, begins, state) => {
    const { said, log } = logging();
    const { lanes, ids } = await accept(1);
    const kinds = kindsOf(async ({ id }, begin) => {
      if (begins) await begin();
      await stage.database.query(
        "UPDATE dialog.tasks SET lease_until = now() - interval '1 s' WHERE id = $1",
        [id],
      );
      await new Sweep({ database: stage.database, kinds, queue }).run();
      return { state: 'succeeded' };
    });
    startRunner(kinds, { log }).takeOver(lanes);
    await until(() => said.length > 0);
    expect(said).toContainEqual(ranOut);
    expect(await statesOf(ids)).toEqual([state]);
  });
});
