import type pg from 'pg';
import { p95, timesOfLone } from './delivery.ts';
import { type Figure, showMs, whole } from './figures.ts';
import type { Ground } from './ground.ts';
import type { Load } from './processes.ts';
import { seedBlock } from './seed.ts';

/**
 * How long messages of quiet projects take while one server works through `queued` tasks of another project, each in
 * its own lane, compared with the same server when it is idle.
 */
export async function fairness(
  ground: Ground,
  load: Load,
  { queued, messages }: { queued: number; messages: number },
): Promise<Figure[]> {
  const pool = await ground.pool('fairness');
  const server = await ground.start('fairness', { RATE_LIMIT_PER_MINUTE: '1000000' });
  const quiet = () => seedBlock(pool, 10);
  await timesOfLone(pool, await quiet(), load, server, 10);
  const idle = await timesOfLone(pool, await quiet(), load, server, messages);
  const busy = await seedBacklog(pool, queued);
  const beside = await timesOfLone(pool, await quiet(), load, server, messages);
  const { left, done, failed } = await standing(pool, busy);
  // If the busy project has no work left, or is stuck, the measurement means nothing.
  if (done === 0 || left === 0 || failed > 0 || idle.length < messages || beside.length < messages) {
    throw new Error(
      `no measurement: of the busy project ${done} done, ${left} left, ${failed} gone wrong; of ${messages} quiet ` +
        `messages ${idle.length} sent while idle and ${beside.length} beside it`,
    );
  }
  await server.stop();
  return [
    {
      name: `p95 of a quiet project beside ${whole(queued)} tasks of another / idle`,
      ratios: [p95(beside) / p95(idle)],
      goal: { at: 'most', value: 5 },
      detail:
        `p95 ${showMs(p95(beside))} against ${showMs(p95(idle))}, ${messages} messages each; of the others ` +
        `${whole(done)} were done meanwhile and ${whole(left)} left`,
    },
  ];
}

/** Tasks of one project like those of accepted messages, but without tickets. @returns the project. */
async function seedBacklog(pool: pg.Pool, queued: number): Promise<string> {
  const { projectIds } = await seedBlock(pool, 10, 100);
  const [project] = projectIds;
  await pool.query(
    `WITH customers AS (
       SELECT id, row_number() OVER () - 1 AS n FROM dialog.identities WHERE project_id = $1
     ), made AS (
       INSERT INTO dialog.tasks
         (project_id, id, kind, origin, lane, identity_id, payload, environment, deadline_at)
       SELECT $1, gen_random_uuid(), 'message', 'message', 'message:' || c.id || ':' || t.n, c.id,
         (SELECT payload FROM dialog.tasks WHERE kind = 'message' AND state = 'succeeded' LIMIT 1),
         'sandbox', now() + interval '1 day'
       FROM generate_series(1, $2::int) AS t(n) JOIN customers AS c ON c.n = t.n % 100
     )
     INSERT INTO dialog.project_counters (project_id, shard, unfinished, day) VALUES ($1, 0, $2, now())`,
    [project, queued],
  );
  return project!;
}

async function standing(
  pool: pg.Pool,
  project: string,
): Promise<{ left: number; done: number; failed: number }> {
  const { rows } = await pool.query<{ left: number; done: number; failed: number }>(
    `SELECT count(*) FILTER (WHERE state IN ('queued', 'running'))::int AS left,
       count(*) FILTER (WHERE state = 'succeeded')::int AS done,
       count(*) FILTER (WHERE error IS NOT NULL)::int AS failed
     FROM dialog.tasks WHERE project_id = $1`,
    [project],
  );
  return rows[0]!;
}
