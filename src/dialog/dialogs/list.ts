import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import { authorOf, directionOf, type SpokenKind } from './history.ts';

/** Dialogs on one page. */
export const dialogPage = 100;

/** Which dialogs are wanted: one, those that are or are not held, or all. */
export interface Wanted {
  identityId?: string;
  held?: boolean | undefined;
  offset?: number;
}

interface Row {
  identity_id: string;
  profile_id: string;
  external_id: string;
  name: string | null;
  channel_id: string;
  channel_type: string;
  channel_name: string;
  environment: Environment;
  version: number | null;
  step: string | null;
  waiting: { kind: string; until: string | null } | null;
  held_at: Date | null;
  held_by: string | null;
  held_until: Date | null;
  updated_at: Date;
  last_kind: SpokenKind | null;
  last_text: string;
  last_author: string | null;
  last_at: Date;
}

/**
 * Dialogs as an operator sees them, the one that moved last first. There is one with every customer who said something,
 * for whom an event came, or to whom an operator wrote.
 * @returns one more than a page where there are more.
 */
export async function listDialogs(
  database: Queryable,
  projectId: string,
  { identityId, held, offset = 0 }: Wanted,
) {
  const conditions = ['d.project_id = $1'];
  // Spelt out rather than compared with a parameter, so that the index of the held ones serves.
  if (held !== undefined) conditions.push(`d.held_at IS ${held ? 'NOT NULL' : 'NULL'}`);
  if (identityId !== undefined) conditions.push('d.identity_id = $3');
  const { rows } = await database.query<Row>(
    `SELECT d.identity_id, i.profile_id, i.external_id, i.name, c.id AS channel_id, c.type AS channel_type,
       c.name AS channel_name, c.environment, d.version, d.position->>'step' AS step, d.position->'waiting' AS waiting,
       d.held_at, d.held_by, d.held_until, d.updated_at,
       last.kind AS last_kind, last.payload->>'text' AS last_text, last.payload->>'author' AS last_author,
       last.created_at AS last_at
     FROM dialog.dialogs AS d
     JOIN dialog.identities AS i ON i.project_id = d.project_id AND i.id = d.identity_id
     JOIN dialog.channels AS c ON c.project_id = i.project_id AND c.id = i.channel_id
     LEFT JOIN LATERAL (
       SELECT kind, payload, created_at FROM dialog.tasks AS t
       WHERE t.project_id = d.project_id AND t.identity_id = d.identity_id
         AND t.kind IN ('message', 'received', 'event')
       ORDER BY t.seq DESC LIMIT 1
     ) AS last ON true
     WHERE ${conditions.join(' AND ')}
     ORDER BY d.updated_at DESC, d.identity_id DESC OFFSET $2 LIMIT ${dialogPage + 1}`,
    [projectId, offset, ...(identityId === undefined ? [] : [identityId])],
  );
  return rows.map(present);
}

function present(row: Row) {
  const { waiting } = row;
  return {
    identity_id: showId('identity', row.identity_id),
    profile_id: showId('profile', row.profile_id),
    external_id: row.external_id,
    name: row.name,
    channel: {
      id: showId('channel', row.channel_id),
      type: row.channel_type,
      name: row.channel_name,
      environment: row.environment,
    },
    version: row.version,
    waiting: waiting && { step: row.step, for: waiting.kind, until: waiting.until },
    held: row.held_at && {
      at: row.held_at.toISOString(),
      by: row.held_by,
      until: row.held_until?.toISOString() ?? null,
    },
    last_message: row.last_kind && {
      direction: directionOf[row.last_kind],
      author: authorOf(row.last_kind, row.last_author),
      text: row.last_text,
      created_at: row.last_at.toISOString(),
    },
    updated_at: row.updated_at.toISOString(),
  };
}
