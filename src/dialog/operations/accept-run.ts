import { Problem } from '../../platform/problem.ts';
import { type ValidationItem, ValidationProblem, valueError } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import type { InputChecks } from './input-schema.ts';
import { operationKinds } from './kinds.ts';
import type { RunnableOperation } from './store.ts';

/** What templates may read beside the input and the job. */
export interface JobScope {
  event: unknown;
  state: unknown;
  profile: unknown;
  identity: unknown;
}

/** What a job keeps of the moment in which it was accepted. */
export interface JobPayload {
  /** The immutable definition that it is carried out by. */
  revision: string;
  input: Record<string, unknown>;
  /** The version of a published method that it was asked for through, if any. */
  published?: { method: string; version: number };
  /** What the flow that asked for it knew; absent for a client, whose run reads the customer when it begins. */
  scope?: JobScope;
}

/** Where a run stands in the queue. Jobs run in parallel, so each has a lane of its own. */
export function placeOf(
  operation: RunnableOperation,
  jobId: string,
): { lane: string; target: { id: string } | null } {
  const { connection_id: id } = operation;
  return { lane: `job:${jobId}`, target: id === null ? null : { id } };
}

/**
 * What speaks against a run. Everything here can change with time, so a repetition is looked for before it is said.
 * @param loc where its parts stood in the request
 */
export function findRefusal(
  checks: InputChecks,
  operation: RunnableOperation | undefined,
  { environment, input, identity }: { environment: Environment; input: unknown; identity: unknown },
  loc: readonly string[],
): Problem | undefined {
  if (!operation) return new Problem(404, 'operation_not_found', 'This project has no such operation.');
  const faults: ValidationItem[] = checks.faults(operation.revision_id, operation.input_schema, input, [
    ...loc,
    'input',
  ]);
  if (operationKinds[operation.kind]!.needsIdentity && identity == null) {
    faults.push(valueError([...loc, 'identity_id'], 'a payment needs the customer who is to pay', null));
  }
  if (faults.length > 0) return new ValidationProblem(faults);
  if (operation.environments.includes(environment)) return undefined;
  return new Problem(
    409,
    'environment_not_available',
    `This operation runs in ${operation.environments.join(' and ')} only. GET /operations tells for each.`,
  );
}
