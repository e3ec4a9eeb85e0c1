import { and, asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import type { KeptReport } from './kind.ts';
import { type ConnectionRow, connections } from './schema.ts';

type Orm = Pick<Transaction, 'orm'>;

/** All connections of a project, by slug. */
export function listConnections({ orm }: Orm, projectId: string): Promise<ConnectionRow[]> {
  return orm
    .select()
    .from(connections)
    .where(eq(connections.projectId, projectId))
    .orderBy(asc(connections.slug));
}

/** Reads a connection by its slug. @param lock prevents every change of the row until the transaction ends */
export async function readConnection(
  { orm }: Orm,
  projectId: string,
  slug: string,
  lock?: 'update' | 'key share',
): Promise<ConnectionRow | undefined> {
  const wanted = orm
    .select()
    .from(connections)
    .where(and(eq(connections.projectId, projectId), eq(connections.slug, slug)));
  const [row] = await (lock ? wanted.for(lock) : wanted);
  return row;
}

/** Stores a connection under its slug; it replaces the one with the same id. Its last test is dropped. */
export async function writeConnection(
  { orm }: Orm,
  connection: Omit<ConnectionRow, 'createdAt' | 'updatedAt' | 'lastTest'>,
): Promise<ConnectionRow> {
  const { name, settings, secrets } = connection;
  const [row] = await orm
    .insert(connections)
    .values(connection)
    .onConflictDoUpdate({
      target: [connections.projectId, connections.id],
      set: { name, settings, secrets, lastTest: null, updatedAt: sql`now()` },
    })
    .returning();
  return row!;
}

/** Stores the result of a test, unless the connection was changed meanwhile. */
export async function writeTest({ orm }: Orm, tested: ConnectionRow, report: KeptReport): Promise<void> {
  const { projectId, id, updatedAt } = tested;
  await orm
    .update(connections)
    .set({ lastTest: { ...report, at: new Date().toISOString() } })
    .where(
      and(eq(connections.projectId, projectId), eq(connections.id, id), eq(connections.updatedAt, updatedAt)),
    );
}

/** Deletes a connection with its secrets. */
export async function removeConnection({ orm }: Orm, projectId: string, id: string): Promise<void> {
  await orm.delete(connections).where(and(eq(connections.projectId, projectId), eq(connections.id, id)));
}

/** Deletes all connections of a project. */
export async function removeConnections({ orm }: Orm, projectId: string): Promise<void> {
  await orm.delete(connections).where(eq(connections.projectId, projectId));
}
