import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { ownerNetworks, sessions } from './schema.ts';

/** Ends all sessions of an owner whose password changes, and deletes the networks from which they have logged in. */
export async function endLogins(tx: Transaction, ownerId: string): Promise<void> {
  await tx.orm.delete(sessions).where(eq(sessions.ownerId, ownerId));
  // Somebody else may have known the old password.
  await tx.orm.delete(ownerNetworks).where(eq(ownerNetworks.ownerId, ownerId));
}
