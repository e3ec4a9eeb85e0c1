import { desc, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, name, names, value } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf } from '../../platform/sql-types.ts';
import { search, statement } from '../../platform/statement.ts';
import { cursorPage } from '../http/cursors.ts';
import { identities, owners } from '../schema.ts';
import { conversationNotes, conversationReads, conversations } from './schema.ts';

/**
 * What the people of a project write to each other about a conversation; customers never see it. A note belongs to an account of the
 * customer, so that it moves with the account when profiles are linked, as messages do.
 */

const n = alias(conversationNotes, 'n');
const i = alias(identities, 'i');
const o = alias(owners, 'o');
const k = alias(conversations, 'k');
const r = conversationReads;

const insert = statement({
  name: 'note-write',
  prepared: false,
  params: {
    projectId: n.projectId,
    profileId: k.profileId,
    id: n.id,
    identityId: n.identityId,
    personId: n.personId,
    text: n.text,
    mentions: listOf(n.personId),
  },
  query: (p) => sql`
    WITH unread AS (
      INSERT INTO ${r} (${names(r.projectId, r.profileId, r.personId, r.unreadPlace)})
      SELECT ${k.projectId}, ${k.profileId}, mentioned.id, ${k.place}
      FROM ${conversations} AS ${k} CROSS JOIN unnest(${p.mentions}) AS mentioned(id)
      WHERE ${k.projectId} = ${p.projectId} AND ${k.profileId} = ${p.profileId} AND mentioned.id <> ${p.personId}
      ON CONFLICT (${names(r.projectId, r.profileId, r.personId)}) DO UPDATE SET ${name(r.unreadPlace)} = excluded.unread_place
    )
    INSERT INTO ${conversationNotes} (${names(n.projectId, n.id, n.identityId, n.personId, n.text, n.mentions)})
    VALUES (${p.projectId}, ${p.id}, ${p.identityId}, ${p.personId}, ${p.text}, ${p.mentions})`,
});

/** Writes a note. Whoever it mentions finds the conversation unread. @returns its id */
export async function writeNote(
  tx: Queryable,
  given: {
    projectId: string;
    profileId: string;
    identityId: string;
    personId: string;
    text: string;
    mentions: string[];
  },
): Promise<string> {
  const id = newId();
  await insert.run(tx, { ...given, id });
  return id;
}

const columns = {
  id: n.id,
  text: n.text,
  personId: n.personId,
  email: o.email,
  mentions: as(
    jsonOf<{ id: string; email: string }[]>(),
    sql`coalesce((
      SELECT json_agg(json_build_object('id', m.id, 'email', m.email) ORDER BY m.email)
      FROM ${owners} AS m WHERE m.id = ANY (${n.mentions})), '[]')`,
  ),
  createdAt: n.createdAt,
};

const find = (database: Queryable, condition: SQL) =>
  search(
    database,
    columns,
    (list) => sql`
      SELECT ${list} FROM ${conversationNotes} AS ${n} JOIN ${owners} AS ${o} ON ${o.id} = ${n.personId}
      WHERE ${condition} ORDER BY ${desc(n.id)} LIMIT ${cursorPage + 1}`,
  );

export type NoteRow = Awaited<ReturnType<typeof find>>[number];

/** The notes about a customer, newest first. @param before the id of the last one of the page before */
export function findNotes(
  database: Queryable,
  projectId: string,
  profileId: string,
  before: string | undefined,
): Promise<NoteRow[]> {
  const older = before === undefined ? sql`` : sql`AND ${n.id} < ${value(n.id, before)}`;
  return find(
    database,
    sql`${n.projectId} = ${projectId} AND ${n.identityId} = ANY (ARRAY(
      SELECT ${i.id} FROM ${identities} AS ${i} WHERE ${i.projectId} = ${projectId} AND ${i.profileId} = ${profileId})) ${older}`,
  );
}

const known = statement({
  name: 'conversation-known',
  prepared: false,
  params: { projectId: k.projectId, profileId: k.profileId },
  columns: { profileId: k.profileId },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${conversations} AS ${k}
    WHERE ${k.projectId} = ${p.projectId} AND ${k.profileId} = ${p.profileId}`,
});

/** Whether there is a conversation with a customer. */
export const isConversation = async (
  database: Queryable,
  projectId: string,
  profileId: string,
): Promise<boolean> => (await known.first(database, { projectId, profileId })) !== undefined;

/** One note about a customer. */
export async function findNote(
  database: Queryable,
  given: { projectId: string; profileId: string; id: string },
): Promise<NoteRow | undefined> {
  const [row] = await find(
    database,
    sql`${n.projectId} = ${given.projectId} AND ${n.id} = ${given.id} AND EXISTS (
      SELECT FROM ${identities} AS ${i} WHERE ${i.projectId} = ${n.projectId} AND ${i.id} = ${n.identityId}
        AND ${i.profileId} = ${given.profileId})`,
  );
  return row;
}

const remove = statement({
  name: 'note-remove',
  prepared: false,
  params: { projectId: n.projectId, id: n.id },
  query: (p) => sql`
    DELETE FROM ${conversationNotes} AS ${n} WHERE ${n.projectId} = ${p.projectId} AND ${n.id} = ${p.id}`,
});

/** Removes a note. */
export const removeNote = (tx: Queryable, projectId: string, id: string): Promise<number> =>
  remove.run(tx, { projectId, id });
