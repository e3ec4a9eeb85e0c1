import type { Database, Transaction } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';

/** What is counted a day. All but `active_profiles` add up over days and channels. */
export const figureNames = [
  'messages_in',
  'messages_out',
  'events',
  'new_profiles',
  'active_profiles',
  'jobs_succeeded',
  'jobs_failed',
  'workflow_runs',
  'payments_succeeded',
  'refunds',
] as const;

type FigureName = (typeof figureNames)[number];

/** The figures of a day or of several, and what was paid in them. */
export type Figures = Record<FigureName, number> & {
  /** One sum a currency, in the order of their names; `value` is a decimal number. */
  revenue: { value: string; currency: string }[];
};

/** Stands for "every channel, and what belongs to none" where a channel's id would stand. */
export const wholeProject = '00000000-0000-0000-0000-000000000000';

export interface Period {
  projectId: string;
  environment: Environment;
  /** A channel, or `wholeProject`. */
  channelId: string;
  /** So many days of UTC, today included. */
  days: number;
}

/** The figures of each day, oldest first, and their sums. Two ranges of primary keys, whatever the traffic. */
export async function readFigures(
  database: Database,
  { projectId, environment, channelId, days }: Period,
): Promise<{ totals: Figures; series: (Figures & { date: string })[] }> {
  const { rows } = await database.query<DayRow>({
    name: 'analytics',
    text: analyticsStatement,
    values: [projectId, environment, channelId, days],
  });
  const totals: Figures = { ...noFigures, revenue: rows[0]?.total_revenue ?? [] };
  const series = rows.map(({ total_revenue: _, ...day }) => day);
  for (const name of figureNames) for (const day of series) totals[name] += day[name];
  return { totals, series };
}

type DayRow = Figures & { date: string; total_revenue: Figures['revenue'] | null };

const noFigures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Record<FigureName, number>;

const money = `json_agg(json_build_object('value', amount::text, 'currency', currency) ORDER BY currency)`;
const ofPlace = 'project_id = $1 AND environment = $2 AND channel_id = $3';

/** Sums of money are made here, where they are exact; that of all days stands in the first row only. */
const analyticsStatement = `
WITH period AS (
  SELECT (now() AT TIME ZONE 'UTC')::date - $4::int + 1 AS first
), figures AS (
  SELECT f.* FROM dialog.daily_figures AS f
  WHERE ${ofPlace} AND day >= (SELECT first FROM period)
)
SELECT first + n AS date,
  ${figureNames.map((name) => `coalesce(f.${name}, 0)::float8 AS ${name}`).join(', ')},
  coalesce(CASE WHEN f.payments_succeeded > 0 THEN (
    SELECT ${money} FROM dialog.daily_revenue AS r WHERE ${ofPlace} AND r.day = f.day
  ) END, '[]') AS revenue,
  CASE WHEN n = 0 THEN (
    SELECT ${money} FROM (
      SELECT currency, sum(amount) AS amount FROM dialog.daily_revenue
      WHERE ${ofPlace} AND day >= (SELECT first FROM period) GROUP BY currency
    ) AS sums
  ) END AS total_revenue
FROM period CROSS JOIN generate_series(0, $4::int - 1) AS n LEFT JOIN figures AS f ON f.day = first + n
ORDER BY n`;

/**
 * Lets the activity of profiles count as that of the one they were merged into. Call it in the transaction that gives the
 * identities their new profile, near its end: it holds the lock under which the project's figures are counted, so
 * that an entry counts for the one profile or for the other, and a day on which both were active counts one.
 */
export async function moveActivity(
  tx: Transaction,
  projectId: string,
  from: string[],
  to: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO dialog.audit_heads AS h (project_id, last) VALUES ($1, 0)
     ON CONFLICT (project_id) DO UPDATE SET last = h.last`,
    [projectId],
  );
  await tx.query(
    `WITH gone AS (
       DELETE FROM dialog.daily_active WHERE project_id = $1 AND profile_id = ANY ($2::uuid[])
       RETURNING environment, channel_id, day
     ), moved AS (
       INSERT INTO dialog.daily_active (project_id, profile_id, environment, channel_id, day)
       SELECT $1, $3, environment, channel_id, day FROM gone
       ON CONFLICT DO NOTHING
       RETURNING environment, channel_id, day
     )
     UPDATE dialog.daily_figures AS f SET active_profiles = f.active_profiles - too_many.n
     FROM (
       SELECT environment, channel_id, day, sum(n) AS n
       FROM (SELECT *, 1 AS n FROM gone UNION ALL SELECT *, -1 FROM moved) AS counted
       GROUP BY environment, channel_id, day
     ) AS too_many
     WHERE f.project_id = $1 AND f.environment = too_many.environment
       AND f.channel_id = too_many.channel_id AND f.day = too_many.day`,
    [projectId, from, to],
  );
}
