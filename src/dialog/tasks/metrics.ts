import { type Family, gauge } from '../../platform/metrics.ts';
import type { Database } from '../../platform/postgres.ts';

interface Row {
  kind: string;
  queued: number;
  running: number;
  unknown: number;
  /** Seconds that the longest-waiting task has been due. */
  oldest: number;
}

/**
 * What waits, runs and is unsettled in the whole installation, by kind. It reads the indexes of these states only, so
 * that it costs as much as there is unfinished work, and nothing for all that was ever done.
 *
 * @param kinds that are told of also when they have no task.
 */
export async function taskFamilies(database: Database, kinds: readonly string[]): Promise<Family[]> {
  const { rows } = await database.query<Row>(
    `SELECT kind, sum(queued)::int AS queued, sum(running)::int AS running, sum(unknown)::int AS unknown,
       max(oldest)::float8 AS oldest
     FROM (
       SELECT kind, count(*) AS queued, 0 AS running, 0 AS unknown,
         greatest(0, extract(epoch FROM clock_timestamp() - min(due_at))) AS oldest
       FROM dialog.tasks WHERE state = 'queued' GROUP BY kind
       UNION ALL
       SELECT kind, 0, count(*), 0, 0 FROM dialog.tasks WHERE state = 'running' GROUP BY kind
       UNION ALL
       SELECT kind, 0, 0, count(*), 0 FROM dialog.tasks WHERE state = 'unknown' GROUP BY kind
       UNION ALL
       SELECT kind, 0, 0, 0, 0 FROM unnest($1::text[]) AS kind
     ) AS t GROUP BY kind ORDER BY kind`,
    [kinds],
  );
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
