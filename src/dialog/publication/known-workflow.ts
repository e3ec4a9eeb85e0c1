import type { Transaction } from '../../platform/postgres.ts';
import { isSlug } from '../http/slug.ts';
import { findWorkflow, type WorkflowRow } from '../workflows/drafts.ts';
import { workflowNotFound } from '../workflows/project-routes.ts';

/** Finds the workflow of a path. @param options.lock prevents changes of it until the transaction ends @throws Problem 404 */
export async function knownWorkflow(
  tx: Pick<Transaction, 'orm'>,
  { projectId, params: { slug } }: { projectId: string; params: { slug: string } },
  options?: { lock: boolean },
): Promise<WorkflowRow> {
  const row = isSlug(slug) ? await findWorkflow(tx, projectId, slug, options) : undefined;
  if (!row) throw workflowNotFound();
  return row;
}
