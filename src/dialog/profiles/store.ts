import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { Batcher } from '../../platform/batcher.ts';
import { readId, showId } from '../../platform/ids.ts';
import { jsonText } from '../../platform/json-text.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as, asText, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import type { Actor } from '../audit/entry.ts';
import { auditInbox } from '../audit/schema.ts';
import { channels, identities, keyInForce, profiles, projectKeys } from '../schema.ts';
import { writeFields } from './merge.ts';

interface IdentityRow {
  id: string;
  channel_id: string;
  channel: string;
  external_id: string;
  name: string | null;
  created_at: string;
}

const p = alias(profiles, 'p');
const i = alias(identities, 'i');
const c = alias(channels, 'c');

/** Free-form JSON is read as text and passed on as it is, so that numbers keep their digits. */
const columns = {
  id: p.id,
  status: p.status,
  state: asText(p.state),
  tags: p.tags,
  access: asText(p.access),
  paidAccess: asText(p.paidAccess),
  createdAt: p.createdAt,
  updatedAt: p.updatedAt,
  identities: as(
    orNull(jsonOf<IdentityRow[]>()),
    sql`(SELECT json_agg(json_build_object(
        'id', ${i.id}, 'channel_id', ${i.channelId}, 'channel', ${c.type}, 'external_id', ${i.externalId},
        'name', ${i.name}, 'created_at', ${i.createdAt}) ORDER BY ${i.id})
      FROM ${identities} AS ${i}
      JOIN ${channels} AS ${c}
        ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId} AND ${c.deletedAt} IS NULL
      WHERE ${i.projectId} = ${p.projectId} AND ${i.profileId} = ${p.id})`,
  ),
};

export const profilesPage = 100;

/** Two such statements at a time keep both sides busy. */
const readsAtOnce = { maxItems: 200, maxParallel: 2 };

/**
 * Reads profiles by their ids. Reads that arrive while others are running share the next statement, because sending a statement
 * costs more than finding a row by its key.
 */
export class ProfileReader {
  readonly #batcher: Batcher<{ projectId: string; profileId: string }, string | undefined>;

  constructor(database: Database) {
    this.#batcher = new Batcher((wanted) => readProfiles(database, wanted), {
      ...readsAtOnce,
      limitMs: database.limitMs,
    });
  }

  /** A profile as JSON text; undefined if the project has no such profile. */
  read(projectId: string, profileId: string): Promise<string | undefined> {
    return this.#batcher.submit({ projectId, profileId });
  }
}

const w = rowsOf('w', { projectId: p.projectId, profileId: p.id });

const findByIds = statement({
  name: 'profiles-by-id',
  params: { wanted: w },
  columns: { n: w.n, ...columns },
  query: ({ wanted }, list) => sql`
    SELECT ${list} FROM ${wanted}
    JOIN ${profiles} AS ${p} ON ${p.projectId} = ${w.at.projectId} AND ${p.id} = ${w.at.profileId}`,
});

type ProfileRow = Omit<ResultOf<typeof findByIds>, 'n'>;

/** Profiles as JSON texts, in the order of `wanted`; undefined if the project has no such profile. */
export async function readProfiles(
  database: Queryable,
  wanted: { projectId: string; profileId: string }[],
): Promise<(string | undefined)[]> {
  const found: (string | undefined)[] = wanted.map(() => undefined);
  for (const row of await findByIds.all(database, { wanted })) found[row.n - 1] = profileJson(row);
  return found;
}

export interface ProfileFilter {
  /** Public id; empty for any. */
  channelId: string;
  externalId: string;
  offset: number;
}

const params = { projectId: p.projectId, offset: types.bigint };
const f = alias(identities, 'f');
const fc = alias(channels, 'fc');

/** Each combination of filters is a statement of its own, with its own plan. */
const listing = (list: SQL, { projectId, offset }: { projectId: SQL; offset: SQL }, filter?: SQL): SQL => {
  const ofIdentity =
    filter &&
    sql`AND ${p.id} IN (
    SELECT ${f.profileId} FROM ${identities} AS ${f}
    JOIN ${channels} AS ${fc}
      ON ${fc.projectId} = ${f.projectId} AND ${fc.id} = ${f.channelId} AND ${fc.deletedAt} IS NULL
    WHERE ${f.projectId} = ${projectId} AND ${filter})`;
  return sql`
    SELECT ${list} FROM ${profiles} AS ${p} WHERE ${p.projectId} = ${projectId} ${ofIdentity}
    ORDER BY ${p.id} OFFSET ${offset} LIMIT ${profilesPage + 1}`;
};

const listAll = statement({
  name: 'profiles-false-false',
  params,
  columns,
  query: (given, list) => listing(list, given),
});

const listByChannel = statement({
  name: 'profiles-true-false',
  params: { ...params, channelId: f.channelId },
  columns,
  query: (given, list) => listing(list, given, sql`${f.channelId} = ${given.channelId}`),
});

const listByExternalId = statement({
  name: 'profiles-false-true',
  params: { ...params, externalId: f.externalId },
  columns,
  query: (given, list) => listing(list, given, sql`${f.externalId} = ${given.externalId}`),
});

const listByBoth = statement({
  name: 'profiles-true-true',
  params: { ...params, channelId: f.channelId, externalId: f.externalId },
  columns,
  query: (given, list) =>
    listing(list, given, sql`${f.channelId} = ${given.channelId} AND ${f.externalId} = ${given.externalId}`),
});

/** A page of profiles, oldest first, as JSON texts, and whether there are more. */
export async function listProfiles(
  database: Queryable,
  projectId: string,
  { channelId: publicChannelId, externalId, offset }: ProfileFilter,
): Promise<{ items: string[]; more: boolean }> {
  const channelId = publicChannelId === '' ? null : readId('channel', publicChannelId);
  if (channelId === undefined) return { items: [], more: false };
  const given = { projectId, offset, externalId };
  const rows =
    channelId === null
      ? await (externalId === '' ? listAll : listByExternalId).all(database, given)
      : await (externalId === '' ? listByChannel : listByBoth).all(database, { ...given, channelId });
  return { items: rows.slice(0, profilesPage).map(profileJson), more: rows.length > profilesPage };
}

/** Fields to replace as a whole; absent ones stay. `state` and `access` are JSON texts. */
export interface ProfilePatch {
  status?: string;
  state?: string;
  tags?: string[];
  access?: string;
}

const k = alias(projectKeys, 'k');
const e = auditInbox;

/** Most names of fields and tags that an audit entry lists, and the longest name of a field there. */
const mostListed = sql.raw('100');
const longestListed = sql.raw('100');

/** The tags of one list that another lacks, as JSON; null if there are none, or if one of the lists is not given. */
const tagsSql = (some: SQL, others: SQL) => sql`(
  SELECT json_agg(tag) FROM (SELECT unnest(${some}) EXCEPT SELECT unnest(${others}) LIMIT ${mostListed}) AS named(tag)
  WHERE ${some} IS NOT NULL AND ${others} IS NOT NULL)`;

const patchOne = statement({
  name: 'profile-patch',
  params: {
    projectId: p.projectId,
    profileId: p.id,
    keyId: orNull(k.id),
    status: orNull(p.status),
    state: orNull(types.jsonText),
    tags: orNull(p.tags),
    access: orNull(types.jsonText),
    actorType: e.actorType,
    actorId: e.actorId,
    actorName: e.actorName,
    subjectId: e.subjectId,
    requestId: e.requestId,
    fields: listOf(types.text),
  },
  columns,
  query: (given, list) => sql`
    WITH before AS MATERIALIZED (
      SELECT ${p.state}, ${p.tags} FROM ${profiles} AS ${p}
      WHERE ${p.projectId} = ${given.projectId} AND ${p.id} = ${given.profileId} FOR UPDATE
    ), p AS (
      UPDATE ${profiles} SET
        ${name(p.status)} = coalesce(${given.status}, ${profiles.status}),
        ${name(p.state)} = coalesce(${given.state}, ${profiles.state}),
        ${name(p.tags)} = coalesce(${given.tags}, ${profiles.tags}),
        ${name(p.access)} = coalesce(${given.access}, ${profiles.access}),
        ${name(p.updatedAt)} = clock_timestamp()
      -- It is locked and read before it is changed.
      FROM before
      WHERE ${profiles.projectId} = ${given.projectId} AND ${profiles.id} = ${given.profileId} AND (
        ${given.keyId} IS NULL OR EXISTS (
          SELECT 1 FROM ${projectKeys} AS ${k}
          WHERE ${k.projectId} = ${given.projectId} AND ${k.id} = ${given.keyId} AND ${keyInForce(k)}))
      RETURNING ${profiles}.*
    ), entry AS (
      INSERT INTO ${e} (${names(e.projectId, e.actorType, e.actorId, e.actorName, e.action, e.subjectType, e.subjectId, e.requestId, e.data)})
      SELECT ${p.projectId}, ${given.actorType}, ${given.actorId}, ${given.actorName}, 'profile.updated', 'profile',
        ${given.subjectId}, ${given.requestId}, json_strip_nulls(json_build_object(
          'fields', ${given.fields},
          'state', (SELECT json_agg(key) FROM (
            SELECT key FROM json_each_text(before.state) AS old(key, value)
            FULL JOIN json_each_text(${given.state}) AS new(key, value) USING (key)
            WHERE ${given.state} IS NOT NULL AND old.value IS DISTINCT FROM new.value
              AND length(key) <= ${longestListed}
            LIMIT ${mostListed}) AS changed),
          'tags_added', ${tagsSql(sql`${given.tags}`, sql`before.tags`)},
          'tags_removed', ${tagsSql(sql`before.tags`, sql`${given.tags}`)}))
      FROM ${p} CROSS JOIN before
    )
    SELECT ${list} FROM ${p}`,
});

/** Who changes a profile. */
export interface ProfileWriter {
  projectId: string;
  actor: Actor;
  /** The key of a client, which has to be in force; null for a person. */
  keyId: string | null;
  requestId: string;
}

/**
 * Replaces fields of a profile, with its audit entry, and returns the whole profile as JSON text.
 * @returns undefined if there is no such profile, or the key was revoked meanwhile
 */
export async function patchProfile(
  database: Queryable,
  { projectId, actor, keyId, requestId }: ProfileWriter,
  profileId: string,
  patch: ProfilePatch,
): Promise<string | undefined> {
  const row = await patchOne.first(database, {
    projectId,
    profileId,
    keyId,
    status: patch.status ?? null,
    state: patch.state ?? null,
    tags: patch.tags ?? null,
    access: patch.access ?? null,
    actorType: actor.type,
    actorId: actor.id,
    actorName: actor.name,
    subjectId: showId('profile', profileId),
    requestId,
    fields: Object.keys(patch),
  });
  return row && profileJson(row);
}

function profileJson(row: ProfileRow): string {
  const identities = (row.identities ?? []).map((identity) => ({
    id: showId('identity', identity.id),
    channel_id: showId('channel', identity.channel_id),
    channel: identity.channel,
    external_id: identity.external_id,
    name: identity.name,
    created_at: new Date(identity.created_at).toISOString(),
  }));
  return jsonText({
    id: showId('profile', row.id),
    ...writeFields(row),
    identities,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
  });
}
