import type { Database } from '../../platform/postgres.ts';
import { newSecret } from '../../platform/secrets.ts';
import { endLogins } from '../gate/logins.ts';
import { listOwners, setPassword } from '../gate/owners.ts';
import { hashPassword } from '../gate/passwords.ts';
import { installation } from '../schema.ts';

/** No owner matches; the message says why. */
export class NoSuchOwner extends Error {}

/**
 * Gives an owner a new password and ends all their sessions. Second factors stay.
 *
 * @param email of the owner; may be absent if there is only one
 * @returns the password, which cannot be read again, and whether a login asks for a second factor after it
 * @throws NoSuchOwner
 */
export async function resetOwnerPassword(
  database: Database,
  email: string | undefined,
): Promise<{ email: string; password: string; hasSecondFactor: boolean }> {
  const password = newSecret('', 12);
  const passwordHash = await hashPassword(password);
  return database.transaction(async (tx) => {
    // Locked first, as `showFirstStart` does, so that there is no deadlock.
    const [row] = await tx.orm.select({ unshown: installation.unshown }).from(installation).for('update');
    const all = await listOwners(tx);
    const wanted = email?.trim().toLowerCase();
    const matching = wanted === undefined ? all : all.filter((owner) => owner.email === wanted);
    const [owner] = matching;
    if (!owner) {
      throw new NoSuchOwner(
        all.length === 0
          ? 'There is no owner yet: the first start of the server makes one.'
          : `There is no owner ${wanted}. The owners are: ${all.map((each) => each.email).join(', ')}.`,
      );
    }
    if (matching.length > 1) {
      throw new NoSuchOwner(`Add --email with one of: ${all.map((each) => each.email).join(', ')}.`);
    }
    await setPassword(tx, owner.id, { passwordHash, isWeak: false });
    await endLogins(tx, { kind: 'password.reset', person: owner, by: null });
    if (row?.unshown?.owner_id === owner.id) {
      await tx.orm.update(installation).set({ unshown: { ...row.unshown, password_chosen: true } });
    }
    return { email: owner.email, password, hasSecondFactor: owner.hasSecondFactor };
  });
}
