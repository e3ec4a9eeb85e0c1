import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { names } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type ceremonies, passkeyChallenges } from './schema.ts';

/** What passkeys are asked to sign, so that an old signature is worth nothing. */

type Orm = Pick<Transaction, 'orm'>;

/** For what a passkey signs, and whose it is; null for whoever logs in with it alone. */
export interface Ceremony {
  ceremony: (typeof ceremonies)[number];
  ownerId: string | null;
}

/** For how long a challenge may be answered: people look for their keys. */
const challengeMinutes = 5;

/** Challenges of one person and ceremony that are kept. */
const mostOpen = 20;

const c = passkeyChallenges;

/** The oldest ones of the person go: whoever can ask for challenges must not be able to keep their owner from getting one. */
const addChallenge = statement({
  name: 'passkey-challenge-add',
  prepared: false,
  params: { challengeHash: c.challengeHash, ceremony: c.ceremony, ownerId: orNull(c.ownerId) },
  query: (p) => sql`
    WITH gone AS (
      DELETE FROM ${c} WHERE ${c.challengeHash} IN (
        SELECT ${c.challengeHash} FROM ${c} WHERE ${c.ownerId} = ${p.ownerId} AND ${c.ceremony} = ${p.ceremony}
        ORDER BY ${c.expiresAt} DESC OFFSET ${sql.raw(String(mostOpen - 1))})
    )
    INSERT INTO ${c} (${names(c.challengeHash, c.ceremony, c.ownerId, c.expiresAt)})
    VALUES (${p.challengeHash}, ${p.ceremony}, ${p.ownerId},
      now() + make_interval(mins => ${sql.raw(String(challengeMinutes))}))`,
});

/** Makes a challenge of 256 bits, in base64url. Of a person, only the newest are kept. */
export async function newChallenge(database: Queryable, { ceremony, ownerId }: Ceremony): Promise<string> {
  const challenge = newSecret('');
  await addChallenge.run(database, { challengeHash: sha256(challenge), ceremony, ownerId });
  return challenge;
}

/** Takes a challenge, which exists no longer then. @returns false if there is none for this ceremony, or it has expired */
export async function takeChallenge(
  { orm }: Orm,
  challenge: string,
  { ceremony, ownerId }: Ceremony,
): Promise<boolean> {
  const taken = await orm
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challengeHash, sha256(challenge)),
        eq(passkeyChallenges.ceremony, ceremony),
        ownerId === null ? isNull(passkeyChallenges.ownerId) : eq(passkeyChallenges.ownerId, ownerId),
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challengeHash: passkeyChallenges.challengeHash });
  return taken.length > 0;
}

/** Ends the challenges of a person. */
export async function endChallenges({ orm }: Orm, ownerId: string): Promise<void> {
  await orm.delete(passkeyChallenges).where(eq(passkeyChallenges.ownerId, ownerId));
}

/** Deletes challenges that nobody answered in time. */
export async function removeExpiredChallenges({ orm }: Orm): Promise<void> {
  await orm.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, sql`now()`));
}
