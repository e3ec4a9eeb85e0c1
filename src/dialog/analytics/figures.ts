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

/** The columns of a table that has them. */
type FigureColumn = Extract<
  keyof typeof dailyFigures.$inferSelect,
  | `messages${string}`
  | `jobs${string}`
  | `${string}Profiles`
  | 'events'
  | 'workflowRuns'
  | 'paymentsSucceeded'
  | 'refunds'
>;

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
  /** Number of UTC days, including the last one. */
  days: number;
  /** How many days before today the last one is; today if absent. */
  endedDaysAgo?: number;
}

/** Reads the figures of each day, oldest first, and their sums. Reads two ranges of primary keys, whatever the traffic. */
export async function readFigures(
  database: Queryable,
  { endedDaysAgo = 0, ...period }: Period,
): Promise<{ totals: Figures; series: (Figures & { date: string })[] }> {
  const rows = await readDays.all(database, { ...period, endedDaysAgo });
  const totals: Figures = { ...noFigures, revenue: rows[0]?.total_revenue ?? [] };
  const series = rows.map(({ total_revenue: _, ...day }) => day);
  for (const name of figureNames) for (const day of series) totals[name] += day[name];
  return { totals, series };
}

const noFigures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Record<FigureName, number>;

/** Sums of money by currency, as `money` makes them. */
export const revenue = jsonOf<Figures['revenue']>();
/** One list of sums. @param amount of rows that also have a `currency` */
const money = (amount: SQL) =>
  sql`json_agg(json_build_object('value', ${amount}::text, 'currency', currency) ORDER BY currency)`;

/** Adds up several days by currency, in a subquery that is NULL without any. @param from which rows: from FROM on */
export const moneyOf = ({ currency, amount }: Record<'currency' | 'amount', AnyPgColumn>, from: SQL) => sql`(
  SELECT ${money(sql`amount`)} FROM (
    SELECT ${currency} AS currency, sum(${amount}) AS amount ${from} GROUP BY ${currency}
  ) AS sums
)`;

/** Postgres adds up money, because its sums are exact. Only the first row has the sum of all days. */
const readDays = statement({
  name: 'analytics',
  params: {
    projectId: f.projectId,
    environment: f.environment,
    channelId: f.channelId,
    days: types.int,
    endedDaysAgo: types.int,
  },
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
        sql`CASE WHEN n = 0 THEN ${moneyOf(
          r,
          sql`FROM ${dailyRevenue} AS ${r}
            WHERE ${ofPlace} AND ${r.day} >= (SELECT first FROM period) AND ${r.day} <= (SELECT last FROM period)`,
        )} END`,
      ),
    };
  },
  query: ({ projectId, environment, channelId, days, endedDaysAgo }, columns) => sql`
    WITH period AS (
      SELECT last - ${days} + 1 AS first, last
      FROM (SELECT (now() AT TIME ZONE 'UTC')::date - ${endedDaysAgo} AS last) AS ended
    ), figures AS (
      SELECT ${f}.* FROM ${dailyFigures} AS ${f}
      WHERE ${f.projectId} = ${projectId} AND ${f.environment} = ${environment} AND ${f.channelId} = ${channelId}
        AND ${f.day} >= (SELECT first FROM period) AND ${f.day} <= (SELECT last FROM period)
    )
    SELECT ${columns}
    FROM period CROSS JOIN generate_series(0, ${days} - 1) AS n LEFT JOIN figures AS ${f} ON ${f.day} = first + n
    ORDER BY n`,
});

/** The sum of a figure; absent rows are days without traffic. */
const sumOf = (figure: AnyPgColumn) => as(types.float, sql`sum(${figure})::float8`);

/** The sums of the figures of several rows. @param of a table that has them, under the name that it has in the statement */
export const sumsOf = (of: Record<FigureColumn, AnyPgColumn>) =>
  ({
    messages_in: sumOf(of.messagesIn),
    messages_out: sumOf(of.messagesOut),
    events: sumOf(of.events),
    new_profiles: sumOf(of.newProfiles),
    active_profiles: sumOf(of.activeProfiles),
    jobs_succeeded: sumOf(of.jobsSucceeded),
    jobs_failed: sumOf(of.jobsFailed),
    workflow_runs: sumOf(of.workflowRuns),
    payments_succeeded: sumOf(of.paymentsSucceeded),
    refunds: sumOf(of.refunds),
  }) satisfies Record<FigureName, unknown>;

const readChannels = statement({
  name: 'analytics-channels',
  prepared: false,
  params: { projectId: f.projectId, environment: f.environment, days: types.int },
  columns: ({ projectId, environment, days }) => ({
    channelId: f.channelId,
    ...sumsOf(f),
    revenue: as(
      revenue,
      sql`coalesce(${moneyOf(
        r,
        sql`FROM ${dailyRevenue} AS ${r}
          WHERE ${r.projectId} = ${projectId} AND ${r.environment} = ${environment}
            AND ${r.channelId} = ${f.channelId} AND ${r.day} > (now() AT TIME ZONE 'UTC')::date - ${days}`,
      )}, '[]')`,
    ),
  }),
  query: ({ projectId, environment, days }, columns) => sql`
    SELECT ${columns} FROM ${dailyFigures} AS ${f}
    WHERE ${f.projectId} = ${projectId} AND ${f.environment} = ${environment} AND ${f.channelId} <> ${wholeProject}
      AND ${f.day} > (now() AT TIME ZONE 'UTC')::date - ${days}
    GROUP BY ${f.channelId} ORDER BY ${f.channelId}`,
});

/** The sums of the last days for each channel that had any, by id. Reads a row for each day of each channel. */
export function readFiguresByChannel(
  database: Queryable,
  period: { projectId: string; environment: Environment; days: number },
): Promise<(Figures & { channelId: string })[]> {
  return readChannels.all(database, period);
}

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
