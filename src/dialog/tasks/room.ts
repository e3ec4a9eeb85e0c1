import type { Queryable } from '../../platform/postgres.ts';
import type { AcceptLimits } from './accept.ts';

/**
 * Counts one more accepted write of a project, for writes that are accepted in a transaction of their own.
 * @returns what speaks against it; then nothing was counted
 */
export async function takeRoom(
  tx: Queryable,
  shard: number,
  projectId: string,
  { projectQueueLimit, projectDailyLimit }: Pick<AcceptLimits, 'projectQueueLimit' | 'projectDailyLimit'>,
): Promise<'queue_full' | 'daily_limit' | undefined> {
  const { rows } = await tx.query<{ unfinished: string; accepted: string }>(
    `SELECT coalesce(sum(unfinished), 0) AS unfinished,
       coalesce(sum(accepted) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0) AS accepted
     FROM dialog.project_counters WHERE project_id = $1`,
    [projectId],
  );
  const { unfinished, accepted } = rows[0]!;
  if (Number(unfinished) >= projectQueueLimit) return 'queue_full';
  if (Number(accepted) >= projectDailyLimit) return 'daily_limit';
  await tx.query(
    `INSERT INTO dialog.project_counters AS c (project_id, shard, unfinished, day, accepted)
     VALUES ($1, $2::smallint, 0, (now() AT TIME ZONE 'UTC')::date, 1)
     ON CONFLICT (project_id, shard) DO UPDATE SET
       accepted = CASE WHEN c.day = excluded.day THEN c.accepted ELSE 0 END + 1, day = excluded.day`,
    [projectId, shard],
  );
  return undefined;
}
