import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runLanes } from '../../src/dialog/flows/run-turn.ts';
import { InnerTasks } from '../../src/dialog/tasks/apply.ts';
import { claimTasks } from '../../src/dialog/tasks/claim.ts';
import { finishTasks, type Written } from '../../src/dialog/tasks/finish.ts';
import type { LaneTicket, Task } from '../../src/dialog/tasks/task.ts';
import { readId } from '../../src/platform/ids.ts';
import type { Database, Queryable } from '../../src/platform/postgres.ts';
import type { TestProject } from '../harness/client.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

/** Accepts, but has no worker: these tests take turns by hand. */
let server: TestServer;
let project: TestProject;
let projectId: string;
let base: string;
/** The names of the statements of turns, in order. */
let statements: string[];

beforeAll(async () => {
  server = await startTestServer({ ROLE: 'api' });
});
afterAll(() => server?.close());
beforeEach(async () => {
  project = await server.makeProject();
  projectId = readId('project', project.id)!;
  base = `/projects/${project.id}`;
  statements = [];
});

/** Runs before a statement of this name, which waits for it; may throw. */
type Before = (name: string, values: unknown) => unknown;

function watched(database: Database, before: Before): Database {
  return {
    ...database,
    transaction: (work) =>
      database.transaction((tx) => {
        const query: Queryable['query'] = async (text: unknown, values?: unknown) => {
          const { name = '', values: given } = text as { name?: string; values?: unknown };
          statements.push(name);
          await before(name, given);
          return tx.query(text as never, values as never) as never;
        };
        return work({ orm: tx.orm, query });
      }),
  };
}

async function publish(slug: string, steps: object[]): Promise<void> {
  await server.make('PUT', `${base}/workflows/${slug}`, { name: slug, definition: { steps } });
  await server.make('POST', `${base}/workflows/${slug}/publish`);
}

async function start(slug: string, input: object): Promise<LaneTicket> {
  const { body } = await server.call('POST', `/api/v1${base}/workflows/${slug}/run`, {
    ...{ key: project.key, body: { input }, headers: { 'idempotency-key': randomUUID() } },
  });
  return [projectId, runLanes.of(readId('run', body.run_id)!), null, `workflow:${slug}`];
}

const statusOf = async ([, lane]: LaneTicket) => {
  const { rows } = await server.server.parts.database.query<{ status: string }>(
    'SELECT status FROM dialog.workflow_runs WHERE project_id = $1 AND $2 = $3 || id',
    [projectId, lane, runLanes.of('')],
  );
  return rows[0]?.status;
};

/** Takes a turn in each of these lanes, in one group. @returns what was written, by position */
async function takeTurns(lanes: LaneTicket[], before: Before = () => {}): Promise<(Written | undefined)[]> {
  const { work, kinds, log, queue } = server.server.parts;
  const tasks = await claimTasks(work, lanes, 60_000);
  const inner = new InnerTasks({
    ...{ database: watched(work, before), kinds, log, queue },
    write: async (finished) => (await finishTasks(work, kinds, queue, [finished]))[0],
  });
  const taskOf = ([, lane]: LaneTicket): Task => tasks.find((task) => task.lane === lane)!;
  return Promise.all(lanes.map((lane) => inner.apply(taskOf(lane))));
}

/** The unfinished work as it was counted, and as it is. */
async function counts(): Promise<{ counted: number; real: number }> {
  const { rows } = await server.server.parts.database.query<{ counted: number; real: number }>(
    `SELECT (SELECT sum(unfinished)::int FROM dialog.project_counters WHERE project_id = $1) AS counted,
       (SELECT count(*)::int FROM dialog.tasks WHERE project_id = $1 AND state IN ('queued', 'running')) AS real`,
    [projectId],
  );
  return rows[0]!;
}

const rowsOf = async (slug: string): Promise<any[]> => {
  const at = `/api/v1${base}/tables/${slug}/rows?environment=sandbox&limit=500`;
  return (await server.call('GET', at, { key: project.key })).body.rows;
};

describe('runs whose turns are taken together', () => {
  beforeEach(async () => {
    await server.make('PUT', `${base}/tables/seen`, { name: 'Seen' });
    const settings = { base_url: 'http://127.0.0.1:9' };
    await server.make('PUT', `${base}/connections/away`, { name: 'Away', kind: 'http', settings });
    await server.make('PUT', `${base}/operations/call`, {
      ...{ name: 'Call', kind: 'http', connection: 'away' },
    });
    await publish('child', [{ id: 'end', type: 'end' }]);
    await publish('parent', [
      { id: 'keep', type: 'table_write', table: 'seen', action: 'append', row: { n: '{{ input.n }}' } },
      { id: 'begin', type: 'workflow', workflow: 'child', input: { n: '{{ input.n }}' } },
      { id: 'again', type: 'table_write', table: 'seen', action: 'append', row: { n: '{{ input.n }}' } },
      { id: 'call', type: 'operation', operation: 'call' },
      { id: 'end', type: 'end' },
    ]);
  });
  const startMany = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => start('parent', { n })));

  it('need as many statements as one run, however many they are', async () => {
    await takeTurns(await startMany(1)); // reads the definition, which is kept from then on
    const takenBy = async (count: number) => {
      const lanes = await startMany(count);
      statements = [];
      const written = await takeTurns(lanes);
      expect(written.map((each) => each?.state)).toEqual(Array(count).fill('succeeded'));
      return statements;
    };
    const [one, many] = [await takenBy(1), await takenBy(40)];
    expect(many).toEqual(one);
    expect(one).toContain('finish-and-queue');
    // The run itself has ended its turn; what it started and called is queued.
    const { counted, real } = await counts();
    expect([counted, real]).toEqual([real, 2 * (1 + 1 + 40)]);
    expect(await rowsOf('seen')).toHaveLength(2 * (1 + 1 + 40));
  });

  it('fail alone: one that the database refuses leaves the others done, each of them once', async () => {
    const lanes = await startMany(12);
    const bad = lanes[5]!;
    const badId = bad[1].slice(runLanes.of('').length);
    const written = await takeTurns(lanes, (name, values) => {
      if (name === 'runs-save' && JSON.stringify(values).includes(badId)) {
        throw Object.assign(new Error('refused'), { code: '23505' });
      }
    });
    expect(written.map((each) => each?.state)).toEqual(
      lanes.map((lane) => (lane === bad ? 'queued' : 'succeeded')),
    );
    expect(await Promise.all(lanes.map(statusOf))).toEqual(
      lanes.map((lane) => (lane === bad ? undefined : 'waiting')),
    );
    const done = lanes.flatMap((lane, n) => (lane === bad ? [] : [`${n}`, `${n}`]));
    expect((await rowsOf('seen')).map(({ n }) => `${n}`).sort()).toEqual(done.sort());
    const { counted, real } = await counts();
    expect([counted, real]).toEqual([real, 1 + 2 * 11]);
  });

  it('do nothing, and wake nothing, if the lease of one was lost; the others are taken again by themselves', async () => {
    const lanes = await startMany(3);
    const [, lane] = lanes[1]!;
    let stolen: Promise<unknown> | undefined;
    const written = await takeTurns(lanes, (name) => {
      if (name !== 'runs-load') return undefined;
      stolen ??= server.server.parts.database.query(
        'UPDATE dialog.tasks SET lease = gen_random_uuid() WHERE project_id = $1 AND lane = $2',
        [projectId, lane],
      );
      return stolen;
    });
    expect(written.map((each) => each?.state)).toEqual(['succeeded', undefined, 'succeeded']);
    expect((await rowsOf('seen')).map(({ n }) => `${n}`).sort()).toEqual(['0', '0', '2', '2']);
    const { counted, real } = await counts();
    expect([counted, real]).toEqual([real, 1 + 2 * 2]);
  });
});

it('events that start workflows need as many statements as one event, however many they are', async () => {
  const definition = {
    triggers: [{ type: 'event', source: 'custom.shop' }],
    steps: [{ id: 'end', type: 'end' }],
  };
  await server.make('PUT', `${base}/workflows/sold`, { name: 'Sold', definition });
  await server.make('POST', `${base}/workflows/sold/publish`);
  const submit = async (count: number): Promise<LaneTicket[]> => {
    for (let n = 0; n < count; n++) {
      const body = { event_id: randomUUID(), source: 'custom.shop', environment: 'sandbox' };
      const { status } = await server.call('POST', `/api/v1${base}/automation-events`, {
        key: project.key,
        body,
      });
      expect(status).toBe(202);
    }
    const { rows } = await server.server.parts.database.query<{ lane: string }>(
      `SELECT lane FROM dialog.tasks WHERE project_id = $1 AND kind = 'automation_event' AND state = 'queued'`,
      [projectId],
    );
    return rows.map(({ lane }) => [projectId, lane, null, 'automation_event']);
  };
  await takeTurns(await submit(1)); // reads the definition, which is kept from then on
  const takenBy = async (count: number) => {
    const lanes = await submit(count);
    statements = [];
    await takeTurns(lanes);
    return statements;
  };
  const [one, many] = [await takenBy(1), await takenBy(12)];
  expect(many).toEqual(one);
  expect(one.filter((name) => name === 'workflows-of-trigger')).toHaveLength(1);
  const { rows } = await server.server.parts.database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM dialog.tasks WHERE project_id = $1 AND kind = 'run'`,
    [projectId],
  );
  expect(rows[0]!.n).toBe(1 + 1 + 12);
});
