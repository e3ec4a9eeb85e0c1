import { and, asc, eq, lt, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { passkeys } from './schema.ts';

/** Reads and writes the passkeys of people. */

type Orm = Pick<Transaction, 'orm'>;

export type PasskeyRow = typeof passkeys.$inferSelect;

/** One person may have as many. */
export const mostPasskeys = 20;

/** Keeps a passkey. @returns undefined if it is known already */
export async function insertPasskey(
  { orm }: Orm,
  passkey: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>,
): Promise<PasskeyRow | undefined> {
  const [row] = await orm
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning();
  return row;
}

/** The passkeys of a person, oldest first. */
export function passkeysOf({ orm }: Orm, ownerId: string): Promise<PasskeyRow[]> {
  return orm
    .select()
    .from(passkeys)
    .where(eq(passkeys.ownerId, ownerId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

/** The passkey with the id that its authenticator chose. */
export async function passkeyByCredential(
  { orm }: Orm,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  const [row] = await orm.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row;
}

const ofPerson = (ownerId: string, id: string) => and(eq(passkeys.ownerId, ownerId), eq(passkeys.id, id));

/** Renames a passkey. @returns it, or undefined if the person has no such passkey */
export async function renamePasskey(
  { orm }: Orm,
  ownerId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await orm.update(passkeys).set({ name }).where(ofPerson(ownerId, id)).returning();
  return row;
}

/** Removes a passkey. @returns it, or undefined if the person has no such passkey */
export async function removePasskey(
  { orm }: Orm,
  ownerId: string,
  id: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await orm.delete(passkeys).where(ofPerson(ownerId, id)).returning();
  return row;
}

/** Removes all passkeys of a person. @returns how many there were */
export async function removePasskeys({ orm }: Orm, ownerId: string): Promise<number> {
  const removed = await orm
    .delete(passkeys)
    .where(eq(passkeys.ownerId, ownerId))
    .returning({ id: passkeys.id });
  return removed.length;
}

/**
 * Notes that a passkey has signed.
 * @param counter how often, as it says; one that counts must have counted on, or it may be a copy
 * @returns false if it is gone, or has not counted on
 */
export async function notePasskeyUse({ orm }: Orm, id: string, counter: number): Promise<boolean> {
  const countedOn = or(
    lt(passkeys.counter, counter),
    and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`),
  );
  const noted = await orm
    .update(passkeys)
    .set({ counter, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), countedOn))
    .returning({ id: passkeys.id });
  return noted.length > 0;
}
