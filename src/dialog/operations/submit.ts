import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { Problem } from '../../platform/problem.ts';
import { system, writeAudit } from '../audit/entry.ts';
import { isSlug } from '../http/slug.ts';
import { ValidationProblem } from '../http/validation.ts';
import type { JsonObject } from '../scenario/template.ts';
import type { Environment } from '../schema.ts';
import type { LaneTicket, TaskError } from '../tasks/task.ts';
import { countUnfinished } from '../tasks/unfinished.ts';
import { findRefusal, type JobPayload, placeOf } from './accept-run.ts';
import type { InputChecks } from './input-schema.ts';
import { storable } from './storable.ts';
import { readRunnable } from './store.ts';

/** A run that the service itself asks for, as a step of a scenario or workflow. */
export interface InnerRun {
  projectId: string;
  /** The slug of the operation. */
  operation: string;
  environment: Environment;
  input: JsonObject;
  /** What set the flow off, for `{{event.…}}`. */
  event: JsonObject | null;
  identityId: string | null;
  requestId: string | null;
}

export interface SubmitOptions {
  inputChecks: InputChecks;
  /** The shard of the project counters that this process adds to. */
  shard: number;
  retryDeadlineMs: number;
}

/**
 * Queues a run within the caller's transaction, so that the run and whatever waits for it are stored together. The
 * ticket is for sending after the commit.
 * @returns `refused` where the operation is gone, lacks the environment, or does not take this input: for the flow an
 *   outcome, and nothing was stored.
 */
export async function submitJob(
  tx: Transaction,
  run: InnerRun,
  { inputChecks, shard, retryDeadlineMs }: SubmitOptions,
): Promise<{ jobId: string; ticket: LaneTicket } | { refused: TaskError }> {
  const { projectId, operation: slug, environment } = run;
  const input = storable(run.input) as JsonObject;
  const [operation] = isSlug(slug) ? await readRunnable(tx, [{ projectId, slug }]) : [];
  const refusal = findRefusal(inputChecks, operation, environment, input, ['input']);
  if (refusal || !operation) return { refused: inWords(refusal!) };
  const id = newId();
  const jobId = showId('job', id);
  const { lane, targetId } = placeOf(operation, id);
  const atTarget = environment === 'live' ? targetId : null;
  const payload: JobPayload = {
    revision: operation.revision_id,
    input,
    ...(run.event ? { event: storable(run.event) as JsonObject } : {}),
  };
  await tx.query(
    `INSERT INTO dialog.tasks
       (project_id, id, kind, lane, payload, identity_id, environment, target_id, request_id, deadline_at)
     VALUES ($1, $2, 'job', $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9::bigint / 1000.0))`,
    [
      projectId,
      id,
      lane,
      JSON.stringify(payload),
      run.identityId,
      environment,
      atTarget,
      run.requestId,
      retryDeadlineMs,
    ],
  );
  await countUnfinished(tx, shard, [projectId], 1);
  await writeAudit(tx, {
    projectId,
    actor: system,
    action: 'job.accepted',
    subject: { type: 'job', id: jobId },
    environment,
    requestId: run.requestId,
    data: { operation_id: slug },
  });
  return { jobId, ticket: [projectId, lane, atTarget] };
}

function inWords(refusal: Problem): TaskError {
  if (!(refusal instanceof ValidationProblem)) return { code: refusal.code, message: refusal.message };
  const [first] = refusal.items;
  return { code: 'invalid_input', message: `${first!.loc.join('.')}: ${first!.msg}` };
}
