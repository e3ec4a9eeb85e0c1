import { sql } from 'drizzle-orm';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { projectCounters } from '../schema.ts';
import { blocking, ok, type ReadinessCheck, type ReadinessItem, type Subject, warning } from './check.ts';

/** The share of a limit from which a warning is shown. */
const near = 0.8;

const c = projectCounters;

/** The unfinished writes of a project, and those accepted on this day (UTC). */
export const findUsed = statement({
  name: 'readiness-limits',
  prepared: false,
  params: { projectId: c.projectId },
  columns: {
    unfinished: as(types.bigint, sql`coalesce(sum(${c.unfinished}), 0)`),
    accepted: as(
      types.bigint,
      sql`coalesce(sum(${c.accepted}) FILTER (WHERE ${c.day} = (now() AT TIME ZONE 'UTC')::date), 0)`,
    ),
  },
  query: (p, columns) => sql`SELECT ${columns} FROM ${c} WHERE ${c.projectId} = ${p.projectId}`,
});

/** How much of its limits a project has used. */
export const limitsNear: ReadinessCheck = async ({ database, projectId, settings }) => {
  const used = await findUsed.one(database, { projectId });
  const { projectQueueLimit, projectDailyLimit } = settings;
  return [
    itemOf(
      { id: 'queue', title: 'Unfinished work' },
      used.unfinished,
      projectQueueLimit,
      'Find out what holds the work up, or have whoever runs the server raise PROJECT_QUEUE_LIMIT.',
    ),
    itemOf(
      { id: 'daily_writes', title: 'Writes today' },
      used.accepted,
      projectDailyLimit,
      'Send less until midnight (UTC), or have whoever runs the server raise PROJECT_DAILY_LIMIT.',
    ),
  ];
};

function itemOf(subject: Subject, used: number, limit: number, action: string): ReadinessItem {
  if (used >= limit)
    return blocking(subject, `All ${limit} are used up; further writes get a 429.`, action, 'limit_used_up', {
      used,
      limit,
    });
  const detail = `${used} of ${limit}.`;
  return used > near * limit
    ? warning(subject, detail, action, 'limit_near', { used, limit })
    : ok(subject, detail, 'limit_far', { used, limit });
}
