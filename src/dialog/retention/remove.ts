import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tryLock } from '../../platform/advisory-locks.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, name as columnName, excluded, names, rowsOf } from '../../platform/sql-expressions.ts';
import { textual, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Settings } from '../../settings.ts';
import { daysOfRule, type RetentionName, type RuleName, ruleDays } from '../project-settings/retention.ts';
import { projectSettings } from '../project-settings/schema.ts';
import { projects } from '../schema.ts';
import { type RetentionRule, retentionRules } from './rules.ts';
import { retentionRuns } from './schema.ts';

/** Rows that one statement checks: few enough for short locks and for little repeated work after a crash. */
const atOnce = 5000;
/** Most projects whose rows one statement checks. */
const projectsAtOnce = 500;
/** The lock of the process that deletes, held for one batch. */
export const retentionLock = 7_263_514;

/** What a run deleted by one rule, over all projects. */
export interface Removed {
  rule: RuleName;
  projects: number;
  rows: number;
}

/**
 * Deletes expired records in small batches, each in its own transaction and with rows of many projects. One process at a time
 * does it; others find the lock taken and stop.
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
  const days = ruleDays(settings);
  for (const rule of retentionRules) {
    const due = await dueBy[rule.name].all(database, { now, days: days[rule.name] });
    const removed = await prune(database, rule, due, now, signal);
    if (removed.rows > 0) report.push(removed);
  }
  return report;
}

const p = alias(projects, 'p');
const s = alias(projectSettings, 's');
const r = alias(retentionRuns, 'r');

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
          hours => 24 * least(${days}, ${daysOf(daysOfRule(name).own)}, ${daysOf(daysOfRule(name).bound)})
        ) AS "limit"
      ) AS due
      CROSS JOIN LATERAL (
        SELECT ${age} AS age FROM ${table} WHERE ${table.projectId} = ${p.id} AND ${among} ORDER BY ${key} LIMIT 1
      ) AS oldest
      WHERE oldest.age < due.limit`,
  });

/**
 * Checks the next rows of these projects after a key, and deletes those that have expired. Rows are deleted by their physical
 * place; a row that was changed meanwhile has another place and stays. Notes for each project what the run with this time has
 * deleted. Returns no row for a project without rows to check.
 */
const removeBatch = ({ name, table, key, age, among = sql`true`, mark, condition }: RetentionRule) => {
  const d = rowsOf('d', { id: types.uuid, after: textual(key), limit: types.instant });
  return statement({
    name: `retention-batch-${name}`,
    prepared: false,
    params: { projects: d, each: types.int, at: retentionRuns.at },
    columns: ({ each }) => ({
      n: as(types.int, sql`last.n::int`),
      removed: as(types.int, sql`coalesce(counted.removed, 0)::int`),
      last: as(types.text, sql`last.key::text`),
      goesOn: as(types.boolean, sql`last.age < last."limit" AND last.seen = ${each}`),
    }),
    query: ({ projects: list, each, at }, columns) => sql`
      WITH seen AS MATERIALIZED (
        SELECT d.n, d."limit", next.place, next.key, next.age
        FROM ${list} CROSS JOIN LATERAL (
          SELECT ctid AS place, ${key} AS key, ${age} AS age FROM ${table}
          WHERE ${table.projectId} = ${d.at.id} AND ${key} > ${d.at.after} AND ${among}
          ORDER BY ${key} LIMIT ${each}
        ) AS next
      ), gone AS (
        ${mark ? sql`UPDATE ${table} SET ${mark} FROM` : sql`DELETE FROM ${table} USING`} ${list}
        WHERE ${table.projectId} = ${d.at.id}
          AND ${table}.ctid = ANY (ARRAY(SELECT place FROM seen WHERE age < seen."limit"))
          AND ${condition?.(sql`${d.at.limit}`, sql`${d.at.id}`) ?? sql`true`}
        RETURNING d.n, d.id
      ), counted AS (
        SELECT n, id, count(*) AS removed FROM gone GROUP BY n, id
      ), noted AS (
        INSERT INTO ${retentionRuns} AS ${r} (${names(r.projectId, r.rule, r.at, r.removed)})
        SELECT id, ${name}, ${at}, removed FROM counted
        ON CONFLICT (${names(r.projectId, r.rule)}) DO UPDATE SET
          ${columnName(r.removed)} = ${excluded(r.removed)} + CASE WHEN ${r.at} = ${at} THEN ${r.removed} ELSE 0 END,
          ${columnName(r.at)} = ${at}
      ), last AS (
        SELECT DISTINCT ON (n) n, key, age, "limit", count(*) OVER (PARTITION BY n) AS seen
        FROM seen ORDER BY n, key DESC
      )
      SELECT ${columns} FROM last LEFT JOIN counted ON counted.n = last.n`,
  });
};

/** Of the ways to read the oldest rows of a project only that along the index ends with them. */
const planByIndex = statement({
  name: 'retention-plan',
  prepared: false,
  columns: {
    bitmaps: as(types.text, sql`set_config('enable_bitmapscan', 'off', true)`),
    tables: as(types.text, sql`set_config('enable_seqscan', 'off', true)`),
  },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** Prepares a transaction for a batch. @returns false while another process deletes */
export async function takeTurn(tx: Transaction): Promise<boolean> {
  if (!(await tryLock(tx, retentionLock))) return false;
  await planByIndex.run(tx);
  return true;
}

const byRule = <Made>(make: (rule: RetentionRule) => Made): Record<RuleName, Made> =>
  Object.fromEntries(retentionRules.map((rule) => [rule.name, make(rule)])) as Record<RuleName, Made>;

const dueBy = byRule(findDue);
/** The statement that deletes a batch, for each rule. */
export const batchBy = byRule(removeBatch);

interface DueProject {
  id: string;
  /** Older rows are deleted. */
  limit: Date;
}

/** Goes over the projects in turns: each gets an equal part of a batch, and those with more to check come again. */
async function prune(
  database: Database,
  rule: RetentionRule,
  due: DueProject[],
  at: Date,
  signal: AbortSignal | undefined,
): Promise<Removed> {
  const pruned = new Set<string>();
  let rows = 0;
  let waiting = due.map((project) => ({ ...project, after: rule.beginning }));
  while (waiting.length > 0 && !signal?.aborted) {
    const batch = waiting.slice(0, projectsAtOnce);
    const each = Math.floor(atOnce / batch.length);
    const checked = await database.transaction(async (tx) =>
      (await takeTurn(tx)) ? batchBy[rule.name].all(tx, { projects: batch, each, at }) : undefined,
    );
    if (!checked) break;
    waiting = waiting.slice(batch.length);
    for (const { n, removed, last, goesOn } of checked) {
      const project = batch[n - 1]!;
      if (removed > 0) pruned.add(project.id);
      rows += removed;
      if (goesOn) waiting.push({ ...project, after: last });
    }
  }
  return { rule: rule.name, projects: pruned.size, rows };
}
