import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { ownerDevices, ownerNetworks } from './schema.ts';
import { endSessions } from './sessions.ts';

/**
 * Ends the sessions of an owner whose password changes, and deletes the networks and devices from which they have logged in.
 * @param except the session that changes it, which stays
 */
export async function endLogins(tx: Transaction, ownerId: string, except?: string): Promise<void> {
  await endSessions(tx, ownerId, except);
  // Somebody else may have known the old password.
  await tx.orm.delete(ownerNetworks).where(eq(ownerNetworks.ownerId, ownerId));
  await tx.orm.delete(ownerDevices).where(eq(ownerDevices.ownerId, ownerId));
}
