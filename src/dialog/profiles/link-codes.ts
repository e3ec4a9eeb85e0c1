import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { as } from '../../platform/sql-expressions.ts';
import { oneOf, orNull, types } from '../../platform/sql-types.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import { writeAudit } from '../audit/entry.ts';
import { channels, identities, profiles } from '../schema.ts';
import { hashOfCode, newCode } from './code-text.ts';
import { profileNotFound } from './holding.ts';
import type { Linker } from './linking.ts';
import { linkCodes } from './schema.ts';

/** Codes on one page. */
export const codesPage = 100;

const c = linkCodes;
const now = sql`clock_timestamp()`;

const columns = {
  id: c.id,
  hint: c.hint,
  profileId: c.profileId,
  madeBy: c.madeBy,
  createdAt: c.createdAt,
  expiresAt: c.expiresAt,
  usedAt: c.usedAt,
  usedBy: c.usedBy,
  status: as(
    oneOf('active', 'used', 'revoked', 'expired'),
    sql`CASE
      WHEN ${c.usedAt} IS NOT NULL THEN 'used'
      WHEN ${c.revokedAt} IS NOT NULL THEN 'revoked'
      WHEN ${c.expiresAt} <= ${now} THEN 'expired'
      ELSE 'active'
    END`,
  ),
};

const makeCode = statement({
  name: 'link-code-make',
  prepared: false,
  params: {
    projectId: c.projectId,
    id: c.id,
    hash: c.hash,
    hint: c.hint,
    profileId: c.profileId,
    madeBy: c.madeBy,
    ttlSeconds: types.float,
  },
  columns,
  query: ({ ttlSeconds, ...p }) =>
    build
      .insert(linkCodes)
      .values({ ...p, expiresAt: sql`${now} + make_interval(secs => ${ttlSeconds})` })
      .returning(columns),
});

type CodeRow = ResultOf<typeof makeCode>;

const lockProfile = statement({
  name: 'link-code-profile',
  prepared: false,
  params: { projectId: profiles.projectId, id: orNull(profiles.id) },
  columns: { id: profiles.id },
  query: (p, list) => sql`
    SELECT ${list} FROM ${profiles} WHERE ${profiles.projectId} = ${p.projectId} AND ${profiles.id} = ${p.id}
    FOR KEY SHARE`,
});

const p = alias(profiles, 'p');

const lockProfileOf = statement({
  name: 'link-code-profile-of',
  prepared: false,
  params: { projectId: identities.projectId, identityId: orNull(identities.id) },
  columns: { id: p.id },
  query: ({ projectId, identityId }, list) => sql`
    SELECT ${list} FROM ${identities}
    JOIN ${channels} ON ${channels.projectId} = ${identities.projectId} AND ${channels.id} = ${identities.channelId}
      AND ${channels.deletedAt} IS NULL
    JOIN ${profiles} AS ${p} ON ${p.projectId} = ${identities.projectId} AND ${p.id} = ${identities.profileId}
    WHERE ${identities.projectId} = ${projectId} AND ${identities.id} = ${identityId} FOR KEY SHARE OF ${p}`,
});

const listCodes = statement({
  name: 'link-codes',
  prepared: false,
  params: { projectId: c.projectId, offset: types.bigint },
  columns,
  query: ({ projectId, offset }, list) => sql`
    SELECT ${list} FROM ${linkCodes} WHERE ${c.projectId} = ${projectId}
    ORDER BY ${c.id} DESC OFFSET ${offset} LIMIT ${codesPage + 1}`,
});

const revokeCode = statement({
  name: 'link-code-revoke',
  prepared: false,
  params: { projectId: c.projectId, id: orNull(c.id) },
  query: ({ projectId, id }) =>
    build
      .update(linkCodes)
      .set({ revokedAt: now })
      .where(
        and(
          eq(c.projectId, projectId),
          eq(c.id, id),
          isNull(c.usedAt),
          isNull(c.revokedAt),
          gt(c.expiresAt, now),
        ),
      ),
});

/**
 * Makes a code with which a customer links the account in which they type it. Only its hash is stored.
 * @param target internal ids; undefined for an id that cannot exist
 * @throws Problem 404 `profile_not_found` or `identity_not_found`
 */
export async function createLinkCode(
  tx: Transaction,
  target: { profileId: string | undefined } | { identityId: string | undefined },
  ttlSeconds: number,
  { projectId, actor, requestId }: Linker,
): Promise<{ code: string; row: CodeRow }> {
  const profileId = await findTarget(tx, projectId, target);
  const code = newCode();
  const row = await makeCode.one(tx, {
    projectId,
    id: newId(),
    hash: hashOfCode(code),
    hint: code.slice(-4),
    profileId,
    madeBy: actor,
    ttlSeconds,
  });
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'link_code.created',
    subject: { type: 'link_code', id: showId('linkCode', row.id) },
    requestId,
    data: { profile_id: showId('profile', profileId), expires_at: row.expiresAt.toISOString() },
  });
  return { code, row };
}

/** The profile of a new code, locked so that it is not merged away before the code refers to it. */
async function findTarget(
  tx: Queryable,
  projectId: string,
  target: { profileId: string | undefined } | { identityId: string | undefined },
): Promise<string> {
  if ('profileId' in target) {
    const profile = await lockProfile.first(tx, { projectId, id: target.profileId ?? null });
    if (!profile) throw profileNotFound();
    return profile.id;
  }
  const look = () => lockProfileOf.first(tx, { projectId, identityId: target.identityId ?? null });
  // If the profile was merged away while the first look waited for it, the second one finds the profile that absorbed it.
  const found = (await look()) ?? (await look());
  if (!found) throw new Problem(404, 'identity_not_found', 'This project has no such identity.');
  return found.id;
}

/** Codes of a project, newest first, and one more than a page if there are more. */
export function listLinkCodes(database: Queryable, projectId: string, offset: number): Promise<CodeRow[]> {
  return listCodes.all(database, { projectId, offset });
}

/** Revokes a code. @throws Problem 404 `link_code_not_found`, also for one that cannot be used any more */
export async function revokeLinkCode(
  tx: Transaction,
  publicId: string,
  { projectId, actor, requestId }: Linker,
): Promise<void> {
  const revoked = await revokeCode.run(tx, { projectId, id: readId('linkCode', publicId) ?? null });
  if (revoked === 0) {
    throw new Problem(404, 'link_code_not_found', 'This project has no such link code in force.');
  }
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'link_code.revoked',
    subject: { type: 'link_code', id: publicId },
    requestId,
  });
}

/** A code in a list, without its text, which is shown only once. */
export function presentLinkCode(row: CodeRow) {
  return {
    id: showId('linkCode', row.id),
    hint: row.hint,
    profile_id: showId('profile', row.profileId),
    status: row.status,
    created_at: row.createdAt.toISOString(),
    created_by: row.madeBy,
    expires_at: row.expiresAt.toISOString(),
    used_at: row.usedAt?.toISOString() ?? null,
    used_by_identity_id: row.usedBy && showId('identity', row.usedBy),
  };
}
