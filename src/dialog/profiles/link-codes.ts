import { newId, readId, showId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { hashOfCode, newCode } from './code-text.ts';
import { profileNotFound } from './holding.ts';
import type { Linker } from './linking.ts';

interface CodeRow {
  id: string;
  hint: string;
  profile_id: string;
  status: 'active' | 'used' | 'revoked' | 'expired';
  made_by: Actor;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  used_by: string | null;
}

/** Codes on a page of the list. */
export const codesPage = 100;

const columns = `
  id, hint, profile_id, made_by, created_at, expires_at, used_at, used_by,
  CASE
    WHEN used_at IS NOT NULL THEN 'used'
    WHEN revoked_at IS NOT NULL THEN 'revoked'
    WHEN expires_at <= clock_timestamp() THEN 'expired'
    ELSE 'active'
  END AS status`;

/**
 * Makes a code with which a customer links the account in which they type it. Only its hash is kept.
 * @param target ids as stored; undefined stands for one that cannot exist
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
  const { rows } = await tx.query<CodeRow>(
    `INSERT INTO dialog.link_codes (project_id, id, hash, hint, profile_id, made_by, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6::json, clock_timestamp() + make_interval(secs => $7))
     RETURNING ${columns}`,
    [projectId, newId(), hashOfCode(code), code.slice(-4), profileId, JSON.stringify(actor), ttlSeconds],
  );
  const row = rows[0]!;
  await writeAudit(tx, {
    projectId,
    actor,
    action: 'link_code.created',
    subject: { type: 'link_code', id: showId('linkCode', row.id) },
    requestId,
    data: { profile_id: showId('profile', profileId), expires_at: row.expires_at.toISOString() },
  });
  return { code, row };
}

/** The profile that a code is to be for, locked so that it is not merged away before the code can follow it. */
async function findTarget(
  tx: Queryable,
  projectId: string,
  target: { profileId: string | undefined } | { identityId: string | undefined },
): Promise<string> {
  if ('profileId' in target) {
    const { rows } = await tx.query<{ id: string }>(
      'SELECT id FROM dialog.profiles WHERE project_id = $1 AND id = $2 FOR KEY SHARE',
      [projectId, target.profileId ?? null],
    );
    if (!rows[0]) throw profileNotFound();
    return rows[0].id;
  }
  const look = () =>
    tx.query<{ id: string }>(
      `SELECT p.id FROM dialog.identities AS i
       JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL
       JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id
       WHERE i.project_id = $1 AND i.id = $2 FOR KEY SHARE OF p`,
      [projectId, target.identityId ?? null],
    );
  // A profile that was merged away while the first look waited for it is gone; the second finds what it went into.
  const found = (await look()).rows[0] ?? (await look()).rows[0];
  if (!found) throw new Problem(404, 'identity_not_found', 'This project has no such identity.');
  return found.id;
}

/** Codes of a project, newest first, and one more than a page holds where there are more. */
export async function listLinkCodes(
  database: Queryable,
  projectId: string,
  offset: number,
): Promise<CodeRow[]> {
  const { rows } = await database.query<CodeRow>(
    `SELECT ${columns} FROM dialog.link_codes WHERE project_id = $1
     ORDER BY id DESC OFFSET $2 LIMIT ${codesPage + 1}`,
    [projectId, offset],
  );
  return rows;
}

/** Makes a code worthless. @throws Problem 404 `link_code_not_found`, also for one that is worthless already */
export async function revokeLinkCode(
  tx: Transaction,
  publicId: string,
  { projectId, actor, requestId }: Linker,
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE dialog.link_codes SET revoked_at = clock_timestamp()
     WHERE project_id = $1 AND id = $2 AND used_at IS NULL AND revoked_at IS NULL AND expires_at > clock_timestamp()`,
    [projectId, readId('linkCode', publicId) ?? null],
  );
  if (rowCount === 0) {
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

/** A code as it is listed: without its text, which is shown once. */
export function presentLinkCode(row: CodeRow) {
  return {
    id: showId('linkCode', row.id),
    hint: row.hint,
    profile_id: showId('profile', row.profile_id),
    status: row.status,
    created_at: row.created_at.toISOString(),
    created_by: row.made_by,
    expires_at: row.expires_at.toISOString(),
    used_at: row.used_at?.toISOString() ?? null,
    used_by_identity_id: row.used_by && showId('identity', row.used_by),
  };
}
