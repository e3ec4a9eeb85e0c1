import { sql } from 'drizzle-orm';
import { Counter, type Registry } from 'prom-client';
import { addGauge } from '../../platform/metrics.ts';
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

/** What a metric says of the unfinished tasks of a kind. */
export type TaskFigures = ResultOf<typeof readByKind>;

/**
 * The waiting, running and unsettled tasks in the whole installation, by kind. It reads only the indexes of these states, so its
 * cost grows with unfinished work, not with all work ever done.
 *
 * @param kinds reported even if they have no task
 */
export const readTaskFigures = (database: Database, kinds: readonly string[]): Promise<TaskFigures[]> =>
  readByKind.all(database, { kinds });

/** Adds the metrics of tasks. @param read gives the figures as of now, or of a moment ago */
export function addTaskMetrics(registry: Registry, read: () => Promise<TaskFigures[]>): void {
  const add = (name: string, help: string, pick: (figures: TaskFigures) => number) =>
    addGauge(registry, { name, help, labels: ['kind'] }, async () =>
      (await read()).map((figures) => [{ kind: figures.kind }, pick(figures)]),
    );
  add('parley_tasks_queued', 'Tasks that wait, by kind.', ({ queued }) => queued);
  add('parley_tasks_running', 'Tasks under way, by kind.', ({ running }) => running);
  add('parley_tasks_unknown', 'Tasks whose outcome an owner has to settle.', ({ unknown }) => unknown);
  add(
    'parley_tasks_oldest_seconds',
    'How long the task that waits longest has been due.',
    ({ oldest }) => oldest,
  );
}

/** How an attempt ended. */
export type AttemptEnd = 'succeeded' | 'failed' | 'unknown' | 'retried';
const ends: readonly AttemptEnd[] = ['succeeded', 'failed', 'unknown', 'retried'];

/** Counts the attempts that ended in this process. */
export type AttemptCounter = Counter<'kind' | 'outcome'>;

/** Counts how attempts end, for tasks of these kinds. */
export function countAttempts(kinds: readonly string[]): AttemptCounter {
  const counter = new Counter({
    name: 'parley_task_outcomes_total',
    help: 'Attempts that ended, by kind and by how.',
    labelNames: ['kind', 'outcome'],
    registers: [],
  });
  for (const kind of kinds) for (const outcome of ends) counter.inc({ kind, outcome }, 0);
  return counter;
}
