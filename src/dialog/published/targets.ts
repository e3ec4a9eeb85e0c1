import type { Queryable } from '../../platform/postgres.ts';
import { isSlug } from '../http/slug.ts';
import { operationKinds } from '../operations/kinds.ts';
import type { Environment } from '../schema.ts';
import type { Target } from './definition.ts';

/** What a method runs, as it stands now. */
export interface FoundTarget {
  environments: Environment[];
  /** What a version published now would run; null for a workflow that was never published. */
  pin: { revision: string } | { version: number } | null;
  /** It acts on a customer, so every call has to name one. */
  needsIdentity: boolean;
  /** JSON Schema of what it takes; null where it says nothing. */
  inputSchema: Record<string, unknown> | null;
}

/** Looks for the operation or the workflow that a method names. */
export async function findTarget(
  tx: Queryable,
  projectId: string,
  target: Target,
): Promise<FoundTarget | undefined> {
  if ('operation' in target) return isSlug(target.operation) ? operation(tx, projectId, target) : undefined;
  return isSlug(target.workflow) ? workflow(tx, projectId, target) : undefined;
}

async function operation(
  tx: Queryable,
  projectId: string,
  { operation: slug }: { operation: string },
): Promise<FoundTarget | undefined> {
  const { rows } = await tx.query<{
    environments: Environment[];
    revision_id: string;
    kind: string;
    input_schema: Record<string, unknown>;
  }>(
    `SELECT o.environments, o.revision_id, r.kind, r.input_schema FROM dialog.operations AS o
     JOIN dialog.operation_revisions AS r ON r.project_id = o.project_id AND r.id = o.revision_id
     WHERE o.project_id = $1 AND o.slug = $2`,
    [projectId, slug],
  );
  const row = rows[0];
  return (
    row && {
      environments: row.environments,
      pin: { revision: row.revision_id },
      needsIdentity: operationKinds[row.kind]!.needsIdentity === true,
      inputSchema: row.input_schema,
    }
  );
}

async function workflow(
  tx: Queryable,
  projectId: string,
  { workflow: slug }: { workflow: string },
): Promise<FoundTarget | undefined> {
  const { rows } = await tx.query<{ environment: Environment; version: number | null }>(
    `SELECT environment, version FROM dialog.workflows
     WHERE project_id = $1 AND slug = $2 AND deleted_at IS NULL`,
    [projectId, slug],
  );
  const row = rows[0];
  return (
    row && {
      environments: [row.environment],
      pin: row.version === null ? null : { version: row.version },
      needsIdentity: false,
      inputSchema: null,
    }
  );
}
