import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { as, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import { runSlots, workflowRuns } from './schema.ts';

/**
 * Slots of runs that count together, because their workflow limits how many there are at once with one key. A run has a row from
 * its start to its end: it holds a slot or waits for one. Rows of a key are read and written only under the lock of the key. A
 * transaction takes all its locks of keys at once, after those of its runs and tables, and before those of tasks and counters.
 */

/** The runs that count together. */
export interface Slot {
  projectId: string;
  slug: string;
  /** With the environment in front. */
  key: string;
}

const s = alias(runSlots, 's');
const h = alias(runSlots, 'h');
const w = alias(runSlots, 'w');
const r = alias(workflowRuns, 'r');

const wanted = rowsOf('i', { projectId: s.projectId, slug: s.slug, key: s.key });
const isOfKey = (of: typeof s) =>
  sql`${of.projectId} = ${wanted.at.projectId} AND ${of.slug} = ${wanted.at.slug} AND ${of.key} = ${wanted.at.key}`;

const lockKeys = statement({
  name: 'slots-lock',
  params: { wanted },
  columns: { n: as(types.int, sql`count(pg_advisory_xact_lock(locks.lock))::int`) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (
      SELECT DISTINCT hashtextextended(concat_ws(' ', 'slot', project_id, slug, key), 0) AS lock
      FROM ${p.wanted} ORDER BY 1
    ) AS locks`,
});

/** Locks keys until the transaction ends. Whoever has locked a key reads its rows in a later statement. */
export async function lockSlots(tx: Transaction, slots: Slot[]): Promise<void> {
  if (slots.length > 0) await lockKeys.one(tx, { wanted: slots });
}

const countKeys = statement({
  name: 'slots-count',
  params: { wanted },
  columns: {
    n: wanted.n,
    held: as(
      types.int,
      sql`(SELECT count(*)::int FROM ${runSlots} AS ${s} WHERE ${isOfKey(s)} AND ${s.held})`,
    ),
    waiting: as(
      types.int,
      sql`(SELECT count(*)::int FROM ${runSlots} AS ${s} WHERE ${isOfKey(s)} AND NOT ${s.held})`,
    ),
  },
  query: (p, columns) => sql`SELECT ${columns} FROM ${p.wanted}`,
});

/** How many runs hold a slot and wait for one, by the position of the key. */
export async function countSlots(
  tx: Transaction,
  slots: Slot[],
): Promise<{ held: number; waiting: number }[]> {
  const rows = await countKeys.all(tx, { wanted: slots });
  return rows.sort((a, b) => a.n - b.n);
}

const others = statement({
  name: 'slots-runs',
  prepared: false,
  params: { wanted },
  columns: { n: wanted.n, runId: s.runId, environment: r.environment, identityId: r.identityId },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.wanted}
    JOIN ${runSlots} AS ${s} ON ${isOfKey(s)}
    JOIN ${workflowRuns} AS ${r} ON ${r.projectId} = ${s.projectId} AND ${r.id} = ${s.runId}
    ORDER BY ${wanted.n}, ${s.runId}`,
});

/** The runs that have a row of these keys, each with the position of its key from 1. */
export const runsWithSlots = (tx: Transaction, slots: Slot[]) => others.all(tx, { wanted: slots });

const taken = rowsOf('i', {
  projectId: s.projectId,
  runId: s.runId,
  slug: s.slug,
  key: s.key,
  held: s.held,
  most: s.most,
});
const slotColumns = [s.projectId, s.runId, s.slug, s.key, s.held, s.most];

const insertSlots = statement({
  name: 'slots-take',
  params: { taken },
  query: (p) =>
    sql`INSERT INTO ${runSlots} (${names(...slotColumns)}) SELECT ${names(...slotColumns)} FROM ${p.taken}`,
});

/** Adds runs to those that count together. */
export async function takeSlots(
  tx: Transaction,
  given: (Slot & { runId: string; held: boolean; most: number })[],
): Promise<void> {
  if (given.length > 0) await insertSlots.run(tx, { taken: given });
}

/** Most runs that one release lets begin: more than a key has slots. */
const mostAdmitted = 100;

/** In the order of their ids, which is that of their starts; none goes before one that its own limit still holds back. */
const release = statement({
  name: 'slots-release',
  params: { projectId: s.projectId, runs: listOf(s.runId) },
  columns: {
    runId: s.runId,
    slug: s.slug,
    environment: r.environment,
    identityId: r.identityId,
  },
  query: (p, columns) => sql`
    WITH gone AS (
      DELETE FROM ${runSlots} WHERE ${runSlots.projectId} = ${p.projectId} AND ${runSlots.runId} = ANY(${p.runs})
      RETURNING ${name(s.slug)}, ${name(s.key)}
    ), next AS (
      SELECT waiting.run_id,
        (SELECT count(*) FROM ${runSlots} AS ${h}
         WHERE ${h.projectId} = ${p.projectId} AND ${h.slug} = freed.slug AND ${h.key} = freed.key AND ${h.held}
           AND ${h.runId} <> ALL(${p.runs}))
        + row_number() OVER earlier AS place, min(waiting.most) OVER earlier AS most
      FROM (SELECT DISTINCT slug, key FROM gone) AS freed
      CROSS JOIN LATERAL (
        SELECT ${w.runId}, ${w.most} FROM ${runSlots} AS ${w}
        WHERE ${w.projectId} = ${p.projectId} AND ${w.slug} = freed.slug AND ${w.key} = freed.key AND NOT ${w.held}
          AND ${w.runId} <> ALL(${p.runs})
        ORDER BY ${w.runId} LIMIT ${mostAdmitted}
      ) AS waiting
      WINDOW earlier AS (PARTITION BY freed.slug, freed.key ORDER BY waiting.run_id ROWS UNBOUNDED PRECEDING)
    )
    UPDATE ${runSlots} AS ${s} SET ${name(s.held)} = true
    FROM next JOIN ${workflowRuns} AS ${r} ON ${r.projectId} = ${p.projectId} AND ${r.id} = next.run_id
    WHERE ${s.projectId} = ${p.projectId} AND ${s.runId} = next.run_id AND next.place <= next.most
    RETURNING ${columns}`,
});

/** The first turn of a run that waited for a slot does not expire. In milliseconds. */
const admittedWithinMs = 24 * 3600_000;

/**
 * Gives back the slots of runs of one project that have ended, and lets those begin that waited for them.
 * @returns the tasks that make them begin
 */
export async function releaseSlots(
  tx: Transaction,
  projectId: string,
  runs: string[],
): Promise<QueuedTask[]> {
  if (runs.length === 0) return [];
  const admitted = await release.all(tx, { projectId, runs });
  return admitted.map(({ runId, slug, environment, identityId }) => ({
    projectId,
    task: runTurn.task({
      ...{ identityId, environment, target: null, origin: originOfRun(slug) },
      payload: { type: 'admitted', id: runId },
    }),
    requestId: null,
    deadlineMs: admittedWithinMs,
  }));
}
