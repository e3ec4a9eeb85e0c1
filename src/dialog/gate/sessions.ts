import { and, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { networkOf } from '../../platform/network.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { sha256 } from '../../platform/secrets.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { owners } from '../schema.ts';
import { deviceOf } from './device.ts';
import { ownerDevices, sessions } from './schema.ts';

/** The stored sessions of owners, and the devices from which they have logged in. */

type Orm = Pick<Transaction, 'orm'>;

export type SessionRow = typeof sessions.$inferSelect;

/** A session ends after this time, however much it is used. */
export const sessionHours = 12;
/** A session that nobody uses ends after this time. */
export const idleHours = 8;
const longestUserAgent = 400;
const seenEveryMs = 60_000;

const isAlive = (): SQL =>
  and(
    gt(sessions.expiresAt, sql`now()`),
    gt(sessions.lastSeenAt, sql`now() - make_interval(hours => ${sql.raw(String(idleHours))})`),
  )!;

/** From where somebody logs in. */
export interface Whence {
  address: string;
  userAgent: string | undefined;
}

const { ownerId, deviceHash } = ownerDevices;

/** Notes a device. It is new if the owner has logged in before, but not from it. */
const noteDevice = statement({
  name: 'login-device',
  prepared: false,
  params: { ownerId, deviceHash },
  columns: { isNew: as(types.boolean, sql`(SELECT count(*) > 0 AND bool_and(NOT is_this) FROM known)`) },
  query: (p, columns) => sql`
    WITH known AS (
      SELECT ${deviceHash} = ${p.deviceHash} AS is_this FROM ${ownerDevices} WHERE ${ownerId} = ${p.ownerId}
    ), noted AS (
      INSERT INTO ${ownerDevices} (owner_id, device_hash) VALUES (${p.ownerId}, ${p.deviceHash})
      ON CONFLICT (owner_id, device_hash) DO UPDATE SET last_login_at = now()
    )
    SELECT ${columns}`,
});

/** Begins a session. @returns whether the owner has logged in before, but not from this device in this network */
export async function beginSession(
  tx: Transaction,
  session: Pick<SessionRow, 'tokenHash' | 'ownerId' | 'csrfToken' | 'expiresAt'>,
  { address, userAgent }: Whence,
): Promise<{ isNewDevice: boolean }> {
  // Private like the network, so it is stored as a hash that can only be compared.
  const hash = sha256(`${session.ownerId} ${deviceOf(userAgent)} ${networkOf(address)}`);
  const { isNew } = await noteDevice.one(tx, { ownerId: session.ownerId, deviceHash: hash });
  await tx.orm.insert(sessions).values({
    ...session,
    address,
    userAgent: userAgent?.replaceAll('\0', '').slice(0, longestUserAgent) ?? null,
    isNewDevice: isNew,
  });
  return { isNewDevice: isNew };
}

/** The owner of a session that has not ended. */
export interface FoundSession {
  id: string;
  email: string;
  csrfToken: string;
  sessionId: string;
  lastSeenAt: Date;
}

/** Finds the session of a cookie; undefined if there is none, or it has ended. */
export async function findSession({ orm }: Orm, token: string): Promise<FoundSession | undefined> {
  const [found] = await orm
    .select({
      id: owners.id,
      email: owners.email,
      csrfToken: sessions.csrfToken,
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .innerJoin(owners, eq(owners.id, sessions.ownerId))
    .where(and(eq(sessions.tokenHash, sha256(token)), isAlive()));
  return found;
}

const markSeen = statement({
  name: 'session-seen',
  prepared: false,
  params: { tokenHash: sessions.tokenHash },
  query: (p) => sql`
    UPDATE ${sessions} SET last_seen_at = now()
    WHERE ${sessions.tokenHash} = ${p.tokenHash} AND ${sessions.lastSeenAt} < now() - interval '1 minute'
      AND ${isAlive()}`,
});

/** Notes that a session is used, once a minute. The request does not wait for it; a lost note is followed by others. */
export function noteSeen(database: Queryable, token: string, { lastSeenAt }: FoundSession): void {
  if (Date.now() - lastSeenAt.getTime() < seenEveryMs) return;
  markSeen.run(database, { tokenHash: sha256(token) }).catch(() => {});
}

/** The sessions of an owner that have not ended, the one that was used last first. */
export function sessionsOf({ orm }: Orm, owner: string): Promise<SessionRow[]> {
  return orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.ownerId, owner), isAlive()))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Ends one session of an owner. @returns whether there was one */
export async function endSession({ orm }: Orm, owner: string, id: string): Promise<boolean> {
  const ended = await orm
    .delete(sessions)
    .where(and(eq(sessions.ownerId, owner), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends all sessions of an owner. @param except stays */
export async function endSessions({ orm }: Orm, owner: string, except?: string): Promise<void> {
  const others = except === undefined ? undefined : ne(sessions.id, except);
  await orm.delete(sessions).where(and(eq(sessions.ownerId, owner), others));
}
