import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { listOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { dailyFigures } from './schema.ts';

const f = alias(dailyFigures, 'f');

const readDay = statement({
  name: 'figures-today',
  params: { projects: listOf(f.projectId) },
  columns: {
    projectId: f.projectId,
    environment: f.environment,
    date: f.day,
    messages_in: f.messagesIn,
    messages_out: f.messagesOut,
    events: f.events,
    new_profiles: f.newProfiles,
    active_profiles: f.activeProfiles,
    jobs_succeeded: f.jobsSucceeded,
    jobs_failed: f.jobsFailed,
    workflow_runs: f.workflowRuns,
    payments_succeeded: f.paymentsSucceeded,
    refunds: f.refunds,
  },
  // Constants, so that the key of the table finds exactly these rows.
  query: ({ projects }, columns) => sql`
    SELECT ${columns} FROM ${dailyFigures} AS ${f}
    WHERE ${f.projectId} = ANY (${projects}) AND ${f.environment} IN ('live', 'sandbox')
      AND ${f.channelId} = ${sql.raw(`'${noId}'`)} AND ${f.day} = (now() AT TIME ZONE 'UTC')::date
    ORDER BY ${f.projectId}, ${f.environment}`,
});

/** The counts of a project in one environment, of the present day of UTC. */
export type FiguresOfToday = Omit<Awaited<ReturnType<typeof readDay.all>>[number], 'projectId'>;

/**
 * Reads the figures of today of some projects in one statement.
 * @returns by project, an item for each environment in which something happened today
 */
export async function readToday(
  database: Queryable,
  projectIds: readonly string[],
): Promise<Map<string, FiguresOfToday[]>> {
  const found = new Map<string, FiguresOfToday[]>(projectIds.map((projectId) => [projectId, []]));
  for (const { projectId, ...figures } of await readDay.all(database, { projects: projectIds })) {
    found.get(projectId)!.push(figures);
  }
  return found;
}
