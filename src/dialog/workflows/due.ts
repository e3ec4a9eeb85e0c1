import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { originOfRun, runTurn } from '../flows/run-turn.ts';
import type { DueFlow } from '../flows/wake.ts';
import { workflowRuns } from './schema.ts';

const r = alias(workflowRuns, 'r');
const due = alias(workflowRuns, 'due');

const takeDue = statement({
  name: 'runs-due',
  params: { most: types.int },
  columns: {
    projectId: r.projectId,
    id: r.id,
    identityId: r.identityId,
    environment: r.environment,
    slug: r.slug,
  },
  query: (p, columns) => sql`
    UPDATE ${workflowRuns} AS ${r} SET ${name(r.wakeAt)} = NULL
    FROM (
      SELECT ${workflowRuns.projectId}, ${workflowRuns.id} FROM ${workflowRuns}
      WHERE ${workflowRuns.wakeAt} <= now()
      ORDER BY ${workflowRuns.wakeAt} LIMIT ${p.most} FOR UPDATE SKIP LOCKED
    ) AS ${due}
    WHERE ${r.projectId} = ${due.projectId} AND ${r.id} = ${due.id}
    RETURNING ${columns}`,
});

/** When the first run is due. */
export const firstRunDue = sql`(SELECT min(${workflowRuns.wakeAt}) FROM ${workflowRuns})`;

/** Clears the wake time of due runs; see `wakeFlows`. */
export async function dueRuns(tx: Queryable, most: number): Promise<DueFlow[]> {
  const rows = await takeDue.all(tx, { most });
  return rows.map(({ projectId, id, identityId, environment, slug }) => ({
    projectId,
    task: runTurn.task({
      ...{ identityId, environment, target: null },
      origin: originOfRun(slug),
      payload: { type: 'timer', id },
    }),
  }));
}

const forgetDue = statement({
  name: 'runs-due-forget',
  prepared: false,
  query: () =>
    sql`UPDATE ${workflowRuns} SET ${name(workflowRuns.wakeAt)} = NULL WHERE ${workflowRuns.wakeAt} <= clock_timestamp()`,
});

/** Lets the waits of runs that are over by now stand. @returns how many */
export const forgetDueRuns = (tx: Queryable): Promise<number> => forgetDue.run(tx);
