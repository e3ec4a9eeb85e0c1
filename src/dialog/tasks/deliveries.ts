import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { idsSince } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';

/** Newest tasks of the last day that are searched. */
const tasksLookedAt = 5000;
const dayMs = 86_400_000;

const t = alias(tasks, 't');
const numberOf = (condition: SQL) => as(types.int, sql`count(*) FILTER (WHERE ${condition})::int`);
const isWaiting = sql`${t.state} = 'queued' AND ${t.attempts} > 0`;
/** Of the failures only those that no success has followed. */
const fails = sql`(${t.state} IN ('failed', 'unknown') OR ${isWaiting})
  AND (last_success IS NULL OR ${t.createdAt} > last_success)`;

/** Outcomes of messages by channel. Ids of tasks grow with time, so the newest are one short range. */
const findDeliveries = statement({
  name: 'deliveries-by-channel',
  prepared: false,
  params: { projectId: t.projectId, since: t.id },
  columns: {
    channelId: t.targetId,
    sent: numberOf(sql`${t.state} = 'succeeded'`),
    failed: numberOf(sql`${t.state} = 'failed'`),
    unknown: numberOf(sql`${t.state} = 'unknown'`),
    waiting: numberOf(isWaiting),
    sentAt: as(orNull(types.instant), sql`max(${t.finishedAt}) FILTER (WHERE ${t.state} = 'succeeded')`),
    failingSince: as(
      orNull(types.instant),
      sql`min(coalesce(${t.finishedAt}, ${t.createdAt})) FILTER (WHERE ${fails})`,
    ),
    lastError: as(
      orNull(jsonOf<{ code: string; message: string }>()),
      sql`(array_agg(${t.error} ORDER BY ${t.createdAt} DESC) FILTER (WHERE ${fails} AND ${t.error} IS NOT NULL))[1]`,
    ),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${t.targetId}, ${t.kind}, ${t.state}, ${t.attempts}, ${t.error}, ${t.createdAt}, ${t.finishedAt},
        max(${t.createdAt}) FILTER (WHERE ${t.state} = 'succeeded')
          OVER (PARTITION BY ${t.targetId}, ${t.kind}) AS last_success
      FROM (
        SELECT * FROM ${tasks} AS ${t} WHERE ${t.projectId} = ${p.projectId} AND ${t.id} >= ${p.since}
        ORDER BY ${t.id} DESC LIMIT ${tasksLookedAt}) AS ${t}) AS ${t}
    WHERE ${t.kind} = 'message' AND ${t.targetId} IS NOT NULL GROUP BY ${t.targetId}`,
});

/** What became of the newest messages through a channel. */
export type Deliveries = ResultOf<typeof findDeliveries>;

/** The outcomes of messages of the last day, by channel; of busy projects those of the newest tasks. */
export function lastDeliveries(database: Queryable, projectId: string): Promise<Deliveries[]> {
  return findDeliveries.all(database, { projectId, since: idsSince(new Date(Date.now() - dayMs)) });
}
