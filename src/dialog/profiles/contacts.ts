import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, names } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { cursorPage } from '../http/cursors.ts';
import { isUnstorable } from '../http/unstorable.ts';
import { readCustomerFields } from '../project-settings/settings.ts';
import { distinctProfiles, profileFacets } from './schema.ts';

/** Phone numbers and mail addresses: who has one, and which profiles share one. */

const f = alias(profileFacets, 'f');
const d = alias(distinctProfiles, 'd');

const findHolders = statement({
  name: 'profiles-by-contact',
  prepared: false,
  params: {
    projectId: f.projectId,
    given: types.text,
    country: types.text,
    trunk: types.text,
    most: types.int,
  },
  columns: { profileId: f.profileId },
  query: ({ projectId, given, country, trunk, most }, columns) => sql`
    SELECT ${columns} FROM ${profileFacets} AS ${f}
    WHERE ${f.projectId} = ${projectId}
      AND ${f.facet} IN ('mail:' || lower(btrim(${given})), 'phone:' || "dialog"."phone_digits"(${given}, ${country}, ${trunk}))
    ORDER BY ${f.profileId} DESC LIMIT ${most}`,
});

/** Whoever has exactly this phone number or mail address, the newest profile first. */
export async function profilesByContact(
  database: Queryable,
  projectId: string,
  given: string,
  most: number,
): Promise<string[]> {
  if (!/@|\d(?:\D*\d){6}/.test(given)) return [];
  const { country_code: country, trunk_prefix: trunk } = await readCustomerFields(database, projectId);
  const rows = await findHolders.all(database, { projectId, given, country, trunk, most });
  return rows.map(({ profileId }) => profileId);
}

/** A place in the list of pairs: a facet, and the profile of it. */
const place = z.tuple([
  z
    .string()
    .regex(/^(?:mail|phone):/)
    .refine((facet) => !isUnstorable(facet)),
  z.string().refine((id) => readId('profile', id) !== undefined),
]);

/** Reads a cursor of the list of pairs; undefined for any other text. */
export function pairAt(cursor: string): z.output<typeof place> | undefined {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
}

/** Facets are sorted by their bytes. Only neighbours are pairs, so a number that thousands have makes as many pairs and not millions. */
const findPairs = statement({
  name: 'profiles-sharing',
  prepared: false,
  params: { projectId: f.projectId, facet: f.facet, profileId: f.profileId, most: types.int },
  columns: {
    facet: as(f.facet, sql`pair.facet`),
    oneId: as(f.profileId, sql`pair.one`),
    otherId: as(f.profileId, sql`pair.other`),
  },
  query: ({ projectId, facet, profileId, most }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${f.facet}, ${f.profileId} AS one, lead(${f.profileId}) OVER sorted AS other, lead(${f.facet}) OVER sorted AS next
      FROM ${profileFacets} AS ${f}
      WHERE ${f.projectId} = ${projectId} AND (${f.facet}, ${f.profileId}) > (${facet}, ${profileId}) AND ${f.facet} < 'phone;'
      WINDOW sorted AS (ORDER BY ${f.facet}, ${f.profileId})
    ) AS pair
    WHERE pair.next = pair.facet AND NOT EXISTS (
      SELECT 1 FROM ${distinctProfiles} AS ${d}
      WHERE ${d.projectId} = ${projectId} AND ${d.oneId} = pair.one AND ${d.otherId} = pair.other)
    ORDER BY pair.facet, pair.one LIMIT ${most}`,
});

const other = alias(profileFacets, 'other');

/** The same for one profile. A number that thousands have shows whom it is shared with at most a page long. */
const findPairsOf = statement({
  name: 'profiles-sharing-with',
  prepared: false,
  params: { projectId: f.projectId, profileId: f.profileId, most: types.int },
  columns: {
    facet: f.facet,
    oneId: as(f.profileId, sql`least(${f.profileId}, ${other.profileId})`),
    otherId: as(f.profileId, sql`greatest(${f.profileId}, ${other.profileId})`),
  },
  query: ({ projectId, profileId, most }, columns) => sql`
    SELECT ${columns} FROM ${profileFacets} AS ${f}
    JOIN ${profileFacets} AS ${other} ON ${other.projectId} = ${f.projectId} AND ${other.facet} = ${f.facet}
      AND ${other.profileId} <> ${f.profileId}
    WHERE ${f.projectId} = ${projectId} AND ${f.profileId} = ${profileId} AND ${f.facet} ~ '^(mail|phone):'
      AND NOT EXISTS (
        SELECT 1 FROM ${distinctProfiles} AS ${d}
        WHERE ${d.projectId} = ${projectId} AND ${d.oneId} = least(${f.profileId}, ${other.profileId})
          AND ${d.otherId} = greatest(${f.profileId}, ${other.profileId}))
    ORDER BY ${f.facet}, ${other.profileId} LIMIT ${most}`,
});

/** Two profiles that have the same phone number or mail address. */
interface Pair {
  kind: 'mail' | 'phone';
  value: string;
  oneId: string;
  otherId: string;
}

/** A page of such pairs, by their value. @param cursor of the page before, or an empty one */
export async function listPairs(
  database: Queryable,
  projectId: string,
  cursor: string,
): Promise<{ pairs: Pair[]; next: string | null }> {
  const [facet, shownId] = pairAt(cursor) ?? ['mail:', undefined];
  const profileId = shownId === undefined ? noId : readId('profile', shownId)!;
  const rows = await findPairs.all(database, { projectId, facet, profileId, most: cursorPage + 1 });
  const shown = rows.slice(0, cursorPage);
  const last = rows.length > cursorPage ? shown.at(-1) : undefined;
  return {
    pairs: shown.map(pairOf),
    next: last
      ? Buffer.from(JSON.stringify([last.facet, showId('profile', last.oneId)])).toString('base64url')
      : null,
  };
}

/** The pairs that one profile is in, a page at most. */
export async function pairsOf(database: Queryable, projectId: string, profileId: string): Promise<Pair[]> {
  return (await findPairsOf.all(database, { projectId, profileId, most: cursorPage })).map(pairOf);
}

function pairOf({ facet, ...pair }: { facet: string; oneId: string; otherId: string }): Pair {
  const at = facet.indexOf(':');
  return { kind: facet.slice(0, at) as Pair['kind'], value: facet.slice(at + 1), ...pair };
}

const tellApart = statement({
  name: 'profiles-tell-apart',
  prepared: false,
  params: { projectId: d.projectId, oneId: d.oneId, otherId: d.otherId },
  query: ({ projectId, oneId, otherId }) => sql`
    INSERT INTO ${distinctProfiles} (${names(distinctProfiles.projectId, distinctProfiles.oneId, distinctProfiles.otherId)})
    VALUES (${projectId}, least(${oneId}, ${otherId}), greatest(${oneId}, ${otherId})) ON CONFLICT DO NOTHING`,
});

/** Notes that two profiles are different customers. @returns whether that is new */
export async function tellProfilesApart(
  tx: Queryable,
  projectId: string,
  [oneId, otherId]: readonly [string, string],
): Promise<boolean> {
  return (await tellApart.run(tx, { projectId, oneId, otherId })) > 0;
}
