import { Batcher } from '../../platform/batcher.ts';
import { readId, showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import type { ProjectKey } from '../gate/key-ring.ts';

interface IdentityRow {
  id: string;
  channel_id: string;
  channel: string;
  external_id: string;
  name: string | null;
  created_at: string;
}

interface ProfileRow {
  id: string;
  status: string;
  state: string;
  tags: string[];
  access: string;
  paid_access: string;
  identities: IdentityRow[] | null;
  created_at: Date;
  updated_at: Date;
}

/** Free-form JSON is read as text and handed on as it is: no digit of it passes through a double. */
const columns = `
  p.id, p.status, p.state::text AS state, p.tags, p.access::text AS access, p.paid_access::text AS paid_access,
  p.created_at, p.updated_at,
  (SELECT json_agg(json_build_object(
     'id', i.id, 'channel_id', i.channel_id, 'channel', c.type, 'external_id', i.external_id, 'name', i.name,
     'created_at', i.created_at) ORDER BY i.id)
   FROM dialog.identities AS i
   JOIN dialog.channels AS c
     ON c.project_id = i.project_id AND c.id = i.channel_id AND c.deleted_at IS NULL
   WHERE i.project_id = p.project_id AND i.profile_id = p.id) AS identities`;

export const profilesPage = 100;

/** Reads that arrive together; two such statements at a time keep both sides busy. */
const readsAtOnce = { maxItems: 200, maxParallel: 2 };

/**
 * Reads profiles by their ids. Reads that arrive while others are on their way leave together as one statement: to
 * hand a statement to the database costs more than to find a row by its key.
 */
export class ProfileReader {
  readonly #batcher: Batcher<{ projectId: string; profileId: string }, string | undefined>;

  constructor(database: Database) {
    this.#batcher = new Batcher((wanted) => readProfiles(database, wanted), readsAtOnce);
  }

  /** A profile as JSON text; undefined when the project has no such profile. */
  read(projectId: string, profileId: string): Promise<string | undefined> {
    return this.#batcher.submit({ projectId, profileId });
  }
}

/** Profiles as JSON texts, in the order asked for; undefined where the project has no such profile. */
export async function readProfiles(
  database: Queryable,
  wanted: { projectId: string; profileId: string }[],
): Promise<(string | undefined)[]> {
  const { rows } = await database.query<ProfileRow & { n: number }>({
    name: 'profiles-by-id',
    text: `SELECT w.n::int AS n, ${columns}
           FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS w(project_id, id, n)
           JOIN dialog.profiles AS p ON p.project_id = w.project_id AND p.id = w.id`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.profileId)],
  });
  const found: (string | undefined)[] = wanted.map(() => undefined);
  for (const row of rows) found[row.n - 1] = profileJson(row);
  return found;
}

export interface ProfileFilter {
  /** As shown; empty for any. */
  channelId: string;
  externalId: string;
  offset: number;
}

/** A page of profiles, oldest first, as JSON texts, and whether there are more. */
export async function listProfiles(
  database: Database,
  projectId: string,
  { channelId, externalId, offset }: ProfileFilter,
): Promise<{ items: string[]; more: boolean }> {
  const channel = channelId === '' ? null : readId('channel', channelId);
  if (channel === undefined) return { items: [], more: false };
  const filtered = channel !== null || externalId !== '';
  const { rows } = await database.query<ProfileRow>({
    name: `profiles-${channel !== null}-${externalId !== ''}`,
    text: `SELECT ${columns} FROM dialog.profiles AS p
           WHERE p.project_id = $1 ${
             filtered
               ? `AND p.id IN (
                    SELECT f.profile_id FROM dialog.identities AS f
                    JOIN dialog.channels AS fc
                      ON fc.project_id = f.project_id AND fc.id = f.channel_id AND fc.deleted_at IS NULL
                    WHERE f.project_id = $1
                      AND ${channel !== null ? 'f.channel_id = $3' : '$3::uuid IS NULL'}
                      AND ${externalId !== '' ? 'f.external_id = $4' : "$4::text = ''"})`
               : "AND $3::uuid IS NULL AND $4::text = ''"
           }
           ORDER BY p.id OFFSET $2 LIMIT ${profilesPage + 1}`,
    values: [projectId, offset, channel, externalId],
  });
  return { items: rows.slice(0, profilesPage).map(profileJson), more: rows.length > profilesPage };
}

/** Fields to replace as a whole; those left out stay. `state` and `access` are JSON texts. */
export interface ProfilePatch {
  status?: string;
  state?: string;
  tags?: string[];
  access?: string;
}

/**
 * Replaces fields of a profile, with its audit entry, and answers with the whole profile as JSON text.
 * @returns undefined when there is no such profile, or the key was revoked meanwhile.
 */
export async function patchProfile(
  database: Database,
  key: ProjectKey,
  profileId: string,
  patch: ProfilePatch,
  requestId: string,
): Promise<string | undefined> {
  const { rows } = await database.query<ProfileRow>({
    name: 'profile-patch',
    text: `WITH p AS (
             UPDATE dialog.profiles SET
               status = coalesce($4, status),
               state = coalesce($5::json, state),
               tags = coalesce($6::text[], tags),
               access = coalesce($7::json, access),
               updated_at = clock_timestamp()
             WHERE project_id = $1 AND id = $2 AND EXISTS (
               SELECT 1 FROM dialog.project_keys WHERE project_id = $1 AND id = $3 AND revoked_at IS NULL)
             RETURNING *
           ), entry AS (
             INSERT INTO dialog.audit_inbox
               (project_id, actor_type, actor_id, actor_name, action, subject_type, subject_id, request_id, data)
             SELECT project_id, 'key', $8, $9, 'profile.updated', 'profile', $10, $11, $12::json FROM p
           )
           SELECT ${columns} FROM p`,
    values: [
      key.projectId,
      profileId,
      key.id,
      patch.status ?? null,
      patch.state ?? null,
      patch.tags ?? null,
      patch.access ?? null,
      key.publicId,
      key.name,
      showId('profile', profileId),
      requestId,
      JSON.stringify({ fields: Object.keys(patch) }),
    ],
  });
  return rows[0] && profileJson(rows[0]);
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
  return (
    `{"id":"${showId('profile', row.id)}","status":${JSON.stringify(row.status)},"state":${row.state},` +
    `"tags":${JSON.stringify(row.tags)},"access":${row.access},"paid_access":${row.paid_access},` +
    `"identities":${JSON.stringify(identities)},"created_at":"${row.created_at.toISOString()}",` +
    `"updated_at":"${row.updated_at.toISOString()}"}`
  );
}
