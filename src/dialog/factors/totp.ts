import { and, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Transaction } from '../../platform/postgres.ts';
import type { Vault } from '../../platform/secrets.ts';
import { totpSecrets } from './schema.ts';

/**
 * The codes of an app: RFC 6238 with SHA-1, six digits and steps of 30 seconds, which is what every app knows. A code of the step
 * before or after is accepted too, for clocks that differ.
 */

type Orm = Pick<Transaction, 'orm'>;

const issuer = 'Parley';
/** RFC 4226, section 4, R6: as long as the hash. */
const secretBytes = 20;
const stepsAside = 1;
/** For how long a new app may be confirmed. One that is left alone is no way in for whoever finds the session later. */
const confirmMinutes = 15;

/** The place for which the secret of a person is sealed. */
const placeOf = (ownerId: string) => `totp/${ownerId}`;

/** What an app needs. It is shown once. */
export interface NewTotp {
  /** In base32, to be typed. */
  secret: string;
  /** `otpauth://totp/…`, for a QR code: https://github.com/google/google-authenticator/wiki/Key-Uri-Format */
  uri: string;
}

/** Makes the secret of an app; an unconfirmed one is replaced. @returns undefined if the person has a confirmed one */
export async function beginTotp(
  { orm }: Orm,
  vault: Vault,
  { id, email }: { id: string; email: string },
): Promise<NewTotp | undefined> {
  const totp = new TOTP({ issuer, label: email, secret: new Secret({ size: secretBytes }) });
  const fresh = {
    secret: vault.seal(placeOf(id), totp.secret.base32),
    createdAt: new Date(),
    lastStep: 0,
  };
  const made = await orm
    .insert(totpSecrets)
    .values({ ownerId: id, ...fresh })
    .onConflictDoUpdate({
      target: totpSecrets.ownerId,
      set: fresh,
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ ownerId: totpSecrets.ownerId });
  return made.length > 0 ? { secret: totp.secret.base32, uri: totp.toString() } : undefined;
}

/** Confirms the app of a person by a code that it shows, which is used up. @returns false if the code is wrong */
export const confirmTotp = (on: Orm, vault: Vault, ownerId: string, code: string): Promise<boolean> =>
  takeCode(on, vault, { ownerId, code, isConfirmed: false });

/** Takes a code of the app of a person. @returns false if it is wrong, was used, or is older than one that was used */
export const useTotp = (on: Orm, vault: Vault, ownerId: string, code: string): Promise<boolean> =>
  takeCode(on, vault, { ownerId, code, isConfirmed: true });

async function takeCode(
  { orm }: Orm,
  vault: Vault,
  { ownerId, code, isConfirmed }: { ownerId: string; code: string; isConfirmed: boolean },
): Promise<boolean> {
  const isMeant = and(
    eq(totpSecrets.ownerId, ownerId),
    isConfirmed
      ? isNotNull(totpSecrets.confirmedAt)
      : and(
          isNull(totpSecrets.confirmedAt),
          gt(totpSecrets.createdAt, sql`now() - make_interval(mins => ${confirmMinutes})`),
        ),
  );
  const [row] = await orm
    .select({ secret: totpSecrets.secret, createdAt: totpSecrets.createdAt })
    .from(totpSecrets)
    .where(isMeant);
  if (!row) return false;
  const step = stepOf(vault.open(placeOf(ownerId), row.secret), code);
  if (step === undefined) return false;
  // Of requests that bring one code at once, in any process, this lets one through.
  const taken = await orm
    .update(totpSecrets)
    .set({ lastStep: step, lastUsedAt: sql`now()`, ...(!isConfirmed && { confirmedAt: sql`now()` }) })
    // The app may have been replaced meanwhile. The sealed text does not tell: a new encryption key changes it, and not the secret.
    .where(and(isMeant, eq(totpSecrets.createdAt, row.createdAt), lt(totpSecrets.lastStep, step)))
    .returning({ ownerId: totpSecrets.ownerId });
  return taken.length > 0;
}

/** The time step whose code this is; undefined if it is that of none that counts now. */
function stepOf(secret: string, code: string): number | undefined {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  const timestamp = Date.now();
  // Apps show a code in two groups.
  const token = code.replaceAll(' ', '');
  // Also because the library compares bytes, and fails where a digit has more than one.
  if (!/^[0-9]{6}$/.test(token)) return undefined;
  const aside = totp.validate({ token, timestamp, window: stepsAside });
  return aside === null ? undefined : totp.counter({ timestamp }) + aside;
}

/** The confirmed app of a person. */
export async function totpOf(
  { orm }: Orm,
  ownerId: string,
): Promise<{ confirmedAt: Date; lastUsedAt: Date | null } | undefined> {
  const [row] = await orm
    .select({ confirmedAt: totpSecrets.confirmedAt, lastUsedAt: totpSecrets.lastUsedAt })
    .from(totpSecrets)
    .where(eq(totpSecrets.ownerId, ownerId));
  return row?.confirmedAt ? { confirmedAt: row.confirmedAt, lastUsedAt: row.lastUsedAt } : undefined;
}

/** Forgets an app that was begun and not confirmed. */
export async function forgetUnconfirmedTotp({ orm }: Orm, ownerId: string): Promise<void> {
  await orm.delete(totpSecrets).where(and(eq(totpSecrets.ownerId, ownerId), isNull(totpSecrets.confirmedAt)));
}

/** Removes the app of a person. @returns whether there was a confirmed one */
export async function removeTotp({ orm }: Orm, ownerId: string): Promise<boolean> {
  const removed = await orm
    .delete(totpSecrets)
    .where(eq(totpSecrets.ownerId, ownerId))
    .returning({ confirmedAt: totpSecrets.confirmedAt });
  return removed.some(({ confirmedAt }) => confirmedAt !== null);
}
