import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { projectKeys } from '../schema.ts';

/** The stored keys of projects. The features that make keys decide who may have one, and write the audit entries. */

type Orm = Pick<Transaction, 'orm'>;

export type KeyRow = typeof projectKeys.$inferSelect;

/** A key of the project API, or one for published methods. */
export type KeyKind = 'key' | 'methodKey';

const isOfKind = (kind: KeyKind) =>
  kind === 'key' ? isNull(projectKeys.methods) : isNotNull(projectKeys.methods);

const isInForce = (projectId: string) =>
  and(eq(projectKeys.projectId, projectId), isNull(projectKeys.revokedAt));

/** Whether a key is not revoked, read from its row and not from a cache. */
export async function isKeyInForce(
  { orm }: Orm,
  { projectId, id }: { projectId: string; id: string },
): Promise<boolean> {
  const rows = await orm
    .select({ id: projectKeys.id })
    .from(projectKeys)
    .where(and(isInForce(projectId), eq(projectKeys.id, id)));
  return rows.length > 0;
}

/** The keys of a project, oldest first, including revoked ones. */
export function keysOf({ orm }: Orm, projectId: string, kind: KeyKind): Promise<KeyRow[]> {
  return orm
    .select()
    .from(projectKeys)
    .where(and(eq(projectKeys.projectId, projectId), isOfKind(kind)))
    .orderBy(asc(projectKeys.id));
}

/** Stores a new key. */
export async function storeKey({ orm }: Orm, key: typeof projectKeys.$inferInsert): Promise<KeyRow> {
  const [row] = await orm.insert(projectKeys).values(key).returning();
  return row!;
}

/** Revokes a key in the database. The caller sends the notice (`revocations`). @returns undefined if no such key is in force */
export async function markRevoked(
  { orm }: Orm,
  projectId: string,
  kind: KeyKind,
  id: string,
): Promise<KeyRow | undefined> {
  const [row] = await orm
    .update(projectKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(isInForce(projectId), eq(projectKeys.id, id), isOfKind(kind)))
    .returning();
  return row;
}

/** Revokes all keys of a project in the database. */
export async function markAllRevoked({ orm }: Orm, projectId: string): Promise<void> {
  await orm.update(projectKeys).set({ revokedAt: sql`now()` }).where(isInForce(projectId));
}
