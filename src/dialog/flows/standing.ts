import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Where a stored position stands, in SQL: an index and the queries that use it have to say the same. */

/** The step at which a flow stands, or in which it ended. Null before it begins. */
export const stepOf = (position: SQLWrapper): SQL =>
  sql`coalesce(${position} ->> 'step', ${position} ->> 'endedAt')`;

/** The step at which a flow waits: in a flow that it has called, the one there. Null before it begins and after its end. */
export const waitsAt = (position: SQLWrapper): SQL => sql`(${position} ->> 'step')`;

/** Whether it waits at further steps: those that have called a flow, and those of branches. */
export const waitsAtMore = (position: SQLWrapper): SQL =>
  sql`(${position} ->> 'frames' IS NOT NULL OR ${position} ->> 'branches' IS NOT NULL)`;

/** The further steps, as rows of `step`. @param positions a query of `position` */
const furtherSteps = (positions: SQL): SQL => sql`
  WITH RECURSIVE place (position, is_branch) AS (
    SELECT position, false FROM (${positions}) AS flows
    UNION ALL
    SELECT b.branch, true FROM place CROSS JOIN LATERAL json_array_elements(place.position -> 'branches') AS b(branch)
  )
  SELECT position ->> 'step' AS step FROM place WHERE is_branch AND position ->> 'step' IS NOT NULL
  UNION ALL
  SELECT f.frame ->> 'step' FROM place CROSS JOIN LATERAL json_array_elements(place.position -> 'frames') AS f(frame)`;

/**
 * What a flow does: `active` while it goes on by itself or calls something that answers by itself, `waiting` for a person, a time or
 * something from outside, `failed` or `ended` afterwards, `idle` before its first step.
 */
export const flowStates = ['idle', 'active', 'waiting', 'failed', 'ended'] as const;

/** One of `flowStates`. */
export const stateOf = (position: SQLWrapper): SQL => sql`CASE
  WHEN ${position} IS NULL THEN 'idle'
  WHEN ${position} #>> '{ended,status}' = 'failed' THEN 'failed'
  WHEN ${position} #>> '{ended,status}' IS NOT NULL THEN 'ended'
  WHEN ${position} ->> 'paused' = 'true' OR ${position} #>> '{waiting,call,kind}' IN ('operation', 'transform') THEN 'active'
  ELSE 'waiting'
END`;

/**
 * Counts the flows of a table that stand at each of the wanted steps: `step` and `n`, a row for each part of a count. It goes to each
 * step through an index, so that only positions with several steps are read.
 * @param flows the table and its alias, as they stand behind FROM
 * @param position the column of the positions
 * @param counted which of the flows count
 * @param steps a parameter with the names of the steps
 */
export const standingAtSql = (flows: SQL, position: SQLWrapper, counted: SQL, steps: SQLWrapper): SQL => sql`
  SELECT wanted.step, found.n FROM unnest(${steps}) AS wanted(step) CROSS JOIN LATERAL (
    SELECT count(*) AS n FROM ${flows} WHERE ${counted} AND ${waitsAt(position)} = wanted.step
  ) AS found
  UNION ALL
  SELECT further.step, 1 FROM (${furtherSteps(
    sql`SELECT ${position} FROM ${flows} WHERE ${counted} AND ${waitsAtMore(position)}`,
  )}) AS further`;
