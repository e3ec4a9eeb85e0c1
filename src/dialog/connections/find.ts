import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import { isSlug } from '../http/slug.ts';
import type { OpenConnection } from './kind.ts';
import { connectionKinds } from './kinds.ts';
import type { ConnectionRow } from './schema.ts';
import { fillIn, openSecrets } from './secrets.ts';
import { readConnection, removeConnections } from './store.ts';

/**
 * Finds a connection of the project by its slug.
 * @param lock `key share` before a record refers to it, so that it is not deleted meanwhile
 * @throws Problem 404 `connection_not_found`
 */
export async function findConnection(
  tx: Pick<Transaction, 'orm'>,
  projectId: string,
  slug: string,
  lock?: 'update' | 'key share',
): Promise<ConnectionRow> {
  const row = isSlug(slug) ? await readConnection(tx, projectId, slug, lock) : undefined;
  if (!row) throw new Problem(404, 'connection_not_found', 'This project has no such connection.');
  return row;
}

/** Opens the secrets of a stored connection for one use. */
export function openConnection(
  vault: Vault,
  row: Pick<ConnectionRow, 'id' | 'kind' | 'settings' | 'secrets'>,
): OpenConnection {
  const secrets = openSecrets(vault, row.id, row.secrets);
  return {
    id: showId('connection', row.id),
    kind: row.kind,
    settings: fillIn(connectionKinds[row.kind]!, row.settings, secrets),
  };
}

/**
 * Deletes every connection of a project that is being deleted, in its transaction. Tasks that are still queued find no
 * connection and send nothing.
 */
export async function endConnections(tx: Transaction, projectId: string): Promise<void> {
  await removeConnections(tx, projectId);
}
