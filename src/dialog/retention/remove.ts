import type { Database } from '../../platform/postgres.ts';
import type { Settings } from '../../settings.ts';
import { type RetentionName, type RetentionRule, retentionRules } from './rules.ts';

/** Rows looked at by one statement: short locks, and little to redo after a crash. */
const atOnce = 5000;
/** Held by the process that removes, for as long as a batch takes. */
export const retentionLock = 7_263_514;

/** What a run removed by one rule, over all projects. */
export interface Removed {
  rule: RetentionName;
  projects: number;
  rows: number;
}

/**
 * Removes what has had its time, project by project in small batches, each a transaction of its own. One process at a
 * time does it: the others find the lock taken and leave it to that one.
 *
 * @param now from which ages are counted.
 * @param signal ends the run between two batches; the next run goes on.
 * @returns one entry for each rule by which something was removed.
 */
export async function applyRetention(
  database: Database,
  settings: Settings,
  now: Date,
  signal?: AbortSignal,
): Promise<Removed[]> {
  const report: Removed[] = [];
  for (const rule of retentionRules) {
    const removed: Removed = { rule: rule.name, projects: 0, rows: 0 };
    for (const project of await findDue(database, rule, rule.days(settings), now)) {
      const rows = await prune(database, rule, project, signal);
      if (rows === 0) continue;
      removed.projects++;
      removed.rows += rows;
      await database.query(
        `INSERT INTO dialog.retention_runs (project_id, rule, at, removed) VALUES ($1, $2, $3, $4)
         ON CONFLICT (project_id, rule) DO UPDATE SET at = excluded.at, removed = excluded.removed`,
        [project.id, rule.name, now, rows],
      );
    }
    if (removed.rows > 0) report.push(removed);
  }
  return report;
}

interface DueProject {
  id: string;
  /** What is older goes. */
  limit: Date;
}

/** The projects whose oldest row is past its time: one look into the index for each. */
async function findDue(
  database: Database,
  { name, table, key, age, among = 'true' }: RetentionRule,
  days: number,
  now: Date,
): Promise<DueProject[]> {
  const { rows } = await database.query<DueProject>(
    `SELECT p.id, due.limit
     FROM dialog.projects AS p
     LEFT JOIN dialog.project_settings AS s ON s.project_id = p.id
     CROSS JOIN LATERAL (
       SELECT $1::timestamptz - make_interval(
         hours => 24 * least($2::int, (s.settings #>> ARRAY['retention', $3::text])::int)
       ) AS "limit"
     ) AS due
     CROSS JOIN LATERAL (
       SELECT ${age} AS age FROM dialog.${table} WHERE project_id = p.id AND ${among} ORDER BY ${key.column} LIMIT 1
     ) AS oldest
     WHERE oldest.age < due.limit`,
    [now, days, name],
  );
  return rows;
}

/** @returns how many rows went. */
async function prune(
  database: Database,
  rule: RetentionRule,
  project: DueProject,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  let after = beginnings[rule.key.type];
  while (!signal?.aborted) {
    const batch = await database.transaction(async (tx) => {
      const { rows: lock } = await tx.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [retentionLock]);
      if (!lock[0]!.mine) return undefined;
      const { rows } = await tx.query<Batch>(batchStatement(rule), [project.id, after, project.limit]);
      return rows[0];
    });
    if (!batch) return removed;
    removed += batch.removed;
    if (!batch.goes_on) return removed;
    after = batch.last;
  }
  return removed;
}

interface Batch {
  removed: number;
  /** The key of the last row that was looked at. */
  last: string;
  goes_on: boolean;
}

/** Below every key there is. */
const beginnings = {
  bigint: '-1',
  uuid: '00000000-0000-0000-0000-000000000000',
  timestamptz: '-infinity',
} satisfies Record<RetentionRule['key']['type'], string>;

/**
 * Looks at the next rows of a project after a key, and removes those that are due. Rows are removed by their place, and
 * one that was changed meanwhile has another: it stays. No row comes back where there is nothing to look at.
 *
 * Parameters: project, key, limit of age.
 */
export function batchStatement({
  table,
  key,
  age,
  among = 'true',
  condition = 'true',
}: RetentionRule): string {
  return `
WITH seen AS MATERIALIZED (
  SELECT ctid AS place, ${key.column} AS key, ${age} AS age FROM dialog.${table}
  WHERE project_id = $1 AND ${key.column} > $2::${key.type} AND ${among}
  ORDER BY ${key.column} LIMIT ${atOnce}
), gone AS (
  DELETE FROM dialog.${table}
  WHERE project_id = $1 AND ctid = ANY (ARRAY(SELECT place FROM seen WHERE age < $3::timestamptz)) AND ${condition}
  RETURNING 1
), last AS (
  SELECT key, age FROM seen ORDER BY key DESC LIMIT 1
)
SELECT (SELECT count(*)::int FROM gone) AS removed, last.key::text AS last,
  last.age < $3::timestamptz AND (SELECT count(*) FROM seen) = ${atOnce} AS goes_on
FROM last`;
}
