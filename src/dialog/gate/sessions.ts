import { and, desc, eq, gt, inArray, ne, not, type SQL, sql } from 'drizzle-orm';
import { showId } from '../../platform/ids.ts';
import { networkOf } from '../../platform/network.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { sha256 } from '../../platform/secrets.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import {
  type Account,
  type InstallationEntry,
  recordForInstallation,
  storedUserAgent,
} from '../audit/installation-log.ts';
import { hasFactor } from '../factors/has-factor.ts';
import { removeBrowsersOf } from '../push/browsers.ts';
import { owners } from '../schema.ts';
import { type Told, tellProjects } from './account-events.ts';
import { confirmationMinutes } from './confirmation.ts';
import { deviceOf } from './device.ts';
import { ownerDevices, sessions } from './schema.ts';

/** The stored sessions of owners, and the devices from which they have logged in. */

type Orm = Pick<Transaction, 'orm'>;

export type SessionRow = typeof sessions.$inferSelect;

/** A session ends after this time, however much it is used. */
export const sessionHours = 12;
/** A session that nobody uses ends after this time. */
export const idleHours = 8;
const seenEveryMs = 60_000;
const hourMs = 3_600_000;

/** Of sessions that have not ended. */
export const isAlive = (): SQL =>
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

/** Begins a session. @returns its id, and whether the owner has logged in before, but not from this device in this network */
export async function beginSession(
  tx: Transaction,
  {
    isConfirmed,
    ...session
  }: Pick<SessionRow, 'tokenHash' | 'ownerId' | 'csrfToken' | 'expiresAt'> & { isConfirmed: boolean },
  { address, userAgent }: Whence,
): Promise<{ id: string; isNewDevice: boolean }> {
  // Private like the network, so it is stored as a hash that can only be compared.
  const hash = sha256(`${session.ownerId} ${deviceOf(userAgent)} ${networkOf(address)}`);
  const { isNew } = await noteDevice.one(tx, { ownerId: session.ownerId, deviceHash: hash });
  const [begun] = await tx.orm
    .insert(sessions)
    .values({
      ...session,
      address,
      userAgent: storedUserAgent(userAgent),
      isNewDevice: isNew,
      confirmedAt: isConfirmed ? sql`now()` : null,
    })
    .returning({ id: sessions.id });
  return { id: begun!.id, isNewDevice: isNew };
}

/** The owner of a session that has not ended. */
export interface FoundSession {
  id: string;
  email: string;
  csrfToken: string;
  sessionId: string;
  lastSeenAt: Date;
  /** Whether the owner has one: a code of an app, or a passkey. */
  hasSecondFactor: boolean;
  /** Whether the owner has given it in this session within the last minutes. */
  isConfirmed: boolean;
}

const isConfirmed = sql<boolean>`coalesce(
  ${sessions.confirmedAt} > now() - make_interval(mins => ${sql.raw(String(confirmationMinutes))}), false)`;

const findAlive = statement({
  name: 'session-find',
  params: { tokenHash: sessions.tokenHash },
  columns: {
    id: owners.id,
    email: owners.email,
    csrfToken: sessions.csrfToken,
    sessionId: sessions.id,
    lastSeenAt: sessions.lastSeenAt,
    hasSecondFactor: as(types.boolean, hasFactor(owners.id)),
    isConfirmed: as(types.boolean, isConfirmed),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${sessions} JOIN ${owners} ON ${owners.id} = ${sessions.ownerId}
    WHERE ${sessions.tokenHash} = ${p.tokenHash} AND ${isAlive()}`,
});

/** Finds the session of a cookie; undefined if there is none, or it has ended. */
export const findSession = (database: Queryable, token: string): Promise<FoundSession | undefined> =>
  findAlive.first(database, { tokenHash: sha256(token) });

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

/** Notes that the owner of a session has given a second factor in it. @returns when, by the clock of the database */
export async function confirmSession(
  { orm }: Orm,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<Date> {
  const [row] = await orm
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(and(eq(sessions.ownerId, id), eq(sessions.id, sessionId)))
    .returning({ confirmedAt: sessions.confirmedAt });
  if (!row?.confirmedAt) throw sessionEnded();
  return row.confirmedAt;
}

const sessionEnded = () =>
  new Problem(401, 'session_required', 'Your session has ended meanwhile; log in again.');

/**
 * Refuses a request whose session has ended since its gate, which may have been long ago: its body may come slowly. For what outlives
 * a session; call it when whatever ends sessions waits, behind `lockOwner`.
 * @throws Problem 401
 */
export async function requireSession(
  { orm }: Orm,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  const found = await orm.$count(
    sessions,
    and(eq(sessions.ownerId, id), eq(sessions.id, sessionId), isAlive()),
  );
  if (found === 0) throw sessionEnded();
}

/** The sessions of an owner that have not ended, the one that was used last first. */
export function sessionsOf({ orm }: Orm, owner: string): Promise<SessionRow[]> {
  return orm
    .select()
    .from(sessions)
    .where(and(eq(sessions.ownerId, owner), isAlive()))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id));
}

/** Why a session ends, for the log of the installation. */
type End = 'logged out' | 'ended' | 'password' | 'removed' | 'factors' | 'not used' | 'expired';

/** Who ends sessions, and why. */
export interface SessionEnd extends Pick<InstallationEntry, 'by' | 'request'> {
  person: Account;
  why: End;
}

/** Ends one session of an owner. @returns whether there was one */
export async function endSession(tx: Transaction, id: string, end: SessionEnd): Promise<boolean> {
  const ended = await tx.orm
    .delete(sessions)
    .where(and(eq(sessions.ownerId, end.person.id), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  await recordEnd(tx, ended, end);
  return ended.length > 0;
}

/** Ends all sessions of an owner, and what they are told in browsers. @param except stays */
export async function endSessions(tx: Transaction, end: SessionEnd, except?: string): Promise<void> {
  const others = except === undefined ? undefined : ne(sessions.id, except);
  const ended = await tx.orm
    .delete(sessions)
    .where(and(eq(sessions.ownerId, end.person.id), others))
    .returning({ id: sessions.id });
  await removeBrowsersOf(tx, end.person.id);
  await recordEnd(tx, ended, end);
}

async function recordEnd(
  tx: Transaction,
  ended: { id: string }[],
  { why, ...entry }: SessionEnd,
): Promise<void> {
  if (ended.length === 0) return;
  const ids = ended.map(({ id }) => showId('session', id));
  await recordForInstallation(tx, { kind: 'session.ended', ...entry, data: { why, sessions: ids } });
  await tellProjects(tx, toldOf(entry.person, why, ids));
}

/** Sessions that a project is told of by their ids; it is told of all by their number. */
const mostTold = 100;

/**
 * What projects are told of sessions that have ended. Not by whom: a project must not learn that somebody was removed from another one,
 * and who works there.
 */
const toldOf = (person: Account, why: End, ids: readonly string[]): Told => ({
  ...{ person, actor: system, action: 'owner.session_ended' },
  data: {
    email: person.email,
    why: why === 'removed' ? 'ended' : why,
    sessions: ids.slice(0, mostTold),
    count: ids.length,
  },
});

/** Deletes some of the sessions whose time is over. @returns how many */
export function removeOverSessions(database: Database, most: number): Promise<number> {
  return database.transaction(async (tx) => {
    const past = tx.orm
      .select({ tokenHash: sessions.tokenHash })
      .from(sessions)
      .where(not(isAlive()))
      .limit(most);
    const ended = await tx.orm.delete(sessions).where(inArray(sessions.tokenHash, past)).returning({
      id: sessions.id,
      ownerId: sessions.ownerId,
      seen: sessions.lastSeenAt,
      end: sessions.expiresAt,
    });
    if (ended.length === 0) return 0;
    const ids = [...new Set(ended.map(({ ownerId }) => ownerId))];
    const people = await tx.orm
      .select({ id: owners.id, email: owners.email })
      .from(owners)
      .where(inArray(owners.id, ids));
    const personById = new Map(people.map((person) => [person.id, person]));
    const over = ended.flatMap(({ id, ownerId, seen, end }) => {
      const person = personById.get(ownerId);
      const idleAt = new Date(seen.getTime() + idleHours * hourMs);
      const isIdle = idleAt < end;
      const why: End = isIdle ? 'not used' : 'expired';
      return person ? [{ person, why, id: showId('session', id), at: isIdle ? idleAt : end }] : [];
    });
    await recordForInstallation(
      tx,
      ...over.map(
        ({ person, why, id, at }): InstallationEntry => ({
          ...{ kind: 'session.ended', person, by: null },
          data: { why, sessions: [id], ended_at: at.toISOString() },
        }),
      ),
    );
    const told = people.flatMap((person) =>
      (['not used', 'expired'] as const).flatMap((why) => {
        const those = over.filter((one) => one.person === person && one.why === why);
        return those.length > 0
          ? [
              toldOf(
                person,
                why,
                those.map(({ id }) => id),
              ),
            ]
          : [];
      }),
    );
    await tellProjects(tx, ...told);
    return ended.length;
  });
}
