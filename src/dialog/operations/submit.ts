import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Problem } from '../../platform/problem.ts';
import { system, writeAudit } from '../audit/entry.ts';
import { isSlug } from '../http/slug.ts';
import { ValidationProblem } from '../http/validation.ts';
import type { Json, JsonObject } from '../scenario/template.ts';
import type { Environment, Waiter } from '../schema.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { LaneTicket, TaskError } from '../tasks/task.ts';
import { findRefusal, type JobPayload, type JobScope, placeOf } from './accept-run.ts';
import type { InputChecks } from './input-schema.ts';
import { storable } from './storable.ts';
import { readRunnable } from './store.ts';

/** A run that the service itself asks for, as a step of a scenario or workflow. */
export interface InnerRun {
  projectId: string;
  /** The slug of the operation. */
  operation: string;
  /** The kind that it must be of; any if absent. */
  kind?: string;
  environment: Environment;
  input: JsonObject;
  identityId: string | null;
  requestId: string | null;
  /** Who is told when the job has ended. */
  waiter: Waiter | null;
  /** What the flow knows at this moment, part of which this very transaction may still be writing. */
  scope: JobScope;
}

export interface SubmitOptions {
  inputChecks: InputChecks;
  /** The shard of the project counters that this process adds to. */
  shard: number;
  retryDeadlineMs: number;
}

/**
 * Queues a run within the caller's transaction, so that the run and whatever waits for it are stored together. The
 * lanes are to be woken after the commit.
 * @returns `refused` where the operation is gone, lacks the environment, or does not take this input: for the flow an
 *   outcome, and nothing was stored.
 */
export async function submitJob(
  tx: Transaction,
  run: InnerRun,
  { inputChecks, shard, retryDeadlineMs }: SubmitOptions,
): Promise<{ jobId: string; wake: LaneTicket[] } | { refused: TaskError }> {
  const { projectId, operation: slug, environment, identityId, requestId, waiter } = run;
  const input = storable(run.input) as JsonObject;
  const [operation] = isSlug(slug) ? await readRunnable(tx, [{ projectId, slug }]) : [];
  const refusal = findRefusal(inputChecks, operation, { environment, input, identity: identityId }, []);
  if (refusal || !operation) return { refused: inWords(refusal!) };
  if (run.kind !== undefined && operation.kind !== run.kind) {
    const message = `The operation ${slug} is of kind ${operation.kind}, not ${run.kind}.`;
    return { refused: { code: 'operation_of_other_kind', message } };
  }
  const id = newId();
  const jobId = showId('job', id);
  const scope = storable(run.scope as unknown as Json) as unknown as JobScope;
  const payload: JobPayload = { revision: operation.revision_id, input, scope };
  const wake = await insertTasks(tx, shard, [
    {
      ...{ projectId, id, kind: 'job', payload, identityId, environment, requestId, waiter },
      ...placeOf(operation, id),
      deadlineMs: retryDeadlineMs,
    },
  ]);
  await writeAudit(tx, {
    projectId,
    actor: system,
    action: 'job.accepted',
    subject: { type: 'job', id: jobId },
    environment,
    requestId,
    data: { operation_id: slug },
  });
  return { jobId, wake };
}

function inWords(refusal: Problem): TaskError {
  if (!(refusal instanceof ValidationProblem)) return { code: refusal.code, message: refusal.message };
  const [first] = refusal.items;
  return { code: 'invalid_input', message: `${first!.loc.join('.')}: ${first!.msg}` };
}
