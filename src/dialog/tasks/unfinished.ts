import type { Queryable } from '../../platform/postgres.ts';

/**
 * Changes how much unfinished work projects have, outside the statements that accept and finish, which count for
 * themselves.
 * @param projectIds one a task; a project may be named many times.
 * @param change of each: 1 for a task that is queued again, -1 for one that has come to its end.
 */
export async function countUnfinished(
  tx: Queryable,
  shard: number,
  projectIds: string[],
  change: 1 | -1,
): Promise<void> {
  if (projectIds.length === 0) return;
  await tx.query(
    `INSERT INTO dialog.project_counters AS c (project_id, shard, unfinished, day)
     SELECT project_id, $2::smallint, count(*) * $3::int, (now() AT TIME ZONE 'UTC')::date
     FROM unnest($1::uuid[]) AS u(project_id) GROUP BY project_id ORDER BY project_id
     ON CONFLICT (project_id, shard) DO UPDATE SET unfinished = c.unfinished + excluded.unfinished`,
    [projectIds, shard, change],
  );
}
