import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { claimTasks } from '../../src/dialog/tasks/claim.ts';
import type { TaskKinds } from '../../src/dialog/tasks/kinds.ts';
import { countAttempts } from '../../src/dialog/tasks/metrics.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { TaskRunner } from '../../src/dialog/tasks/run.ts';
import { Sweep } from '../../src/dialog/tasks/sweep.ts';
import type { LaneTicket } from '../../src/dialog/tasks/task.ts';
import { showId } from '../../src/platform/ids.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { Progress } from '../../src/platform/progress.ts';
import { type DialogScene, greeting, makeDialogScene } from '../dialogs/scene.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';
import { type Stage, setStage } from './stage.ts';

const limit = 20;
const lost = { code: 'attempts_lost', message: expect.stringMatching(/^This was begun 20 times without/) };
const queue = new TaskQueue(1);

describe('an inner task whose attempts were lost', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage();
  });
  afterAll(() => stage.close());

  async function accept(attempts: number): Promise<{ lane: LaneTicket; id: string }> {
    const identity = await stage.identity();
    const submission = stage.submission(identity);
    await stage.acceptor().accept(submission);
    const { id } = submission.task;
    await stage.database.query('UPDATE dialog.tasks SET attempts = $2 WHERE id = $1', [id, attempts]);
    return { lane: [stage.projectId, `message:${identity}`, null, 'message'], id };
  }

  const rowOf = async (id: string) => (await stage.tasks()).find((task) => task.id === id);

  it('is applied up to the limit and fails beyond it, with an entry in the audit log and a line in the log', async () => {
    const applied: string[] = [];
    const kinds: TaskKinds = {
      message: {
        ...{ noun: 'message', succeeded: 'ignored' },
        subject: ({ id }) => showId('message', id),
        async apply(_tx, tasks) {
          applied.push(...tasks.map(({ id }) => id));
          return tasks.map(() => ({ state: 'succeeded' }));
        },
      },
    };
    const lines: any[] = [];
    const runner = new TaskRunner({
      ...{
        database: stage.database,
        hot: stage.database,
        kinds,
        queue,
        tickets: stage.tickets,
        concurrency: 50,
        leaseMs: 60_000,
      },
      outcomes: countAttempts([]),
      log: pino({}, { write: (line) => void lines.push(JSON.parse(line)) }),
      progress: new Progress(),
      limitsOf: async () => ({ concurrency: 50, perSecond: null }),
    });
    runner.start();
    onTestFinished(() => runner.stop(0));
    const [beyond, last] = [await accept(limit), await accept(limit - 1)];
    runner.offer([beyond.lane, last.lane]);
    const tasks = await until(async () => {
      const both = [await rowOf(beyond.id), await rowOf(last.id)];
      return both.every((task) => task.finished_at !== null) && both;
    });
    expect(tasks).toMatchObject([
      { state: 'failed', error: lost },
      { state: 'succeeded', error: null },
    ]);
    expect(applied).toEqual([last.id]);
    const { rows } = await stage.database.query<any>(
      "SELECT data FROM dialog.audit_inbox WHERE project_id = $1 AND action = 'message.failed'",
      [stage.projectId],
    );
    expect(rows).toEqual([{ data: { attempts: limit + 1, error: lost } }]);
    const errors = lines.filter(({ level }) => level >= 50);
    expect(errors).toMatchObject([{ task: beyond.id, ids: [showId('message', beyond.id)] }]);
  });

  it('is taken apart from those that lost them with it, so that they do not fail for it', async () => {
    const early = await Promise.all(Array.from({ length: 3 }, () => accept(4)));
    const late = await Promise.all(Array.from({ length: 12 }, () => accept(5)));
    const lanes = [...early, ...late].map(({ lane }) => lane);
    expect(await claimTasks(stage.database, lanes, 1)).toHaveLength(lanes.length);
    await until(async () => {
      await new Sweep({ database: stage.database, kinds: {}, queue }).run();
      const rows = await Promise.all([...early, ...late].map(({ id }) => rowOf(id)));
      return rows.every(({ state }) => state === 'queued');
    });
    const { rows } = await stage.database.query<any>(
      `SELECT id, extract(epoch FROM due_at - now())::float AS seconds FROM dialog.tasks
       WHERE id = ANY($1)`,
      [[...early, ...late].map(({ id }) => id)],
    );
    const secondsOf = (all: { id: string }[]): number[] =>
      all.map(({ id }) => rows.find((row) => row.id === id).seconds);
    for (const seconds of secondsOf(early)) expect(seconds).toBeLessThanOrEqual(0);
    const dues = secondsOf(late);
    expect(Math.max(...dues)).toBeLessThanOrEqual(60);
    // The chance that twelve of them are all within six seconds is one in ten thousand millions.
    expect(Math.max(...dues) - Math.min(...dues)).toBeGreaterThan(6);
  });
});

describe('a turn whose attempts were lost', () => {
  let server: TestServer;
  let scene: DialogScene;
  let database: Database;
  beforeAll(async () => {
    server = await startTestServer();
    scene = await makeDialogScene(server);
    database = openDatabase(server.database.address, { connections: 1, onError: () => {} });
  });
  afterAll(async () => {
    await database?.close();
    await server?.close();
  });

  /** Every task that is accepted meanwhile has this number of attempts behind it. */
  async function withAttempts<T>(attempts: number, work: () => Promise<T>): Promise<T> {
    const setDefault = (to: number) =>
      database.query(`ALTER TABLE dialog.tasks ALTER COLUMN attempts SET DEFAULT ${to}`);
    await setDefault(attempts);
    try {
      return await work();
    } finally {
      await setDefault(0);
    }
  }

  it('fails its run with the reason, and at one attempt less the run is carried out', async () => {
    const { project } = scene;
    const path = `/projects/${project.id}/workflows/flow`;
    const definition = { triggers: [], steps: [{ id: 'e', type: 'end', output: 'done' }] };
    await server.make('PUT', path, { name: 'Flow', definition });
    await server.make('POST', `${path}/publish`);
    const startAt = (attempts: number) =>
      withAttempts(attempts, () =>
        server.call('POST', `/api/v1${path}/run`, {
          ...{ key: project.key, body: {} },
          headers: { 'idempotency-key': randomUUID() },
        }),
      );
    const runs = [await startAt(limit), await startAt(limit - 1)];
    const shown = await Promise.all(
      runs.map(({ body }) =>
        until(async () => {
          const { body: run } = await server.call('GET', body.status_url, project);
          return ['succeeded', 'failed'].includes(run.status) && run;
        }),
      ),
    );
    expect(shown).toMatchObject([
      { status: 'failed', error: lost },
      { status: 'succeeded', output: 'done' },
    ]);
    const entry = await until(async () =>
      (await server.audit(project)).find(({ action }) => action === 'run.failed'),
    );
    expect(entry).toMatchObject({ subject: { id: runs[0]!.body.run_id }, data: { error: lost } });
  });

  it('leaves its dialog where it is, shows the reason in the history, and what comes next is answered', async () => {
    await scene.publish(greeting);
    const identity = await scene.identity();
    await scene.event(identity, 'begin');
    expect(await scene.waitForTold(identity, 1)).toEqual(['Your name?']);
    await withAttempts(limit, () => scene.event(identity, 'Ann'));
    await scene.event(identity, 'Bob');
    expect(await scene.waitForTold(identity, 2)).toEqual(['Your name?', 'Your city, Bob?']);
    const entries = await scene.history(identity);
    expect(entries.find(({ text }) => text === 'Ann')).toMatchObject({ error: lost });
  });
});
