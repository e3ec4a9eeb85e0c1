import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tryLock } from '../../platform/advisory-locks.ts';
import type { Database } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { textual, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import type { Settings } from '../../settings.ts';
import { boundBy, type RetentionName, retentionDays } from '../project-settings/retention.ts';
import { projectSettings } from '../project-settings/schema.ts';
import { projects } from '../schema.ts';
import { type RetentionRule, retentionRules } from './rules.ts';
import { retentionRuns } from './schema.ts';

/** Rows that one statement checks: few enough for short locks and for little repeated work after a crash. */
const atOnce = 5000;
/** The lock of the process that deletes, held for one batch. */
export const retentionLock = 7_263_514;

/** What a run deleted by one rule, over all projects. */
export interface Removed {
  rule: RetentionName;
  projects: number;
  rows: number;
}

/**
 * Deletes expired records, project by project in small batches, each in its own transaction. One process at a time does it;
 * others find the lock taken and stop.
 *
 * @param now the time from which ages are counted
 * @param signal ends the run between two batches; the next run continues
 * @returns one entry for each rule that deleted something
 */
export async function applyRetention(
  database: Database,
  settings: Settings,
  now: Date,
  signal?: AbortSignal,
): Promise<Removed[]> {
  const report: Removed[] = [];
  const days = retentionDays(settings);
  for (const rule of retentionRules) {
    const removed: Removed = { rule: rule.name, projects: 0, rows: 0 };
    for (const project of await dueBy[rule.name].all(database, { now, days: days[rule.name] })) {
      const rows = await prune(database, rule, project, signal);
      if (rows === 0) continue;
      removed.projects++;
      removed.rows += rows;
      await keepRun.run(database, { projectId: project.id, rule: rule.name, at: now, removed: rows });
    }
    if (removed.rows > 0) report.push(removed);
  }
  return report;
}

const keepRun = statement({
  name: 'retention-run',
  prepared: false,
  params: {
    projectId: retentionRuns.projectId,
    rule: retentionRuns.rule,
    at: retentionRuns.at,
    removed: retentionRuns.removed,
  },
  query: (p) =>
    build
      .insert(retentionRuns)
      .values(p)
      .onConflictDoUpdate({
        target: [retentionRuns.projectId, retentionRuns.rule],
        set: { at: p.at, removed: p.removed },
      }),
});

const p = alias(projects, 'p');
const s = alias(projectSettings, 's');

/** The days that a project has set for a rule; null for none. */
const daysOf = (name: RetentionName) => sql`(${s.settings} #>> ARRAY['retention', ${name}])::int`;

/** Finds the projects whose oldest row has expired, and the limit for each. It reads one index entry for each project. */
const findDue = ({ name, table, key, age, among = sql`true` }: RetentionRule) =>
  statement({
    name: `retention-due-${name}`,
    prepared: false,
    params: { now: types.instant, days: types.int },
    columns: { id: p.id, limit: as(types.instant, sql`due.limit`) },
    query: ({ now, days }, columns) => sql`
      SELECT ${columns}
      FROM ${projects} AS ${p}
      LEFT JOIN ${projectSettings} AS ${s} ON ${s.projectId} = ${p.id}
      CROSS JOIN LATERAL (
        SELECT ${now} - make_interval(
          hours => 24 * least(${days}, ${daysOf(name)}, ${daysOf(boundBy[name] ?? name)})
        ) AS "limit"
      ) AS due
      CROSS JOIN LATERAL (
        SELECT ${age} AS age FROM ${table} WHERE ${table.projectId} = ${p.id} AND ${among} ORDER BY ${key} LIMIT 1
      ) AS oldest
      WHERE oldest.age < due.limit`,
  });

/**
 * Checks the next rows of a project after a key, and deletes those that have expired. Rows are deleted by their physical place; a
 * row that was changed meanwhile has another place and stays. Returns no row if there is nothing to check.
 */
const removeBatch = ({ name, table, key, age, among = sql`true`, mark, condition }: RetentionRule) =>
  statement({
    name: `retention-batch-${name}`,
    prepared: false,
    params: { projectId: types.uuid, after: textual(key), limit: types.instant },
    columns: ({ limit }) => ({
      removed: as(types.int, sql`(SELECT count(*)::int FROM gone)`),
      last: as(types.text, sql`last.key::text`),
      goesOn: as(types.boolean, sql`last.age < ${limit} AND (SELECT count(*) FROM seen) = ${atOnce}`),
    }),
    query: ({ projectId, after, limit }, columns) => sql`
      WITH seen AS MATERIALIZED (
        SELECT ctid AS place, ${key} AS key, ${age} AS age FROM ${table}
        WHERE ${table.projectId} = ${projectId} AND ${key} > ${after} AND ${among}
        ORDER BY ${key} LIMIT ${atOnce}
      ), gone AS (
        ${mark ? sql`UPDATE ${table} SET ${mark}` : sql`DELETE FROM ${table}`}
        WHERE ${table.projectId} = ${projectId}
          AND ctid = ANY (ARRAY(SELECT place FROM seen WHERE age < ${limit}))
          AND ${condition?.(limit, projectId) ?? sql`true`}
        RETURNING 1
      ), last AS (
        SELECT key, age FROM seen ORDER BY key DESC LIMIT 1
      )
      SELECT ${columns} FROM last`,
  });

const byRule = <Made>(make: (rule: RetentionRule) => Made): Record<RetentionName, Made> =>
  Object.fromEntries(retentionRules.map((rule) => [rule.name, make(rule)])) as Record<RetentionName, Made>;

const dueBy = byRule(findDue);
/** The statement that deletes a batch, for each rule. */
export const batchBy = byRule(removeBatch);

interface DueProject {
  id: string;
  /** Older rows are deleted. */
  limit: Date;
}

/** @returns the number of deleted rows */
async function prune(
  database: Database,
  rule: RetentionRule,
  project: DueProject,
  signal: AbortSignal | undefined,
): Promise<number> {
  let removed = 0;
  let after = rule.beginning;
  while (!signal?.aborted) {
    const batch = await database.transaction(async (tx) => {
      if (!(await tryLock(tx, retentionLock))) return undefined;
      return batchBy[rule.name].first(tx, { projectId: project.id, after, limit: project.limit });
    });
    if (!batch) return removed;
    removed += batch.removed;
    if (!batch.goesOn) return removed;
    after = batch.last;
  }
  return removed;
}
