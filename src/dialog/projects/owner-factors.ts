import type { Database } from '../../platform/postgres.ts';
import { endHalfLogins } from '../factors/half-logins.ts';
import { removePasskeys } from '../factors/passkeys.ts';
import { removeRecoveryCodes } from '../factors/recovery-codes.ts';
import { removeTotp } from '../factors/totp.ts';
import { recordAccountEvent } from '../gate/account-events.ts';
import { lockOwner, ownerByEmail } from '../gate/owners.ts';
import { endSessions } from '../gate/sessions.ts';
import { NoSuchOwner } from './owner-password.ts';

/**
 * Removes all second factors of a person, for somebody who has lost them, and ends all their sessions. The log of the installation
 * has it.
 * @throws NoSuchOwner
 */
export async function removeSecondFactors(
  database: Database,
  email: string,
): Promise<{ email: string; hadTotp: boolean; passkeys: number }> {
  return database.transaction(async (tx) => {
    const wanted = email.trim().toLowerCase();
    const owner = await ownerByEmail(tx, wanted);
    if (!owner) throw new NoSuchOwner(`There is no account of ${wanted}.`);
    await lockOwner(tx, owner.id);
    const hadTotp = await removeTotp(tx, owner.id);
    const passkeys = await removePasskeys(tx, owner.id);
    await removeRecoveryCodes(tx, owner.id);
    if (hadTotp || passkeys > 0) {
      await recordAccountEvent(tx, {
        kind: 'factor.removed',
        ...{ person: owner, by: null },
        data: { kind: 'all', totp: hadTotp, passkeys },
      });
      await endSessions(tx, { person: owner, by: null, why: 'factors' });
      await endHalfLogins(tx, owner.id);
    }
    return { email: owner.email, hadTotp, passkeys };
  });
}
