import { newId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { system } from '../audit/entry.ts';
import { isSlug } from '../http/slug.ts';
import type { Environment, Waiter } from '../schema.ts';
import type { Outbox } from '../tasks/outbox.ts';
import type { TaskError } from '../tasks/task.ts';
import type { JsonObject } from '../template/json.ts';
import { storable } from '../template/storable.ts';
import { findRefusalAtOnce, inWords } from './accept-run.ts';
import type { InputChecks } from './input-schema.ts';
import { type JobScope, job, targetOf } from './job.ts';
import { type RunnableOperation, readRunnable } from './store.ts';

/** A run that the service itself requests, for a step of a scenario or workflow. */
export interface InnerRun {
  projectId: string;
  /** The slug of the operation. */
  operation: string;
  /** The required kind; any if absent. */
  kind?: string;
  environment: Environment;
  input: JsonObject;
  identityId: string | null;
  requestId: string | null;
  /** Who is notified when the job has ended. */
  waiter: Waiter | null;
  /** What the flow knows now. This transaction may not have written all of it yet. */
  scope: JobScope;
}

export interface SubmitOptions {
  inputChecks: InputChecks;
  retryDeadlineMs: number;
}

/** The transaction of the caller. */
export interface SubmitGroup {
  tx: Queryable;
  outbox: Outbox;
  /** Reads what several runs ask for only once. */
  once<Found>(key: string, read: () => Promise<Found>): Promise<Found>;
}

/**
 * Puts a run into the outbox of the caller's transaction, so that the run and its waiter are stored together.
 * @returns `refused` if the operation does not exist, lacks the environment, or does not accept this input; then nothing was
 *   stored, and for the flow it is an outcome. If only a thread can check the input, it is checked when the run begins,
 *   because the caller's locks are held here.
 */
export async function submitJob(
  group: SubmitGroup,
  run: InnerRun,
  { inputChecks, retryDeadlineMs }: SubmitOptions,
): Promise<{ jobId: string } | { refused: TaskError }> {
  const { projectId, operation: slug, environment, identityId, requestId } = run;
  const input = storable(run.input);
  const operation = await findOperation(group, projectId, slug);
  const asked = { projectId, environment, input, identity: identityId };
  const { refusal, unchecked } = findRefusalAtOnce(inputChecks, operation, asked);
  if (refusal || !operation) return { refused: inWords(refusal!) };
  if (run.kind !== undefined && operation.kind !== run.kind) {
    const message = `The operation ${slug} is of kind ${operation.kind}, not ${run.kind}.`;
    return { refused: { code: 'operation_of_other_kind', message } };
  }
  const waiter = run.waiter && { ...run.waiter, ...(operation.repeatable && { repeatable: true as const }) };
  const id = newId();
  const jobId = showId('job', id);
  const scope = storable(run.scope);
  const task = job.task({
    id,
    payload: { revision: operation.revisionId, input, scope, ...(unchecked && { unchecked }) },
    ...{ identityId, environment },
    target: targetOf(operation),
    origin: waiter?.origin,
  });
  group.outbox.queue({ projectId, task, requestId, waiter, deadlineMs: retryDeadlineMs });
  group.outbox.note({
    projectId,
    actor: system,
    action: 'job.accepted',
    subject: { type: 'job', id: jobId },
    environment,
    requestId,
    data: { operation_id: slug },
  });
  return { jobId };
}

function findOperation(
  group: SubmitGroup,
  projectId: string,
  slug: string,
): Promise<RunnableOperation | undefined> | undefined {
  if (!isSlug(slug)) return undefined;
  return group.once(
    `operation ${projectId} ${slug}`,
    async () => (await readRunnable(group.tx, [{ projectId, slug }]))[0],
  );
}
