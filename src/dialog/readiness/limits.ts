import { blocking, ok, type ReadinessCheck, type ReadinessItem, rowsOf, warning } from './check.ts';

/** The share of a limit from which on it is near. */
const near = 0.8;

/** How much of what the project may have is used up. */
export const limitsNear: ReadinessCheck = async (scene) => {
  const [used] = await rowsOf<{ unfinished: string; accepted: string }>(
    scene,
    `SELECT coalesce(sum(unfinished), 0) AS unfinished,
       coalesce(sum(accepted) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0) AS accepted
     FROM dialog.project_counters WHERE project_id = $1`,
  );
  const { projectQueueLimit, projectDailyLimit } = scene.settings;
  return [
    itemOf(
      { id: 'queue', title: 'Unfinished work' },
      Number(used!.unfinished),
      projectQueueLimit,
      'Find out what holds the work up, or have the operator raise PROJECT_QUEUE_LIMIT.',
    ),
    itemOf(
      { id: 'daily_writes', title: 'Writes today' },
      Number(used!.accepted),
      projectDailyLimit,
      'Send less until midnight (UTC), or have the operator raise PROJECT_DAILY_LIMIT.',
    ),
  ];
};

function itemOf(
  subject: Pick<ReadinessItem, 'id' | 'title'>,
  used: number,
  limit: number,
  action: string,
): ReadinessItem {
  if (used >= limit) return blocking(subject, `All ${limit} are used up; further writes get a 429.`, action);
  const detail = `${used} of ${limit}.`;
  return used > near * limit ? warning(subject, detail, action) : ok(subject, detail);
}
