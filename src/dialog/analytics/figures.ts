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

/** The figures of a day or of several, and what was paid in them. */
export type Figures = Record<(typeof figureNames)[number], number> & {
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

/** The figures of each day, oldest first, and their sums. Two ranges of the primary keys, whatever the traffic. */
export async function readFigures(
  database: Database,
  { projectId, environment, channelId, days }: Period,
): Promise<{ totals: Figures; series: (Figures & { date: string })[] }> {
  const { rows } = await database.query<Figures & { date: string | null }>({
    name: 'analytics',
    text: `WITH figures AS (
             SELECT day, ${figureNames.map((name) => `sum(${name})::float8 AS ${name}`).join(', ')}
             FROM dialog.daily_figures WHERE ${ofPeriod}
             GROUP BY GROUPING SETS ((day), ())
           ), money AS (
             SELECT day, currency, sum(amount) AS amount
             FROM dialog.daily_revenue WHERE ${ofPeriod}
             GROUP BY GROUPING SETS ((day, currency), (currency))
           ), calendar AS (
             SELECT (now() AT TIME ZONE 'UTC')::date - n AS day FROM generate_series(0, $4::int - 1) AS n
             UNION ALL SELECT NULL -- the sums
           )
           SELECT c.day AS date,
             ${figureNames.map((name) => `coalesce(f.${name}, 0) AS ${name}`).join(', ')},
             coalesce((
               SELECT json_agg(json_build_object('value', m.amount::text, 'currency', m.currency) ORDER BY m.currency)
               FROM money AS m WHERE m.day IS NOT DISTINCT FROM c.day
             ), '[]') AS revenue
           FROM calendar AS c LEFT JOIN figures AS f ON f.day IS NOT DISTINCT FROM c.day
           ORDER BY c.day NULLS LAST`,
    values: [projectId, environment, channelId, days],
  });
  const { date: _, ...totals } = rows.pop()!;
  return { totals, series: rows.map((row) => ({ ...row, date: row.date! })) };
}

const ofPeriod = `project_id = $1 AND environment = $2 AND channel_id = $3
             AND day > (now() AT TIME ZONE 'UTC')::date - $4::int`;

/**
 * Lets the activity of a profile count as that of the one it was merged into. Call it in the transaction that gives the
 * identities their new profile, near its end: it holds the lock under which the project's figures are counted, so
 * that an entry counts for the one profile or for the other, and a day on which both were active counts one.
 */
export async function moveActivity(
  tx: Transaction,
  projectId: string,
  from: string,
  to: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO dialog.audit_heads AS h (project_id, last) VALUES ($1, 0)
     ON CONFLICT (project_id) DO UPDATE SET last = h.last`,
    [projectId],
  );
  await tx.query(
    `WITH gone AS (
       DELETE FROM dialog.daily_active WHERE project_id = $1 AND profile_id = $2
       RETURNING environment, channel_id, day
     ), moved AS (
       INSERT INTO dialog.daily_active (project_id, profile_id, environment, channel_id, day)
       SELECT $1, $3, environment, channel_id, day FROM gone
       ON CONFLICT DO NOTHING
       RETURNING environment, channel_id, day
     )
     UPDATE dialog.daily_figures AS f SET active_profiles = f.active_profiles - 1
     FROM (SELECT * FROM gone EXCEPT SELECT * FROM moved) AS both_active
     WHERE f.project_id = $1 AND f.environment = both_active.environment
       AND f.channel_id = both_active.channel_id AND f.day = both_active.day`,
    [projectId, from, to],
  );
}
