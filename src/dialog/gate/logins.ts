import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import type { InstallationEntry } from '../audit/installation-log.ts';
import { endChallenges } from '../factors/challenges.ts';
import { endHalfLogins } from '../factors/half-logins.ts';
import { forgetUnconfirmedTotp } from '../factors/totp.ts';
import { recordAccountEvent } from './account-events.ts';
import { endResets } from './password-resets.ts';
import { revokeTokens } from './personal-tokens.ts';
import { ownerDevices, ownerNetworks } from './schema.ts';
import { endSessions } from './sessions.ts';

/** How a password got another value: changed by whoever knew it, or reset. */
export interface PasswordChange extends Pick<InstallationEntry, 'person' | 'by' | 'request'> {
  kind: 'password.changed' | 'password.reset';
}

/**
 * Records that the password of an owner has changed, ends their sessions, half logins, personal tokens and links for a new one, and deletes
 * the networks and devices from which they have logged in.
 * @param except the session that changes it, which stays
 */
export async function endLogins(
  tx: Transaction,
  { kind, ...change }: PasswordChange,
  except?: string,
): Promise<void> {
  await recordAccountEvent(tx, { kind, ...change });
  // Before the sessions: a login that is taking its second factor has deleted its half, so this waits until its session can be seen.
  await endHalfLogins(tx, change.person.id);
  await endSessions(tx, { ...change, why: 'password' }, except);
  await endResets(tx, change.person.id);
  // Second factors that somebody else has begun.
  await endChallenges(tx, change.person.id);
  await forgetUnconfirmedTotp(tx, change.person.id);
  await revokeTokens(tx, change);
  // Somebody else may have known the old password.
  await tx.orm.delete(ownerNetworks).where(eq(ownerNetworks.ownerId, change.person.id));
  await tx.orm.delete(ownerDevices).where(eq(ownerDevices.ownerId, change.person.id));
}
