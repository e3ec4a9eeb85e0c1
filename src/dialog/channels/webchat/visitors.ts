import { newId, showId } from '../../../platform/ids.ts';
import type { Database, Queryable } from '../../../platform/postgres.ts';
import { newSecret, sha256 } from '../../../platform/secrets.ts';
import type { VisitorPlace } from './transcript.ts';

/** A web chat channel, as far as its visitors are concerned. */
export interface ChatChannel {
  projectId: string;
  id: string;
  name: string;
  title: string | undefined;
  /** In their normal form. */
  allowedDomains: string[];
}

/** A browser that has opened a chat. */
export interface Visitor extends VisitorPlace {
  id: string;
  name: string | null;
}

/** A token that was not shown for so long opens nothing any more. */
const tokenDays = 30;

interface DoorRow {
  project_id: string;
  name: string;
  settings: { allowed_domains?: string[]; title?: string };
  visitor_id: string | null;
  visitor_name: string | null;
}

/**
 * The web chat behind a public address, which names no project, and the visitor whose token this is.
 * @returns undefined when there is no such channel, or its project was deleted.
 */
export async function findDoor(
  database: Queryable,
  channelId: string,
  token: string | undefined,
): Promise<{ channel: ChatChannel; visitor: Visitor | undefined } | undefined> {
  const { rows } = await database.query<DoorRow>(
    `SELECT c.project_id, c.name, c.settings, v.id AS visitor_id, v.name AS visitor_name
     FROM dialog.channels AS c
     JOIN dialog.projects AS p ON p.id = c.project_id AND p.deleted_at IS NULL
     LEFT JOIN dialog.webchat_visitors AS v ON v.project_id = c.project_id AND v.channel_id = c.id
       AND v.token_hash = $2 AND v.expires_at > now()
     WHERE c.id = $1 AND c.type = 'webchat' AND c.deleted_at IS NULL`,
    [channelId, token === undefined ? null : sha256(token)],
  );
  const row = rows[0];
  if (!row) return undefined;
  const { project_id: projectId, name, settings } = row;
  const channel: ChatChannel = {
    projectId,
    id: channelId,
    name,
    title: settings.title,
    allowedDomains: settings.allowed_domains ?? [],
  };
  const visitor = row.visitor_id === null ? undefined : visitorOf(channel, row.visitor_id, row.visitor_name);
  return { channel, visitor };
}

/** Takes up the visit that a token belongs to, for another 30 days; undefined when it belongs to none here. */
export async function resumeVisit(
  database: Queryable,
  channel: ChatChannel,
  token: string,
  name: string | null,
): Promise<Visitor | undefined> {
  const { rows } = await database.query<{ id: string; name: string | null }>(
    `UPDATE dialog.webchat_visitors
     SET expires_at = now() + make_interval(days => ${tokenDays}), name = coalesce($4, name)
     WHERE project_id = $1 AND channel_id = $2 AND token_hash = $3 AND expires_at > now() RETURNING id, name`,
    [channel.projectId, channel.id, sha256(token), name],
  );
  return rows[0] && visitorOf(channel, rows[0].id, rows[0].name);
}

/** A new visitor, with the token that is theirs alone. Only its hash is kept. */
export async function beginVisit(
  database: Database,
  channel: ChatChannel,
  name: string | null,
): Promise<{ visitor: Visitor; token: string }> {
  const id = newId();
  const token = newSecret('vt_');
  await database.query(
    `INSERT INTO dialog.webchat_visitors (project_id, channel_id, id, token_hash, name, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(days => ${tokenDays}))`,
    [channel.projectId, channel.id, id, sha256(token), name],
  );
  return { visitor: visitorOf(channel, id, name), token };
}

function visitorOf({ projectId, id: channelId }: ChatChannel, id: string, name: string | null): Visitor {
  return { projectId, channelId, id, externalId: showId('visitor', id), name };
}
