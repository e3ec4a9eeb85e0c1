import { sql } from 'drizzle-orm';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { areSettled } from '../operations/read-job.ts';
import type { Roles } from '../rights/roles.ts';
import { settlesAll } from '../rights/sight.ts';
import type { Begun } from './repeat.ts';
import { workflowSteps } from './schema.ts';

/** Whether a run has done what nobody knows the outcome of, wherever in it that was. */

const s = workflowSteps;

/** Whether an action may have happened although its step failed, by the code of the failure. */
export const openOutcomes: ReadonlySet<string> = new Set(['outcome_unknown', 'canceled', 'timed_out']);

/** What an action left in the row of its step. */
export const act = {
  // Runs of earlier versions have it only in the output.
  jobId: as(orNull(types.text), sql`coalesce(${s.jobId}, ${s.output} ->> 'job_id')`),
  code: as(orNull(types.text), sql`${s.error} ->> 'code'`),
};

const findActs = statement({
  name: 'run-acts',
  prepared: false,
  params: { projectId: s.projectId, runId: s.runId },
  columns: act,
  query: (p, columns) => sql`
    SELECT DISTINCT ${columns} FROM ${s}
    WHERE ${s.projectId} = ${p.projectId} AND ${s.runId} = ${p.runId} AND ${s.type} IN ('operation', 'payment', 'workflow')`,
});

interface Again extends Pick<Begun, 'environment'> {
  projectId: string;
  runId: string;
}

/** Whether a live run has done something of which it is unknown whether it happened. In the sandbox nothing happens. */
async function isOpen(tx: Queryable, { projectId, runId, environment }: Again): Promise<boolean> {
  if (environment === 'sandbox') return false;
  const acts = await findActs.all(tx, { projectId, runId });
  const jobs = acts.flatMap(({ jobId }) => (jobId === null ? [] : (readId('job', jobId) ?? [])));
  // What a workflow that was waited for has done is on record with its own run.
  const isUnknown = acts.some(({ jobId, code }) => jobId === null && code !== null && openOutcomes.has(code));
  return isUnknown || !(await areSettled(tx, projectId, jobs));
}

/**
 * Refuses to carry out again a live run of which something may have happened, to those who do not decide what became of it, and to
 * those who do if they have not said where it is to begin. It does not matter where that is: what follows there is done again, too.
 * @param isMeant whether the request says where
 * @throws Problem 403 `role_required`, 409 `outcome_unknown`
 */
export async function requireMayRepeat(
  tx: Queryable,
  roles: Roles,
  run: Again,
  isMeant: boolean,
): Promise<void> {
  const maySettle = settlesAll(roles);
  if ((maySettle && isMeant) || !(await isOpen(tx, run))) return;
  const unknown = 'It is unknown what became of a step of this run, and it could be done again.';
  if (maySettle) {
    const todo =
      'Send "from": "beginning" if all of the run may be done again; or settle the outcome first, if it is in the list of those.';
    throw new Problem(409, 'outcome_unknown', `${unknown} ${todo}`);
  }
  const who =
    'Somebody with the role owner does that; once an owner or operator has settled the outcome, you can.';
  throw new Problem(403, 'role_required', `${unknown} ${who}`);
}
