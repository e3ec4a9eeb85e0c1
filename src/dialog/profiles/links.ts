import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { linkedProfiles, profileLinks } from './schema.ts';

/** Entries on one page of the history. */
export const linksPage = 100;

const l = alias(profileLinks, 'l');
const m = alias(linkedProfiles, 'm');
const o = alias(linkedProfiles, 'o');

const columns = {
  id: l.id,
  seq: l.seq,
  kind: l.kind,
  profileId: l.profileId,
  identityIds: l.identityIds,
  codeId: l.codeId,
  madeAt: l.madeAt,
  madeBy: l.madeBy,
  undoneAt: l.undoneAt,
  undoneBy: l.undoneBy,
  otherIds: as(
    listOf(o.profileId),
    sql`ARRAY(
      SELECT ${o.profileId} FROM ${linkedProfiles} AS ${o}
      WHERE ${o.projectId} = ${l.projectId} AND ${o.linkId} = ${l.id} AND ${o.profileId} <> ${l.profileId}
      ORDER BY ${o.profileId})`,
  ),
};

const listOfProfile = statement({
  name: 'profile-links',
  prepared: false,
  params: {
    projectId: l.projectId,
    profileId: l.profileId,
    before: orNull(l.seq),
    offset: types.bigint,
    most: types.int,
  },
  columns,
  query: ({ projectId, profileId, before, offset, most }, list) => sql`
    WITH RECURSIVE family AS (
      SELECT ${profileId} AS id
      UNION
      SELECT ${m.profileId} FROM family AS f
      JOIN ${profileLinks} AS ${l}
        ON ${l.projectId} = ${projectId} AND ${l.profileId} = f.id AND ${l.kind} = 'merge' AND ${l.undoneAt} IS NULL
      JOIN ${linkedProfiles} AS ${m} ON ${m.projectId} = ${projectId} AND ${m.linkId} = ${l.id}
    )
    SELECT ${list} FROM ${profileLinks} AS ${l}
    WHERE ${l.projectId} = ${projectId} AND ${l.id} IN (
      SELECT ${m.linkId} FROM family AS f
      JOIN ${linkedProfiles} AS ${m} ON ${m.projectId} = ${projectId} AND ${m.profileId} = f.id)
      AND (${before} IS NULL OR ${l.seq} < ${before})
    ORDER BY ${l.seq} DESC OFFSET ${offset} LIMIT ${most}`,
});

const findOne = statement({
  name: 'profile-link',
  prepared: false,
  params: { projectId: l.projectId, id: orNull(l.id) },
  columns,
  query: ({ projectId, id }, list) =>
    sql`SELECT ${list} FROM ${profileLinks} AS ${l} WHERE ${l.projectId} = ${projectId} AND ${l.id} = ${id}`,
});

/** An entry in the history of a profile. */
export type LinkRow = ResultOf<typeof findOne>;

/**
 * The history of a profile: links and unlinkings, newest first, including those of absorbed profiles before their merge. Returns
 * one entry more than a page if there are more.
 */
export function listLinks(
  database: Queryable,
  projectId: string,
  profileId: string,
  offset: number,
): Promise<LinkRow[]> {
  return listOfProfile.all(database, { projectId, profileId, before: null, offset, most: linksPage + 1 });
}

/** The same from a place on. @param before the `seq` of the last entry of the page before */
export function linksBefore(
  database: Queryable,
  projectId: string,
  profileId: string,
  { before, most }: { before: bigint | undefined; most: number },
): Promise<LinkRow[]> {
  return listOfProfile.all(database, { projectId, profileId, before: before ?? null, offset: 0, most });
}

/** @throws Problem 404 `link_not_found` */
export async function findLink(tx: Queryable, projectId: string, publicId: string): Promise<LinkRow> {
  const link = await findOne.first(tx, { projectId, id: readId('link', publicId) ?? null });
  if (!link) throw new Problem(404, 'link_not_found', 'This project has no such link of profiles.');
  return link;
}

/** An entry of the history for owners. */
export function presentLink(row: LinkRow) {
  return {
    id: showId('link', row.id),
    kind: row.kind,
    profile_id: showId('profile', row.profileId),
    other_profile_ids: row.otherIds.map((id) => showId('profile', id)),
    identity_ids: row.identityIds.map((id) => showId('identity', id)),
    link_code_id: row.codeId && showId('linkCode', row.codeId),
    created_at: row.madeAt.toISOString(),
    created_by: row.madeBy,
    undone_at: row.undoneAt?.toISOString() ?? null,
    undone_by: row.undoneBy,
  };
}
