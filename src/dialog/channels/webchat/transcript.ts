import { showId } from '../../../platform/ids.ts';
import type { Database, Queryable } from '../../../platform/postgres.ts';
import type { ResolvedContent } from '../../messages/content.ts';

/** The topic of the notices that a transcript has grown or a dialog changed hands. Payload: see `noticeOf`. */
export const webchatTopic = 'parley_webchat';

/** What is said to a visitor. */
export interface Said {
  id: string;
  author: 'scenario' | 'operator';
  content: ResolvedContent;
  createdAt: Date;
}

/** A message of a transcript, as its visitor sees it. */
export interface ShownMessage {
  /** Its place in the transcript, from 1. */
  n: number;
  message_id: string;
  direction: 'in' | 'out';
  author: 'customer' | 'scenario' | 'operator';
  text: string;
  /** A button is pressed by its place here; what else it holds stays on the server. */
  buttons: { text: string; url?: string }[];
  keyboard: string;
  columns: number;
  format: string;
  /** Empty for none. */
  image: string;
  created_at: string;
}

/** A row of a transcript, as the statements here read it. */
export interface TranscriptRow {
  n: number;
  message_id: string;
  direction: 'in' | 'out';
  author: 'customer' | Said['author'];
  content: { text: string } & Partial<ResolvedContent>;
  created_at: Date;
}

/** A visitor, by what they are known by before and after they became an identity. */
export interface VisitorPlace {
  projectId: string;
  channelId: string;
  externalId: string;
}

/** What a notice says of a visitor; the trigger of held dialogs writes the same. */
export const noticeOf = ({ channelId, externalId }: Omit<VisitorPlace, 'projectId'>): string =>
  `${channelId} ${externalId}`;

/** Far more than a visitor can say before their words are written down. */
const latestTasks = 50;

/**
 * Writes down what is new in a dialog, and tells every process: first what the visitor said, then what is said to them.
 * What the visitor said is taken from the accepted messages, so an answer never stands before its question, whichever
 * of the two processes comes first. Doing it again changes nothing.
 *
 * The lock on the transcript makes numbers without gaps that are committed in their order. They are kept apart from the
 * messages: none is given again when old messages have been removed.
 */
export async function record(
  database: Database,
  { projectId, identityId }: { projectId: string; identityId: string },
  said?: Said,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query({
      name: 'webchat-lock',
      text: `INSERT INTO dialog.webchat_transcripts AS t (project_id, identity_id) VALUES ($1, $2)
             ON CONFLICT (project_id, identity_id) DO UPDATE SET last = t.last`,
      values: [projectId, identityId],
    });
    // A second statement: its snapshot holds what was committed while the first one waited.
    await tx.query({
      name: 'webchat-record',
      text: `WITH latest AS (
               SELECT id, kind, seq, payload, created_at FROM dialog.tasks
               WHERE project_id = $1 AND identity_id = $2 ORDER BY seq DESC LIMIT ${latestTasks}
             ), fresh AS (
               SELECT id, 'in' AS direction, 'customer' AS author, json_build_object('text', payload->'text') AS content,
                 created_at, seq
               FROM latest WHERE kind = 'received'
               UNION ALL
               SELECT $3::uuid, 'out', $4, $5::json, $6::timestamptz, NULL WHERE $3 IS NOT NULL
             ), added AS (
               INSERT INTO dialog.webchat_messages
                 (project_id, identity_id, n, message_id, direction, author, content, created_at)
               SELECT $1, $2, t.last + row_number() OVER (ORDER BY f.seq NULLS LAST), f.id, f.direction, f.author,
                 f.content, f.created_at
               FROM fresh AS f
               JOIN dialog.webchat_transcripts AS t ON t.project_id = $1 AND t.identity_id = $2
               WHERE NOT EXISTS (
                 SELECT 1 FROM dialog.webchat_messages AS m WHERE m.project_id = $1 AND m.message_id = f.id)
               RETURNING n
             ), counted AS (
               UPDATE dialog.webchat_transcripts SET last = (SELECT max(n) FROM added)
               WHERE project_id = $1 AND identity_id = $2 AND EXISTS (SELECT 1 FROM added)
             )
             SELECT pg_notify('${webchatTopic}', channel_id || ' ' || external_id) FROM dialog.identities
             WHERE project_id = $1 AND id = $2 AND EXISTS (SELECT 1 FROM added)`,
      values: [
        projectId,
        identityId,
        said?.id ?? null,
        said?.author ?? null,
        said ? JSON.stringify(said.content) : null,
        said?.createdAt ?? null,
      ],
    });
  });
}

const columns = 'm.n, m.message_id, m.direction, m.author, m.content, m.created_at';

/** The messages after the n-th, oldest first, `limit` at the most. */
export async function readAfter(
  database: Queryable,
  { projectId, channelId, externalId }: VisitorPlace,
  after: number,
  limit: number,
): Promise<ShownMessage[]> {
  const { rows } = await database.query<TranscriptRow>(
    `SELECT ${columns} FROM dialog.identities AS i
     JOIN dialog.webchat_messages AS m ON m.project_id = i.project_id AND m.identity_id = i.id
     WHERE i.project_id = $1 AND i.channel_id = $2 AND i.external_id = $3 AND m.n > $4 ORDER BY m.n LIMIT $5`,
    [projectId, channelId, externalId, after, limit],
  );
  return rows.map(show);
}

/** The last messages of a visitor, oldest first, and whether an operator has the dialog. */
export async function readHistory(
  database: Queryable,
  { projectId, channelId, externalId }: VisitorPlace,
  limit: number,
): Promise<{ held: boolean; history: ShownMessage[] }> {
  const { rows } = await database.query<TranscriptRow & { held: boolean; n: number | null }>(
    `SELECT d.held_at IS NOT NULL AS held, m.* FROM dialog.identities AS i
     LEFT JOIN dialog.dialogs AS d ON d.project_id = i.project_id AND d.identity_id = i.id
     LEFT JOIN LATERAL (
       SELECT ${columns} FROM dialog.webchat_messages AS m
       WHERE m.project_id = i.project_id AND m.identity_id = i.id ORDER BY m.n DESC LIMIT $4) AS m ON true
     WHERE i.project_id = $1 AND i.channel_id = $2 AND i.external_id = $3 ORDER BY m.n`,
    [projectId, channelId, externalId, limit],
  );
  const history = rows.filter((row) => row.n !== null).map(show);
  return { held: rows[0]?.held ?? false, history };
}

/** A button as it was shown in a message to this visitor; undefined when there is no such button. */
export async function findButton(
  database: Queryable,
  { projectId, channelId, externalId }: VisitorPlace,
  messageId: string | undefined,
  index: number,
): Promise<ResolvedContent['buttons'][number] | undefined> {
  const { rows } = await database.query<{ content: Partial<ResolvedContent> }>(
    `SELECT m.content FROM dialog.identities AS i
     JOIN dialog.webchat_messages AS m ON m.project_id = i.project_id AND m.identity_id = i.id
     WHERE i.project_id = $1 AND i.channel_id = $2 AND i.external_id = $3 AND m.message_id = $4`,
    [projectId, channelId, externalId, messageId ?? null],
  );
  return rows[0]?.content.buttons?.[index];
}

/** One row as its visitor may see it. */
export function show({ n, message_id, direction, author, content, created_at }: TranscriptRow): ShownMessage {
  return {
    n,
    message_id: showId('message', message_id),
    direction,
    author,
    text: content.text,
    buttons: (content.buttons ?? []).map(({ text, url }) => (url === undefined ? { text } : { text, url })),
    keyboard: content.keyboard ?? 'reply',
    columns: content.columns ?? 1,
    format: content.format ?? 'plain',
    image: content.image ?? '',
    created_at: created_at.toISOString(),
  };
}
