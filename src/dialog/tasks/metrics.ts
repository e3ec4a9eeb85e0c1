import { sql } from 'drizzle-orm';
import { type Family, gauge } from '../../platform/metrics.ts';
import type { Database } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { type TaskState, tasks } from '../schema.ts';

const inState = (state: TaskState) =>
  sql`FROM ${tasks} WHERE ${tasks.state} = ${state} GROUP BY ${tasks.kind}`;

const readByKind = statement({
  name: 'tasks-by-kind',
  params: { kinds: listOf(tasks.kind) },
  columns: {
    kind: as(tasks.kind, sql`kind`),
    queued: as(types.int, sql`sum(queued)::int`),
    running: as(types.int, sql`sum(running)::int`),
    unknown: as(types.int, sql`sum(unknown)::int`),
    /** Seconds since the oldest task became due. */
    oldest: as(types.float, sql`max(oldest)::float8`),
  },
  prepared: false,
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${tasks.kind}, count(*) AS queued, 0 AS running, 0 AS unknown,
        greatest(0, extract(epoch FROM clock_timestamp() - min(${tasks.dueAt}))) AS oldest
      ${inState('queued')}
      UNION ALL
      SELECT ${tasks.kind}, 0, count(*), 0, 0 ${inState('running')}
      UNION ALL
      SELECT ${tasks.kind}, 0, 0, count(*), 0 ${inState('unknown')}
      UNION ALL
      SELECT kind, 0, 0, 0, 0 FROM unnest(${p.kinds}) AS kind
    ) AS t GROUP BY kind ORDER BY kind`,
});

type Row = ResultOf<typeof readByKind>;

/**
 * Metrics of waiting, running and unsettled tasks in the whole installation, by kind. It reads only the indexes of these
 * states, so its cost grows with unfinished work, not with all work ever done.
 *
 * @param kinds reported even if they have no task
 */
export async function taskFamilies(database: Database, kinds: readonly string[]): Promise<Family[]> {
  const rows = await readByKind.all(database, { kinds });
  const of = (pick: (row: Row) => number) =>
    rows.map((row) => ({ labels: { kind: row.kind }, value: pick(row) }));
  return [
    gauge(
      'parley_tasks_queued',
      'Tasks that wait, by kind.',
      of((row) => row.queued),
    ),
    gauge(
      'parley_tasks_running',
      'Tasks under way, by kind.',
      of((row) => row.running),
    ),
    gauge(
      'parley_tasks_unknown',
      'Tasks whose outcome an owner has to settle.',
      of((row) => row.unknown),
    ),
    gauge(
      'parley_tasks_oldest_seconds',
      'How long the task that waits longest has been due.',
      of((row) => row.oldest),
    ),
  ];
}
