import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, excluded, name, names } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { conversationReaders, conversationReads, conversations } from './schema.ts';

/** What each person has not read yet. */

const k = alias(conversations, 'k');
const r = conversationReads;
const w = conversationReaders;
const before = alias(conversationReads, 'before');

/** Somebody who looks for the first time finds this many of the newest conversations unread. */
const firstUnread = 1000;
/** Most conversations that one look notes. The next look goes on. */
const notedAtOnce = 5000;

const begin = statement({
  name: 'conversations-first-look',
  prepared: false,
  params: { projectId: w.projectId, personId: w.personId },
  query: ({ projectId, personId }) => sql`
    INSERT INTO ${w} (${names(w.projectId, w.personId, w.place)})
    SELECT ${projectId}, ${personId}, coalesce((
      SELECT ${k.place} FROM ${conversations} AS ${k} WHERE ${k.projectId} = ${projectId}
      ORDER BY ${k.place} DESC OFFSET ${firstUnread} LIMIT 1), -9223372036854775808)
    ON CONFLICT DO NOTHING`,
});

/**
 * Notes what has become unread since the last look: what came for people, not what the scenario saw to by itself. So that the list of unread
 * conversations has an index of its own for each person and a message of a customer writes nothing for each of them. Places only grow, since the log gives them in order.
 */
const catchUp = statement({
  name: 'conversations-catch-up',
  prepared: false,
  params: { projectId: w.projectId, personId: w.personId },
  columns: { known: as(types.boolean, sql`EXISTS (SELECT FROM me)`) },
  query: ({ projectId, personId }, columns) => sql`
    WITH me AS (
      SELECT ${w.place} FROM ${w} WHERE ${w.projectId} = ${projectId} AND ${w.personId} = ${personId}
    ), fresh AS (
      SELECT ${k.profileId}, ${k.place}, ${k.personPlace}, ${k.isOpen} FROM ${conversations} AS ${k}
      WHERE ${k.projectId} = ${projectId} AND ${k.place} > (SELECT place FROM me)
      ORDER BY ${k.place} LIMIT ${notedAtOnce}
    ), noted AS (
      INSERT INTO ${r} (${names(r.projectId, r.profileId, r.personId, r.unreadPlace)})
      SELECT ${projectId}, fresh.profile_id, ${personId}, fresh.place FROM fresh
      LEFT JOIN ${conversationReads} AS ${before} ON ${before.projectId} = ${projectId} AND ${before.profileId} = fresh.profile_id
        AND ${before.personId} = ${personId}
      WHERE fresh.is_open AND (${before.unreadPlace} IS NOT NULL
        OR coalesce(fresh.person_place > coalesce(${before.readPlace}, 0), true))
      ORDER BY fresh.profile_id
      ON CONFLICT (${names(r.projectId, r.profileId, r.personId)}) DO UPDATE
        SET ${name(r.unreadPlace)} = ${excluded(r.unreadPlace)}
      WHERE ${r.readPlace} IS NULL OR ${r.readPlace} < ${excluded(r.unreadPlace)}
    ), moved AS (
      UPDATE ${w} SET ${name(w.place)} = greatest(${w.place}, (SELECT max(place) FROM fresh))
      WHERE ${w.projectId} = ${projectId} AND ${w.personId} = ${personId} AND EXISTS (SELECT FROM fresh)
    )
    SELECT ${columns}`,
});

/** A person in a project. */
export interface Reader {
  projectId: string;
  personId: string;
}

/** Brings what a person has not read up to date, before it is listed or counted. */
export async function noteUnread(database: Queryable, reader: Reader): Promise<void> {
  const { known } = await catchUp.one(database, reader);
  if (known) return;
  await begin.run(database, reader);
  await catchUp.one(database, reader);
}

const mark = statement({
  name: 'conversation-mark',
  prepared: false,
  params: { projectId: r.projectId, personId: r.personId, profileId: r.profileId, isRead: types.boolean },
  query: ({ projectId, personId, profileId, isRead }) => sql`
    INSERT INTO ${r} (${names(r.projectId, r.profileId, r.personId, r.readPlace, r.unreadPlace)})
    SELECT ${k.projectId}, ${k.profileId}, ${personId}, CASE WHEN ${isRead} THEN ${k.place} END,
      CASE WHEN NOT ${isRead} THEN ${k.place} END
    FROM ${conversations} AS ${k} WHERE ${k.projectId} = ${projectId} AND ${k.profileId} = ${profileId}
    ON CONFLICT (${names(r.projectId, r.profileId, r.personId)}) DO UPDATE SET
      ${name(r.readPlace)} = ${excluded(r.readPlace)}, ${name(r.unreadPlace)} = ${excluded(r.unreadPlace)}`,
});

/**
 * Notes that a person has read a conversation up to what the customer said last, or wants to find it unread.
 * @returns false if there is no such conversation
 */
export async function markConversation(
  database: Queryable,
  given: Reader & { profileId: string; isRead: boolean },
): Promise<boolean> {
  return (await mark.run(database, given)) > 0;
}
