import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { type ConnectionRow, connections } from './schema.ts';

/** Reads a connection by its id, for records that refer to it; undefined if it was deleted. */
export async function readConnectionById(
  { orm }: Pick<Transaction, 'orm'>,
  projectId: string,
  id: string,
): Promise<Pick<ConnectionRow, 'id' | 'kind' | 'settings' | 'secrets'> | undefined> {
  const { kind, settings, secrets } = connections;
  const [row] = await orm
    .select({ id: connections.id, kind, settings, secrets })
    .from(connections)
    .where(and(eq(connections.projectId, projectId), eq(connections.id, id)));
  return row;
}
