import type { Transaction } from '../../platform/postgres.ts';
import { isSlug } from '../http/slug.ts';
import { findOperation } from '../operations/find.ts';
import { operationKinds } from '../operations/kinds.ts';
import type { Environment } from '../schema.ts';
import { findRunnable } from '../workflows/start.ts';
import type { Target } from './definition.ts';

/** The current operation or workflow of a method. */
export interface FoundTarget {
  environments: Environment[];
  /** What a version published now would run; null for a workflow without a published version. */
  pin: { revision: string } | { version: number } | null;
  /** It acts on a customer, so every call must name one. */
  needsIdentity: boolean;
  /** JSON Schema of its input; null if it has none. */
  inputSchema: Record<string, unknown> | null;
}

/** Finds the operation or the workflow that a method names. */
export async function findTarget(
  tx: Transaction,
  projectId: string,
  target: Target,
): Promise<FoundTarget | undefined> {
  if ('operation' in target) return operation(tx, projectId, target);
  return isSlug(target.workflow) ? workflow(tx, projectId, target) : undefined;
}

async function operation(
  tx: Transaction,
  projectId: string,
  { operation: slug }: { operation: string },
): Promise<FoundTarget | undefined> {
  const row = await findOperation(tx, projectId, slug);
  return (
    row && {
      environments: row.environments,
      pin: { revision: row.revisionId },
      needsIdentity: operationKinds[row.kind]!.needsIdentity === true,
      inputSchema: row.inputSchema,
    }
  );
}

async function workflow(
  tx: Transaction,
  projectId: string,
  { workflow: slug }: { workflow: string },
): Promise<FoundTarget | undefined> {
  const row = await findRunnable(tx, projectId, slug);
  return (
    row && {
      environments: [row.environment],
      pin: row.version === null ? null : { version: row.version },
      needsIdentity: false,
      inputSchema: null,
    }
  );
}
