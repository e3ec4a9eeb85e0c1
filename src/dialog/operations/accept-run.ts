import { Problem } from '../../platform/problem.ts';
import { type ValidationItem, ValidationProblem, valueError } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import type { TaskError } from '../tasks/task.ts';
import type { InputChecks, NamedSchema } from './input-schema.ts';
import { operationKinds } from './kinds.ts';
import type { RunnableOperation } from './store.ts';

/** A requested run, as far as its operation decides about it. */
interface AskedRun {
  projectId: string;
  environment: Environment;
  input: unknown;
  /** Whether templates made it. */
  isRendered?: boolean;
  identity: unknown;
}

/**
 * Why a run is refused; undefined if it may be accepted. All of these reasons can change with time, so check first whether the
 * request is a repetition.
 * @param loc the place of its parts in the request
 * @throws Problem 503 `busy`
 */
export async function findRefusal(
  checks: InputChecks,
  operation: RunnableOperation | undefined,
  asked: AskedRun,
  loc: readonly string[],
): Promise<Problem | undefined> {
  if (!operation) return operationNotFound();
  const { input, isRendered } = asked;
  const faults = await checks.faults(schemaOf(operation, asked), input, [...loc, 'input'], isRendered);
  return refusalOf(operation, asked, faults, loc);
}

/**
 * The same for flows, which hold locks and cannot wait, and whose inputs are made by templates.
 * @returns `unchecked` if the input must still be checked against the schema
 */
export function findRefusalAtOnce(
  checks: InputChecks,
  operation: RunnableOperation | undefined,
  asked: AskedRun,
): { refusal: Problem | undefined; unchecked: boolean } {
  if (!operation) return { refusal: operationNotFound(), unchecked: false };
  const faults = checks.faultsAtOnce(schemaOf(operation, asked), asked.input, ['input'], true);
  return { refusal: refusalOf(operation, asked, faults ?? [], []), unchecked: faults === undefined };
}

/**
 * Why nobody may run an operation by hand there; undefined if they may. Whoever tries a payment must not charge a customer: live, it is for
 * clients and flows.
 */
export function refusalByHand(operation: RunnableOperation, environment: Environment): Problem | undefined {
  if (environment === 'sandbox' || !operationKinds[operation.kind]!.takesMoney) return undefined;
  return new Problem(
    409,
    'environment_not_available',
    'By hand, an operation that takes money runs in the sandbox only. Live, clients and flows run it.',
  );
}

/** The answer if the project has no such operation. */
export const operationNotFound = () =>
  new Problem(404, 'operation_not_found', 'This project has no such operation.');

const schemaOf = (operation: RunnableOperation, { projectId }: AskedRun): NamedSchema => ({
  name: operation.revisionId,
  owner: projectId,
  schema: operation.inputSchema,
});

function refusalOf(
  operation: RunnableOperation,
  { environment, identity }: AskedRun,
  atInput: ValidationItem[],
  loc: readonly string[],
): Problem | undefined {
  const faults = [...atInput];
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

/** A refusal as the error of an outcome. */
export function inWords(refusal: Problem): TaskError {
  if (!(refusal instanceof ValidationProblem)) return { code: refusal.code, message: refusal.message };
  const { type, loc, msg } = refusal.items[0]!;
  // A name that the schema does not have is a word of whoever sent it, and faults are shown to people who do not see those.
  const place = type === 'extra_forbidden' ? loc.slice(0, -1) : loc;
  return { code: 'invalid_input', message: `${place.join('.')}: ${msg}` };
}
