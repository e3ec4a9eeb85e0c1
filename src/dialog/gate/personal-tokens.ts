import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { addressList } from '../../platform/address-list.ts';
import { newId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { newSecret, sha256 } from '../../platform/secrets.ts';
import { as, outer } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type Account, type InstallationEntry, recordForInstallation } from '../audit/installation-log.ts';
import { hasFactor } from '../factors/has-factor.ts';
import type { Role } from '../rights/roles.ts';
import { owners, projects } from '../schema.ts';
import { members, personalTokens } from './schema.ts';

/** The stored personal tokens: with one, a program calls the owner API as the person who has made it. */

type Orm = Pick<Transaction, 'orm'>;

export type TokenRow = typeof personalTokens.$inferSelect;

/** What every personal token begins with. */
export const tokenPrefix = 'pt_';

/** Tokens in force that a person may have. */
export const mostTokens = 50;

const usedEveryMs = 60_000;

const t = alias(personalTokens, 't');
const m = alias(members, 'm');

/** A token in force, its person, and the person's role in the project that is asked for. */
const findOne = statement({
  name: 'personal-token',
  params: { hash: t.hash, projectId: orNull(projects.id) },
  columns: {
    id: t.id,
    name: t.name,
    role: t.role,
    projectIds: t.projectIds,
    allowedAddresses: t.allowedAddresses,
    lastUsedAt: t.lastUsedAt,
    personId: owners.id,
    email: owners.email,
    hasSecondFactor: as(types.boolean, hasFactor(owners.id)),
    memberRole: outer(m.role),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${personalTokens} AS ${t}
    JOIN ${owners} ON ${owners.id} = ${t.personId}
    LEFT JOIN (${members} AS ${m} JOIN ${projects} ON ${projects.id} = ${m.projectId} AND ${projects.deletedAt} IS NULL)
      ON ${m.personId} = ${t.personId} AND ${m.projectId} = ${p.projectId}
        AND (${t.projectIds} IS NULL OR ${m.projectId} = ANY (${t.projectIds}))
    WHERE ${t.hash} = ${p.hash} AND ${t.revokedAt} IS NULL AND ${t.expiresAt} > now()`,
});

/** A token in use. */
export interface FoundToken {
  id: string;
  name: string;
  person: Account;
  /** It may do no more than this role; null: as much as its person. */
  role: Role | null;
  /** Where it may be used; null: in all projects of its person. */
  projectIds: readonly string[] | null;
  /** What its person is in the project of the path; null if they are not in it, or the token is not for it. */
  memberRole: Role | null;
  lastUsedAt: Date | null;
  hasSecondFactor: boolean;
  /** Whether it may be used from an address. */
  isAllowedFrom(address: string): boolean;
}

/**
 * Finds a token that is neither revoked nor expired. Nothing is cached: a change of the token or of the role counts from the next
 * request on, in every process.
 * @param projectId of the path, if it has one
 */
export async function findToken(
  database: Queryable,
  text: string,
  projectId: string | undefined,
): Promise<FoundToken | undefined> {
  const row = await findOne.first(database, { hash: sha256(text), projectId: projectId ?? null });
  if (!row) return undefined;
  const { personId, email, allowedAddresses, ...token } = row;
  const ranges = allowedAddresses && addressList(allowedAddresses);
  return {
    ...token,
    person: { id: personId, email },
    isAllowedFrom: (address) => ranges === null || ranges.has(address),
  };
}

const markUsed = statement({
  name: 'personal-token-used',
  prepared: false,
  params: { id: personalTokens.id, address: personalTokens.lastUsedAddress },
  query: (p) => sql`
    UPDATE ${personalTokens} SET last_used_at = now(), last_used_address = ${p.address}
    WHERE ${personalTokens.id} = ${p.id}
      AND (${personalTokens.lastUsedAt} IS NULL OR ${personalTokens.lastUsedAt} < now() - interval '1 minute')`,
});

/** Notes that a token is used, once a minute. The request does not wait for it; a lost note is followed by others. */
export function noteTokenUse(database: Queryable, { id, lastUsedAt }: FoundToken, address: string): void {
  if (lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < usedEveryMs) return;
  markUsed.run(database, { id, address }).catch(() => {});
}

/** A token that does not exist yet. */
export interface NewToken
  extends Pick<TokenRow, 'name' | 'role' | 'projectIds' | 'allowedAddresses' | 'expiresAt'> {
  person: Account;
}

/**
 * Makes a token.
 * @returns the stored token and its text, which cannot be read again; undefined if the person has too many
 */
export async function storeToken(
  tx: Transaction,
  { person, ...wanted }: NewToken,
  request: InstallationEntry['request'],
): Promise<{ row: TokenRow; text: string } | undefined> {
  // Locked, so that requests at the same moment are counted.
  await tx.orm.select({ id: owners.id }).from(owners).where(eq(owners.id, person.id)).for('no key update');
  const inForce = await tx.orm.$count(
    personalTokens,
    and(
      eq(personalTokens.personId, person.id),
      isNull(personalTokens.revokedAt),
      gt(personalTokens.expiresAt, new Date()),
    ),
  );
  if (inForce >= mostTokens) return undefined;
  const text = newSecret(tokenPrefix);
  const [row] = await tx.orm
    .insert(personalTokens)
    .values({ ...wanted, id: newId(), personId: person.id, hash: sha256(text), hint: text.slice(-4) })
    .returning();
  const data = {
    ...aboutToken(row!),
    ...(row!.role && { role: row!.role }),
    ...(row!.projectIds && { projects: row!.projectIds.map((id) => showId('project', id)) }),
    ...(row!.allowedAddresses && { allowed_addresses: row!.allowedAddresses }),
    expires_at: row!.expiresAt.toISOString(),
  };
  await recordForInstallation(tx, { kind: 'token.created', person, ...(request && { request }), data });
  return { row: row!, text };
}

const aboutToken = ({ id, name }: TokenRow) => ({ token: showId('personalToken', id), name });

/** The tokens of a person, newest first, also those that ended in the last months. */
export function tokensOf({ orm }: Orm, personId: string): Promise<TokenRow[]> {
  return orm
    .select()
    .from(personalTokens)
    .where(eq(personalTokens.personId, personId))
    .orderBy(desc(personalTokens.id));
}

/** Who revokes tokens. */
export type TokenEnd = Pick<InstallationEntry, 'person' | 'by' | 'request'>;

/**
 * Revokes the tokens of a person, or one of them.
 * @param id only this one
 * @returns how many were in force
 */
export async function revokeTokens(tx: Transaction, end: TokenEnd, id?: string): Promise<number> {
  const one = id === undefined ? undefined : eq(personalTokens.id, id);
  const revoked = await tx.orm
    .update(personalTokens)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(personalTokens.personId, end.person.id),
        isNull(personalTokens.revokedAt),
        gt(personalTokens.expiresAt, sql`now()`),
        one,
      ),
    )
    .returning();
  const entries = revoked.map((row) => ({ kind: 'token.revoked' as const, ...end, data: aboutToken(row) }));
  await recordForInstallation(tx, ...entries);
  return revoked.length;
}
