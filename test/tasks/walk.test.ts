import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimTasks } from '../../src/dialog/tasks/claim.ts';
import { find, firstPlace } from '../../src/dialog/tasks/find-lanes.ts';
import { TaskQueue } from '../../src/dialog/tasks/queue.ts';
import { Sweep } from '../../src/dialog/tasks/sweep.ts';
import { walkLanes } from '../../src/dialog/tasks/walk.ts';
import { newId } from '../../src/platform/ids.ts';
import { type Stage, setStage } from './stage.ts';

let stage: Stage;
let project: string;

beforeAll(async () => {
  stage = await setStage();
});
beforeEach(() => {
  project = newId();
});
afterAll(() => stage.close());

/** Queued tasks of one origin, each in its own lane: `<origin>:00001`, … */
async function fill(origin: string, lanes: number, more: { project?: string; target?: string } = {}) {
  await stage.database.query(
    `INSERT INTO dialog.tasks (project_id, id, kind, lane, origin, target_id, payload, environment, deadline_at)
     SELECT $1, gen_random_uuid(), 'message', $2 || ':' || lpad(n::text, 5, '0'), $2, $4, '{}', 'sandbox',
       now() + interval '1 day'
     FROM generate_series(1, $3::int) AS n`,
    [more.project ?? project, origin, lanes, more.target ?? null],
  );
}

const walk = async (room: number, origin = 'f', full: string[] = [], database = stage.database) => {
  const [found] = await walkLanes(database, [{ projectId: project, origin, room }], full);
  return { names: found!.lanes.map(([, lane]) => lane), more: found!.more };
};

const nameOf = (origin: string, n: number) => `${origin}:${String(n).padStart(5, '0')}`;
const names = (origin: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => nameOf(origin, from + i));

describe('the walk over the lanes of an origin', () => {
  it('gives every lane to one of several workers, and then begins again', async () => {
    await fill('f', 300);
    const [one, other] = [stage.open(), stage.open()];
    const first = [await walk(100, 'f', [], one), await walk(100, 'f', [], other)];
    const rest = await walk(150, 'f', [], one);
    expect([...first, rest].flatMap((each) => each.names)).toEqual([
      ...names('f', 1, 300),
      ...names('f', 1, 50),
    ]);
    expect([...first, rest].map(({ more }) => more)).toEqual([true, true, true]);
  });

  it('gives no lane to two workers at the same moment, once it has begun', async () => {
    await fill('f', 400);
    await walk(10);
    const pools = [stage.open(), stage.open(), stage.open()];
    const walks = await Promise.all(pools.map((pool) => walk(100, 'f', [], pool)));
    expect(walks.flatMap((each) => each.names).sort()).toEqual(names('f', 11, 310));
  });

  it('reports when it has passed every lane', async () => {
    await fill('f', 30);
    expect(await walk(40)).toEqual({ names: names('f', 1, 30), more: false });
    expect(await walk(20)).toEqual({ names: names('f', 1, 20), more: true });
    expect((await walk(40)).names).toEqual([...names('f', 21, 30), ...names('f', 1, 20)]);
  });

  it('skips lanes that run, that are not due, or whose target is full', async () => {
    const target = newId();
    await fill('f', 5);
    await fill('g', 5, { target });
    await stage.database.query(`UPDATE dialog.tasks SET origin = 'f' WHERE project_id = $1`, [project]);
    await claimTasks(stage.database, [[project, nameOf('f', 1), null, 'f']], 60_000);
    await stage.database.query(
      `UPDATE dialog.tasks SET due_at = now() + interval '1 hour' WHERE project_id = $1 AND lane = $2`,
      [project, nameOf('f', 2)],
    );
    expect(await walk(40, 'f', [target])).toEqual({ names: names('f', 3, 5), more: false });
    expect((await walk(40)).names).toEqual([...names('f', 3, 5), ...names('g', 1, 5)]);
  });

  it('never touches other origins and projects', async () => {
    await fill('a', 1000);
    await fill('b', 2);
    await fill('b', 1000, { project: newId() });
    expect(await walk(100, 'b')).toEqual({ names: names('b', 1, 2), more: false });
    expect(await walk(100, 'c')).toEqual({ names: [], more: false });
  });
});

describe('the sweep', () => {
  const sweeper = () => new Sweep({ database: stage.database, kinds: {}, queue: new TaskQueue(1) });
  const ofProject = (lanes: string[][], id: string) => lanes.filter(([found]) => found === id);

  it('finds a small project and a small origin at once, among very many lanes of others', async () => {
    // Ids and names that sort before all others.
    const busy = '00000000-0000-7000-8000-000000000001';
    await fill('a', 20_000, { project: busy });
    await fill('z', 1, { project: busy });
    await fill('f', 1);
    const { lanes, behind } = await sweeper().run();
    expect(ofProject(lanes as never, project)).toHaveLength(1);
    expect(lanes.some(([id, , , origin]) => id === busy && origin === 'z')).toBe(true);
    expect(ofProject(lanes as never, busy).length).toBeLessThan(100);
    expect(behind.map(([id, , , origin]) => [id, origin])).toContainEqual([busy, 'a']);
    expect(behind.map(([id]) => id)).not.toContain(project);
  });

  it('reaches every project within a few sweeps, even with more projects than one sweep reads', async () => {
    await stage.database.query(
      `INSERT INTO dialog.tasks (project_id, id, kind, lane, origin, payload, environment, deadline_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'message', 'l', 'many', '{}', 'sandbox', now() + interval '1 day'
       FROM generate_series(1, 4500)`,
    );
    const sweep = sweeper();
    const found = new Set<string>();
    for (let i = 0; i < 3; i++) {
      for (const [id, , , origin] of (await sweep.run()).lanes) if (origin === 'many') found.add(id);
    }
    expect(found.size).toBe(4500);
  });

  it('reads as little of the database with 10,000 idle projects as with one', async () => {
    const touched = async () => {
      const session = stage.open();
      await session.query('VACUUM dialog.tasks');
      const { rows } = await session.query<{ plan: [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${find.text
          .replace('$1', `'${firstPlace.projectId}'`)
          .replace('$2', "''")
          .replace('$3', '2000')
          .replace('$4', '25')
          .replace('$5', '5000')}`,
      );
      const { Plan: plan } = (rows[0] as unknown as { 'QUERY PLAN': [{ Plan: Record<string, number> }] })[
        'QUERY PLAN'
      ][0];
      return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
    };
    await stage.database.query('DELETE FROM dialog.tasks');
    await fill('f', 1);
    const one = await touched();
    await stage.database.query(
      `INSERT INTO dialog.tasks (project_id, id, kind, lane, origin, payload, environment, deadline_at, state)
       SELECT gen_random_uuid(), gen_random_uuid(), 'message', 'l', 'f', '{}', 'sandbox', now(), 'succeeded'
       FROM generate_series(1, 10000)`,
    );
    expect(await touched()).toBeLessThan(one + 30);
  });
});
