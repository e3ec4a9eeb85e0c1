import type { Transaction } from '../../platform/postgres.ts';
import { isSlug } from '../http/slug.ts';
import { type OperationRow, readOperation } from './store.ts';

/** The current operation; undefined if the project has none of this name. */
export async function findOperation(
  tx: Pick<Transaction, 'orm'>,
  projectId: string,
  name: string,
): Promise<OperationRow | undefined> {
  return isSlug(name) ? readOperation(tx, projectId, name) : undefined;
}
