import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Where a stored position stands, in SQL: an index and the queries that use it have to say the same. */

/** The step at which a flow stands, or in which it ended. Null before it begins. */
export const stepOf = (position: SQLWrapper): SQL =>
  sql`coalesce(${position} ->> 'step', ${position} ->> 'endedAt')`;

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
