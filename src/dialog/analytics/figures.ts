import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { noId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name, names } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditHeads } from '../audit/schema.ts';
import type { Environment } from '../schema.ts';
import { dailyActive, dailyFigures, dailyRevenue } from './schema.ts';

const f = alias(dailyFigures, 'f');
const r = alias(dailyRevenue, 'r');
const h = alias(auditHeads, 'h');
const d = alias(dailyActive, 'd');

/** A day without traffic has no row. */
const count = (figure: AnyPgColumn) => as(types.float, sql`coalesce(${figure}, 0)::float8`);

/** The figures of a day, by name. All except `active_profiles` can be added up over days and channels. */
const counts = {
  messages_in: count(f.messagesIn),
  messages_out: count(f.messagesOut),
  events: count(f.events),
  new_profiles: count(f.newProfiles),
  active_profiles: count(f.activeProfiles),
  jobs_succeeded: count(f.jobsSucceeded),
  jobs_failed: count(f.jobsFailed),
  workflow_runs: count(f.workflowRuns),
  payments_succeeded: count(f.paymentsSucceeded),
  refunds: count(f.refunds),
};

type FigureName = keyof typeof counts;

export const figureNames = Object.keys(counts) as FigureName[];

/** The figures of one day or of several, and the money that was paid. */
export type Figures = Record<FigureName, number> & {
  /** One sum for each currency, sorted by currency; `value` is a decimal number as text. */
  revenue: { value: string; currency: string }[];
};

/** The id in place of a channel's that means every channel, and entries without a channel. */
export const wholeProject = noId;

export interface Period {
  projectId: string;
  environment: Environment;
  /** A channel, or `wholeProject`. */
  channelId: string;
  /** Number of UTC days, including today. */
  days: number;
}

/** Reads the figures of each day, oldest first, and their sums. Reads two ranges of primary keys, whatever the traffic. */
export async function readFigures(
  database: Queryable,
  { projectId, environment, channelId, days }: Period,
): Promise<{ totals: Figures; series: (Figures & { date: string })[] }> {
  const rows = await readDays.all(database, { projectId, environment, channelId, days });
  const totals: Figures = { ...noFigures, revenue: rows[0]?.total_revenue ?? [] };
  const series = rows.map(({ total_revenue: _, ...day }) => day);
  for (const name of figureNames) for (const day of series) totals[name] += day[name];
  return { totals, series };
}

const noFigures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Record<FigureName, number>;

const revenue = jsonOf<Figures['revenue']>();
const money = (amount: SQL) =>
  sql`json_agg(json_build_object('value', ${amount}::text, 'currency', currency) ORDER BY currency)`;

/** Postgres adds up money, because its sums are exact. Only the first row has the sum of all days. */
const readDays = statement({
  name: 'analytics',
  params: { projectId: f.projectId, environment: f.environment, channelId: f.channelId, days: types.int },
  columns: ({ projectId, environment, channelId }) => {
    const ofPlace = sql`${r.projectId} = ${projectId} AND ${r.environment} = ${environment} AND ${r.channelId} = ${channelId}`;
    return {
      date: as(types.date, sql`first + n`),
      ...counts,
      revenue: as(
        revenue,
        sql`coalesce(CASE WHEN ${f.paymentsSucceeded} > 0 THEN (
          SELECT ${money(sql`${r.amount}`)} FROM ${dailyRevenue} AS ${r} WHERE ${ofPlace} AND ${r.day} = ${f.day}
        ) END, '[]')`,
      ),
      total_revenue: as(
        orNull(revenue),
        sql`CASE WHEN n = 0 THEN (
          SELECT ${money(sql`amount`)} FROM (
            SELECT ${r.currency} AS currency, sum(${r.amount}) AS amount FROM ${dailyRevenue} AS ${r}
            WHERE ${ofPlace} AND ${r.day} >= (SELECT first FROM period) GROUP BY ${r.currency}
          ) AS sums
        ) END`,
      ),
    };
  },
  query: ({ projectId, environment, channelId, days }, columns) => sql`
    WITH period AS (
      SELECT (now() AT TIME ZONE 'UTC')::date - ${days} + 1 AS first
    ), figures AS (
      SELECT ${f}.* FROM ${dailyFigures} AS ${f}
      WHERE ${f.projectId} = ${projectId} AND ${f.environment} = ${environment} AND ${f.channelId} = ${channelId}
        AND ${f.day} >= (SELECT first FROM period)
    )
    SELECT ${columns}
    FROM period CROSS JOIN generate_series(0, ${days} - 1) AS n LEFT JOIN figures AS ${f} ON ${f.day} = first + n
    ORDER BY n`,
});

const lockFigures = statement({
  name: 'figures-lock',
  prepared: false,
  params: { projectId: h.projectId },
  query: ({ projectId }) => sql`
    INSERT INTO ${auditHeads} AS ${h} (${names(h.projectId, h.last)}) VALUES (${projectId}, 0)
    ON CONFLICT (${name(h.projectId)}) DO UPDATE SET ${name(h.last)} = ${h.last}`,
});

const moveDays = statement({
  name: 'figures-move',
  prepared: false,
  params: { projectId: d.projectId, from: listOf(d.profileId), to: d.profileId },
  query: ({ projectId, from, to }) => sql`
    WITH gone AS (
      DELETE FROM ${dailyActive} AS ${d} WHERE ${d.projectId} = ${projectId} AND ${d.profileId} = ANY (${from})
      RETURNING ${d.environment}, ${d.channelId}, ${d.day}
    ), moved AS (
      INSERT INTO ${dailyActive} AS ${d} (${names(d.projectId, d.profileId, d.environment, d.channelId, d.day)})
      SELECT ${projectId}, ${to}, environment, channel_id, day FROM gone
      ON CONFLICT DO NOTHING
      RETURNING ${d.environment}, ${d.channelId}, ${d.day}
    )
    UPDATE ${dailyFigures} AS ${f} SET ${name(f.activeProfiles)} = ${f.activeProfiles} - too_many.n
    FROM (
      SELECT environment, channel_id, day, sum(n) AS n
      FROM (SELECT *, 1 AS n FROM gone UNION ALL SELECT *, -1 FROM moved) AS counted
      GROUP BY environment, channel_id, day
    ) AS too_many
    WHERE ${f.projectId} = ${projectId} AND ${f.environment} = too_many.environment
      AND ${f.channelId} = too_many.channel_id AND ${f.day} = too_many.day`,
});

/**
 * Counts the activity of merged profiles for the profile that absorbed them. Call it in the transaction that moves the
 * identities, near its end: it takes the lock under which the project's figures are counted. So each entry counts for exactly
 * one profile, and a day on which both were active counts once.
 */
export async function moveActivity(
  tx: Transaction,
  projectId: string,
  from: string[],
  to: string,
): Promise<void> {
  await lockFigures.run(tx, { projectId });
  await moveDays.run(tx, { projectId, from, to });
}
