import { readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Actor } from '../audit/entry.ts';

/** One entry of the history of a profile. */
export interface LinkRow {
  id: string;
  kind: 'merge' | 'unlink';
  profile_id: string;
  other_ids: string[];
  identity_ids: string[];
  code_id: string | null;
  made_at: Date;
  made_by: Actor;
  undone_at: Date | null;
  undone_by: Actor | null;
}

/** Entries on a page of the history. */
export const linksPage = 100;

const columns = `
  l.id, l.kind, l.profile_id, l.identity_ids, l.code_id, l.made_at, l.made_by, l.undone_at, l.undone_by,
  ARRAY(
    SELECT o.profile_id FROM dialog.linked_profiles AS o
    WHERE o.project_id = l.project_id AND o.link_id = l.id AND o.profile_id <> l.profile_id
    ORDER BY o.profile_id) AS other_ids`;

/**
 * What was linked to a profile and unlinked from it, newest first, also in the time when profiles that are now a part
 * of it stood for themselves. One entry more than a page holds tells that there are more.
 */
export async function listLinks(
  database: Queryable,
  projectId: string,
  profileId: string,
  offset: number,
): Promise<LinkRow[]> {
  const { rows } = await database.query<LinkRow>(
    `WITH RECURSIVE family AS (
       SELECT $2::uuid AS id
       UNION
       SELECT m.profile_id FROM family AS f
       JOIN dialog.profile_links AS l
         ON l.project_id = $1 AND l.profile_id = f.id AND l.kind = 'merge' AND l.undone_at IS NULL
       JOIN dialog.linked_profiles AS m ON m.project_id = $1 AND m.link_id = l.id
     )
     SELECT ${columns} FROM dialog.profile_links AS l
     WHERE l.project_id = $1 AND l.id IN (
       SELECT m.link_id FROM family AS f
       JOIN dialog.linked_profiles AS m ON m.project_id = $1 AND m.profile_id = f.id)
     ORDER BY l.seq DESC OFFSET $3 LIMIT ${linksPage + 1}`,
    [projectId, profileId, offset],
  );
  return rows;
}

/** @throws Problem 404 `link_not_found` */
export async function findLink(tx: Queryable, projectId: string, publicId: string): Promise<LinkRow> {
  const id = readId('link', publicId);
  const { rows } = await tx.query<LinkRow>(
    `SELECT ${columns} FROM dialog.profile_links AS l WHERE l.project_id = $1 AND l.id = $2`,
    [projectId, id ?? null],
  );
  if (!rows[0]) throw new Problem(404, 'link_not_found', 'This project has no such link of profiles.');
  return rows[0];
}

/** An entry of the history as it is shown. */
export function presentLink(row: LinkRow) {
  return {
    id: showId('link', row.id),
    kind: row.kind,
    profile_id: showId('profile', row.profile_id),
    other_profile_ids: row.other_ids.map((id) => showId('profile', id)),
    identity_ids: row.identity_ids.map((id) => showId('identity', id)),
    link_code_id: row.code_id && showId('linkCode', row.code_id),
    created_at: row.made_at.toISOString(),
    created_by: row.made_by,
    undone_at: row.undone_at?.toISOString() ?? null,
    undone_by: row.undone_by,
  };
}
