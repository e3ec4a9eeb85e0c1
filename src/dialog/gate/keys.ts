import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { keyInForce, projectKeys } from '../schema.ts';

/** The stored keys of projects. The features that make keys decide who may have one, and write the audit entries. */

type Orm = Pick<Transaction, 'orm'>;

export type KeyRow = typeof projectKeys.$inferSelect;

/** What limits the use of a key. */
export type KeyLimits = Pick<KeyRow, 'expiresAt' | 'allowedAddresses'>;

/** A key of the project API, or one for published methods. */
export type KeyKind = 'key' | 'methodKey';

const isOfKind = (kind: KeyKind) =>
  kind === 'key' ? isNull(projectKeys.methods) : isNotNull(projectKeys.methods);

const isInForce = (projectId: string) => and(eq(projectKeys.projectId, projectId), keyInForce(projectKeys));

/** Whether a key is neither revoked nor expired, read from its row and not from a cache. */
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
  return changeInForce({ orm }, { projectId, kind, id }, { revokedAt: sql`now()` });
}

/** Revokes all keys in force that somebody made, of both kinds. The caller sends the notices. @returns them */
export function markRevokedBy({ orm }: Orm, projectId: string, personId: string): Promise<KeyRow[]> {
  return orm
    .update(projectKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(isInForce(projectId), eq(projectKeys.madeBy, personId)))
    .returning();
}

/** The keys in force that somebody made, of both kinds, oldest first. */
export function keysMadeBy({ orm }: Orm, projectId: string, personId: string): Promise<KeyRow[]> {
  return orm
    .select()
    .from(projectKeys)
    .where(and(isInForce(projectId), eq(projectKeys.madeBy, personId)))
    .orderBy(asc(projectKeys.id));
}

/** Whether somebody has ever made a key of the project. */
export async function hasMadeKeys({ orm }: Orm, projectId: string, personId: string): Promise<boolean> {
  const rows = await orm
    .select({ id: projectKeys.id })
    .from(projectKeys)
    .where(and(eq(projectKeys.projectId, projectId), eq(projectKeys.madeBy, personId)))
    .limit(1);
  return rows.length > 0;
}

/** Names a key of a project. */
export interface KeyName {
  projectId: string;
  kind: KeyKind;
  /** Its internal id. */
  id: string;
}

/** Changes the name or the limits of a key. The caller sends the notice. @returns undefined if no such key is in force */
export function changeKey(
  tx: Orm,
  key: KeyName,
  to: Partial<KeyLimits & { name: string }>,
): Promise<KeyRow | undefined> {
  return changeInForce(tx, key, to);
}

/**
 * Notes which key replaces another, which ends after `overlapHours`, or earlier if it expires earlier. The caller sends the notice.
 * @returns undefined if no such key is in force
 */
export function markReplaced(
  tx: Orm,
  key: KeyName,
  { by, overlapHours }: { by: string; overlapHours: number },
): Promise<KeyRow | undefined> {
  const end = sql`least(${projectKeys.expiresAt}, now() + make_interval(hours => ${overlapHours}))`;
  return changeInForce(tx, key, { replacedBy: by, expiresAt: end });
}

/** Reads a key in force, and locks it until the end of the transaction. */
export async function lockKey({ orm }: Orm, { projectId, kind, id }: KeyName): Promise<KeyRow | undefined> {
  const [row] = await orm
    .select()
    .from(projectKeys)
    .where(and(isInForce(projectId), eq(projectKeys.id, id), isOfKind(kind)))
    .for('update');
  return row;
}

type KeyChange = { [Key in keyof KeyRow]?: KeyRow[Key] | SQL };

async function changeInForce(
  { orm }: Orm,
  { projectId, kind, id }: KeyName,
  to: KeyChange,
): Promise<KeyRow | undefined> {
  const [row] = await orm
    .update(projectKeys)
    .set(to)
    .where(and(isInForce(projectId), eq(projectKeys.id, id), isOfKind(kind)))
    .returning();
  return row;
}

/** Revokes all keys of a project in the database. */
export async function markAllRevoked({ orm }: Orm, projectId: string): Promise<void> {
  await orm.update(projectKeys).set({ revokedAt: sql`now()` }).where(isInForce(projectId));
}
