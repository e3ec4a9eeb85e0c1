import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { statement } from '../../platform/statement.ts';
import { lockUnknown } from '../tasks/unsettled.ts';
import { act } from './open-outcomes.ts';
import { workflowSteps } from './schema.ts';

/** The jobs about whose outcomes somebody decides who carries a step out again. */

const s = workflowSteps;
const last = alias(workflowSteps, 'last');
const other = alias(workflowSteps, 'other');

// Each attempt has a row. Another step of the outermost list between two rows says that the run came to the step again.
const findJobs = statement({
  name: 'run-repeated-jobs',
  prepared: false,
  params: { projectId: s.projectId, runId: s.runId, step: s.step },
  columns: { jobId: act.jobId },
  query: (p, columns) => sql`
    SELECT DISTINCT ${columns} FROM ${s}
    WHERE ${s.projectId} = ${p.projectId} AND ${s.runId} = ${p.runId} AND ${s.type} IN ('operation', 'payment')
      AND (${s.step} = ${p.step} OR ${s.within} -> 0 ->> 'step' = ${p.step})
      AND ${s.n} > coalesce((
        SELECT max(${other.n}) FROM ${workflowSteps} AS ${other}
        WHERE ${other.projectId} = ${p.projectId} AND ${other.runId} = ${p.runId} AND ${other.step} <> ${p.step}
          AND ${other.within} IS NULL AND ${other.n} < (
            SELECT max(${last.n}) FROM ${workflowSteps} AS ${last}
            WHERE ${last.projectId} = ${p.projectId} AND ${last.runId} = ${p.runId} AND ${last.step} = ${p.step})), 0)`,
});

/**
 * The jobs of unknown outcome that are done again where a run begins at this step: those of the step, with all its attempts, when the earlier run came to
 * it last, and those of the steps that it carried out then, in its rounds, branches and flows. What a workflow did for which it waited belongs to the run
 * of that workflow. They are locked until the transaction ends.
 * @returns their internal ids
 */
export async function lockRepeated(
  tx: Queryable,
  { projectId, runId, step }: { projectId: string; runId: string; step: string },
): Promise<string[]> {
  const found = await findJobs.all(tx, { projectId, runId, step });
  const ids = found.flatMap(({ jobId }) => (jobId === null ? [] : (readId('job', jobId) ?? [])));
  return lockUnknown(tx, projectId, ids);
}
