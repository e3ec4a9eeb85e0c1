import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../../platform/ids.ts';
import type { Database, Queryable } from '../../../platform/postgres.ts';
import { as, name, names, outer } from '../../../platform/sql-expressions.ts';
import { orNull, types } from '../../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../../platform/statement.ts';
import type { AttachmentType } from '../../content/attachments.ts';
import type { Asks } from '../../content/content.ts';
import { formattedFor, type ShownPart } from '../../content/formatted/shown.ts';
import { shownRevision } from '../../content/payload.ts';
import { dialogs, scenarioVersions } from '../../dialogs/schema.ts';
import { identities, tasks } from '../../schema.ts';
import { portraitOf } from './appearance.ts';
import { type Lead, type LeadChange, leadColumns, readLead, showPerson } from './lead.ts';
import { heardAsSaid, type Said, type SaidAttachment, type SaidFile } from './said.ts';
import { webchatMessages, webchatTranscripts } from './schema.ts';

/** The topic of notices that a transcript has grown or that an operator took or released a dialog. Payload: `noticeOf`. */
export const webchatTopic = 'parley_webchat';

/** A message as its visitor sees it. */
export interface ShownMessage {
  /** Its number in the transcript, from 1. */
  n: number;
  message_id: string;
  direction: 'in' | 'out';
  author: 'customer' | 'scenario' | 'operator';
  /** The person who said it; absent if they have set no name. */
  name?: string;
  /** Their picture, below the address of the server; absent if they have set none. */
  picture?: string;
  /** As it was sent, with its marks. */
  text: string;
  /** The text with its formatting and links; absent if it has none. */
  formatted?: ShownPart[];
  /** A press names a button by its index here; the rest of the button stays on the server. */
  buttons: { text: string; url?: string }[];
  /** When the person who said it edited it, or deleted it; absent if they did not. */
  edited_at?: string;
  deleted_at?: string;
  /** Whether its inline buttons have done their work; absent if not. */
  spent?: true;
  /** The index of the button among them that was the answer; absent if none was. */
  chosen?: number;
  keyboard: string;
  columns: number;
  format: string;
  /** What a question asks for, if the visitor can be helped to enter it. */
  asks?: Asks;
  /** Its place among cards that stand side by side. */
  card?: { n: number; of: number };
  /** Empty if there is none. */
  image: string;
  /** Absent if there are none. */
  attachments?: ShownAttachment[];
  created_at: string;
}

/** An attachment with an address for the visitor's browser. */
export interface ShownAttachment extends Partial<SaidFile> {
  type: AttachmentType;
  name: string | null;
  url: string;
  /** When the address of a file expires; a later reading gives a new one. */
  url_expires_at?: string;
}

/** Makes the address of a file for a visitor. @param fileId `file_…` */
export type SignFile = (fileId: string) => { url: string; expiresAt: Date };

/** Identifies a visitor before and after they became an identity. */
export interface VisitorPlace {
  projectId: string;
  channelId: string;
  externalId: string;
}

/** The payload of a notice about a visitor. The database trigger for held dialogs writes the same. */
export const noticeOf = ({ channelId, externalId }: Omit<VisitorPlace, 'projectId'>): string =>
  `${channelId} ${externalId}`;

/** Far more than a visitor can say before it is written to the transcript. */
const latestTasks = 50;

const w = webchatMessages;
const t = alias(webchatTranscripts, 't');
const m = alias(webchatMessages, 'm');
const i = alias(identities, 'i');
const d = alias(dialogs, 'd');
const v = alias(scenarioVersions, 'v');

const lockTranscript = statement({
  name: 'webchat-lock',
  params: { projectId: t.projectId, identityId: t.identityId },
  query: ({ projectId, identityId }) => sql`
    INSERT INTO ${webchatTranscripts} AS ${t} (${names(t.projectId, t.identityId)})
    VALUES (${projectId}, ${identityId})
    ON CONFLICT (${names(t.projectId, t.identityId)}) DO UPDATE SET ${name(t.last)} = ${t.last}`,
});

const recordNews = statement({
  name: 'webchat-record',
  params: {
    projectId: w.projectId,
    identityId: w.identityId,
    id: orNull(w.messageId),
    author: orNull(w.author),
    content: orNull(w.content),
    createdAt: orNull(w.createdAt),
  },
  query: ({ projectId, identityId, id, author, content, createdAt }) => sql`
    WITH latest AS (
      SELECT ${names(tasks.id, tasks.kind, tasks.seq, tasks.payload, tasks.createdAt)} FROM ${tasks}
      WHERE ${tasks.projectId} = ${projectId} AND ${tasks.identityId} = ${identityId}
      ORDER BY ${tasks.seq} DESC LIMIT ${latestTasks}
    ), fresh AS (
      SELECT id, 'in' AS direction, 'customer' AS author,
        CASE WHEN payload->'attachments' IS NULL THEN json_build_object('text', payload->'text')
          ELSE json_build_object('text', payload->'text', 'heard', payload->'attachments') END AS content,
        created_at, seq
      FROM latest WHERE kind = 'received'
      UNION ALL
      SELECT ${id}, 'out', ${author}, ${content}, ${createdAt}, NULL WHERE ${id} IS NOT NULL
    ), added AS (
      INSERT INTO ${w} (${names(w.projectId, w.identityId, w.n, w.messageId, w.direction, w.author, w.content, w.createdAt)})
      SELECT ${projectId}, ${identityId}, ${t.last} + row_number() OVER (ORDER BY f.seq NULLS LAST), f.id,
        f.direction, f.author, f.content, f.created_at
      FROM fresh AS f
      JOIN ${webchatTranscripts} AS ${t} ON ${t.projectId} = ${projectId} AND ${t.identityId} = ${identityId}
      WHERE NOT EXISTS (
        SELECT 1 FROM ${webchatMessages} AS ${m} WHERE ${m.projectId} = ${projectId} AND ${m.messageId} = f.id)
      RETURNING ${name(w.n)}
    ), counted AS (
      UPDATE ${webchatTranscripts} AS ${t} SET ${name(t.last)} = (SELECT max(n) FROM added),
        ${name(t.seen)} = CASE WHEN ${author} = 'operator' OR (
          EXISTS (SELECT 1 FROM ${scenarioVersions} AS ${v} WHERE ${v.projectId} = ${projectId})
          AND NOT EXISTS (
            SELECT 1 FROM ${dialogs} AS ${d} WHERE ${d.projectId} = ${projectId} AND ${d.identityId} = ${identityId}
              AND ${d.heldAt} < coalesce(
                (SELECT max(f.created_at) FROM fresh AS f WHERE f.direction = 'in'), 'infinity')))
          THEN (SELECT max(n) FROM added) ELSE ${t.seen} END
      WHERE ${t.projectId} = ${projectId} AND ${t.identityId} = ${identityId} AND EXISTS (SELECT 1 FROM added)
    )
    SELECT pg_notify(${webchatTopic}, ${i.channelId} || ' ' || ${i.externalId}) FROM ${identities} AS ${i}
    WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId} AND EXISTS (SELECT 1 FROM added)`,
});

/*
 * `seen`: a scenario reads at once what it is to answer, and a person has read what they answer. With the message that leads to a person a
 * dialog may be held before this statement runs; it was said before that.
 */

/** The columns of a message that its visitor may see. */
export const shownColumns = {
  n: m.n,
  messageId: m.messageId,
  direction: m.direction,
  author: m.author,
  content: m.content,
  spent: m.spent,
  createdAt: m.createdAt,
};

/** The same after an outer join; `n` is null if there is no message. */
export const shownIfAny = { ...shownColumns, n: outer(m.n) };

const place = { projectId: i.projectId, channelId: i.channelId, externalId: i.externalId };
const isPlace = (p: { projectId: SQL; channelId: SQL; externalId: SQL }): SQL =>
  sql`${i.projectId} = ${p.projectId} AND ${i.channelId} = ${p.channelId} AND ${i.externalId} = ${p.externalId}`;
const ofIdentity = sql`${m.projectId} = ${i.projectId} AND ${m.identityId} = ${i.id}`;

const findAfter = statement({
  name: 'webchat-after',
  prepared: false,
  params: { ...place, after: m.n, limit: types.int },
  columns: shownColumns,
  query: ({ after, limit, ...p }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i} JOIN ${webchatMessages} AS ${m} ON ${ofIdentity}
    WHERE ${isPlace(p)} AND ${m.n} > ${after} ORDER BY ${m.n} LIMIT ${limit}`,
});

type TranscriptRow = ResultOf<typeof findAfter>;

const findLatest = statement({
  name: 'webchat-latest',
  prepared: false,
  params: { ...place, limit: types.int },
  columns: {
    identityId: i.id,
    ...leadColumns(d),
    seen: as(types.int, sql`coalesce(${t.seen}, 0)`),
    ...shownIfAny,
  },
  query: ({ limit, ...p }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    LEFT JOIN ${webchatTranscripts} AS ${t} ON ${t.projectId} = ${i.projectId} AND ${t.identityId} = ${i.id}
    LEFT JOIN ${dialogs} AS ${d} ON ${d.projectId} = ${i.projectId} AND ${d.identityId} = ${i.id}
    LEFT JOIN LATERAL (
      SELECT ${m}.* FROM ${webchatMessages} AS ${m} WHERE ${ofIdentity} ORDER BY ${m.n} DESC LIMIT ${limit}
    ) AS ${m} ON true
    WHERE ${isPlace(p)} ORDER BY ${m.n}`,
});

/**
 * Writes what is new in a dialog to the transcript, and notifies every process: first what the visitor said, then what is
 * said to them. The visitor's words come from the accepted messages, so an answer never comes before its question, whichever
 * process is first. Repeating it changes nothing.
 *
 * The lock on the transcript gives numbers without gaps, committed in order. The last number is stored apart from the
 * messages, so that no number is used again after old messages were deleted.
 */
export async function record(
  database: Database,
  { projectId, identityId }: { projectId: string; identityId: string },
  said?: Said,
): Promise<void> {
  await database.transaction(async (tx) => {
    await lockTranscript.run(tx, { projectId, identityId });
    // This must be a second statement: its snapshot includes what was committed while the first one waited.
    await recordNews.run(tx, {
      projectId,
      identityId,
      id: said?.id ?? null,
      author: said?.author ?? null,
      content: said?.content ?? null,
      createdAt: said?.createdAt ?? null,
    });
  });
}

/** At most `limit` messages after the n-th, oldest first. */
export async function readAfter(
  database: Queryable,
  { projectId, channelId, externalId }: VisitorPlace,
  { after, limit, sign }: { after: number; limit: number; sign: SignFile },
): Promise<ShownMessage[]> {
  const rows = await findAfter.all(database, { projectId, channelId, externalId, after, limit });
  return rows.map((row) => show(row, channelId, sign));
}

/** The last messages of a visitor, oldest first, who leads the dialog and has led it, and up to where what they said was read. */
export async function readHistory(
  database: Queryable,
  { projectId, channelId, externalId }: VisitorPlace,
  { limit, sign }: { limit: number; sign: SignFile },
): Promise<Lead & { lead: LeadChange[]; seen: number; history: ShownMessage[] }> {
  const rows = await findLatest.all(database, { projectId, channelId, externalId, limit });
  const history = rows.filter(isMessage).map((row) => show(row, channelId, sign));
  if (!rows[0]) return { held: false, person: null, lead: [], seen: 0, history };
  const { held, seen, identityId } = rows[0];
  const person = showPerson(rows[0].person, channelId);
  const lead = await readLead(database, { projectId, channelId, identityId }, history);
  return { held, person, lead, seen, history };
}

/** False for the row of an outer join without a message. */
export const isMessage = <Row extends { n: number | null }>(row: Row): row is Row & { n: number } =>
  row.n !== null;

/** A row as its visitor may see it, in this channel. */
export function show(
  { n, messageId, direction, author, content, spent, createdAt }: TranscriptRow,
  channelId: string,
  sign: SignFile,
): ShownMessage {
  // The content of customers has no format: what they wrote is never read as formatting.
  const attachments = content.heard ? heardAsSaid(content.heard) : content.attachments;
  const formatted = formattedFor(content.text, content.format ?? 'plain');
  return {
    n,
    message_id: showId('message', messageId),
    direction,
    author,
    ...(content.speaker !== undefined && { name: content.speaker }),
    ...portraitOf(channelId, content.picture),
    text: content.text,
    ...(formatted && { formatted }),
    buttons: (content.buttons ?? []).map(({ text, url }) => (url === undefined ? { text } : { text, url })),
    ...shownRevision(content),
    ...(spent && { spent }),
    ...(spent && content.chosen !== undefined && { chosen: content.chosen }),
    ...(content.asks && { asks: content.asks }),
    ...(content.card && { card: content.card }),
    keyboard: content.keyboard ?? 'reply',
    columns: content.columns ?? 1,
    format: content.format ?? 'plain',
    image: content.image ?? '',
    ...(attachments && { attachments: attachments.map((one) => address(one, sign)) }),
    created_at: createdAt.toISOString(),
  };
}

/** Gives an attachment an address that a browser can open. */
function address(one: SaidAttachment, sign: SignFile): ShownAttachment {
  if ('url' in one) return one;
  const { url, expiresAt } = sign(one.file_id);
  return { ...one, url, url_expires_at: expiresAt.toISOString() };
}
