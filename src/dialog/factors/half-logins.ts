import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { halfLogins } from './schema.ts';

/** Logins in which the password was right and the second factor is still missing. */

type Orm = Pick<Transaction, 'orm'>;

/** For how long the second factor is waited for. */
export const halfLoginMinutes = 10;

/** Begins to wait for the second factor of a person. @returns the token that stands for the right password */
export async function beginHalfLogin({ orm }: Orm, ownerId: string): Promise<string> {
  const token = newSecret('lgn_');
  await orm.insert(halfLogins).values({
    tokenHash: sha256(token),
    ownerId,
    expiresAt: sql`now() + make_interval(mins => ${halfLoginMinutes})`,
  });
  return token;
}

const isOpen = (token: string) =>
  and(eq(halfLogins.tokenHash, sha256(token)), gt(halfLogins.expiresAt, sql`now()`));

/** Whose password was right. @returns undefined if the token is unknown, was used or has expired */
export async function halfLoginOf({ orm }: Orm, token: string): Promise<string | undefined> {
  const [found] = await orm.select({ ownerId: halfLogins.ownerId }).from(halfLogins).where(isOpen(token));
  return found?.ownerId;
}

/** Takes a token, which exists no longer then: it begins one session. @returns whether there was one */
export async function takeHalfLogin({ orm }: Orm, token: string): Promise<boolean> {
  const taken = await orm.delete(halfLogins).where(isOpen(token)).returning({ ownerId: halfLogins.ownerId });
  return taken.length > 0;
}

/** Ends all half logins of a person, as when the password changes. */
export async function endHalfLogins({ orm }: Orm, ownerId: string): Promise<void> {
  await orm.delete(halfLogins).where(eq(halfLogins.ownerId, ownerId));
}

/** Deletes those that were not finished in time. */
export async function removeExpiredHalfLogins({ orm }: Orm): Promise<void> {
  await orm.delete(halfLogins).where(lte(halfLogins.expiresAt, sql`now()`));
}
