import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { everyProject } from '../audit/every-project.ts';
import { auditLog } from '../audit/schema.ts';
import { noteActivity } from '../profiles/cards.ts';
import { tasks } from '../schema.ts';
import { isMessage, recordColumns, recordValues } from './from-task.ts';
import { conversationCursors, conversationMessages } from './schema.ts';

/** Most audit entries that one transaction reads. */
const entriesAtOnce = 2000;

const c = alias(conversationCursors, 'c');
const m = conversationMessages;
const t = alias(tasks, 't');

const makeCursors = statement({
  name: 'conversation-begin',
  prepared: false,
  params: { projects: listOf(c.projectId) },
  query: ({ projects: ids }) => sql`
    INSERT INTO ${conversationCursors} (${name(conversationCursors.projectId)}) SELECT unnest(${ids})
    ON CONFLICT DO NOTHING`,
});

const follower = everyProject({
  name: 'conversations',
  cursors: conversationCursors,
  c,
  begin: (database, projects) => makeCursors.run(database, { projects }),
});

const e = alias(auditLog, 'e');

/** The next entries of those projects that nobody else is recording. */
const takeTurns = statement({
  name: 'conversation-turns',
  params: { projects: listOf(c.projectId), each: types.int },
  columns: {
    projectId: as(c.projectId, sql`turn.project_id`),
    id: as(e.id, sql`entry.id`),
    action: as(e.action, sql`entry.action`),
    actorType: as(e.actorType, sql`entry.actor_type`),
    subjectType: as(e.subjectType, sql`entry.subject_type`),
    subjectId: as(e.subjectId, sql`entry.subject_id`),
    identityId: as(e.identityId, sql`entry.identity_id`),
    /** Of entries about profiles and people, and of ratings. */
    data: as(orNull(e.data), sql`entry.data`),
  },
  query: (given, columns) => sql`
    WITH turn AS MATERIALIZED (
      SELECT ${c.projectId}, ${c.last} FROM ${conversationCursors} AS ${c}
      WHERE ${c.projectId} = ANY (${given.projects}) FOR UPDATE SKIP LOCKED
    )
    SELECT ${columns} FROM turn CROSS JOIN LATERAL (
      SELECT ${e.id}, ${e.action}, ${e.actorType}, ${e.subjectType}, ${e.subjectId}, ${e.identityId},
        CASE WHEN ${e.subjectType} IN ('profile', 'person') OR ${e.action} = 'message.rated' THEN ${e.data} END AS data
      FROM ${auditLog} AS ${e}
      WHERE ${e.projectId} = turn.project_id AND ${e.id} > turn.last
      ORDER BY ${e.id} LIMIT ${given.each}
    ) AS entry
    ORDER BY turn.project_id, entry.id`,
});

const cursors = rowsOf('moved', { projectId: c.projectId, last: c.last });
const spoken = rowsOf('spoken', { projectId: t.projectId, id: t.id });

/**
 * Moves the cursors, and writes the messages; returns those that are new or have changed. A repeated message changes nothing, and one whose outcome is known by now gets
 * it. OFFSET 0 keeps each message looked up by its key: a join might read all tasks.
 */
const writeMessages = statement({
  name: 'conversation-write',
  params: { cursors, spoken },
  columns: {
    projectId: m.projectId,
    identityId: m.identityId,
    direction: m.direction,
    createdAt: m.createdAt,
  },
  query: (given, columns) => sql`
    WITH turned AS (
      UPDATE ${conversationCursors} AS ${c} SET ${name(c.last)} = ${cursors.at.last}
      FROM ${given.cursors} WHERE ${c.projectId} = ${cursors.at.projectId}
    )
    INSERT INTO ${m} (${recordColumns})
    SELECT said.* FROM ${given.spoken} CROSS JOIN LATERAL (
      SELECT ${recordValues(t)}
      FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${spoken.at.projectId} AND ${t.id} = ${spoken.at.id} AND ${isMessage(t)}
      OFFSET 0
    ) AS said
    ON CONFLICT (${names(m.projectId, m.id)}) DO UPDATE SET
      ${name(m.delivery)} = ${excluded(m.delivery)}, ${name(m.error)} = ${excluded(m.error)},
      ${name(m.finishedAt)} = ${excluded(m.finishedAt)}, ${name(m.payload)} = ${excluded(m.payload)}
    WHERE ${m.delivery} <> ${excluded(m.delivery)} OR ${m.finishedAt} IS DISTINCT FROM ${excluded(m.finishedAt)}
      OR ${m.payload} ->> 'revised_at' IS DISTINCT FROM ${excluded(m.payload)} ->> 'revised_at'
    RETURNING ${columns}`,
});

/** An entry that the record has come to. */
export type FollowedEntry = ResultOf<typeof takeTurns>;

/** What else follows the log with the record, in its transaction, such as the list of conversations. */
export type FollowsAlong = (tx: Transaction, entries: readonly FollowedEntry[]) => Promise<void>;

/**
 * The record of conversations as a follower of every project's audit log, so acceptance writes nothing for it. A project's
 * cursor moves in the transaction that writes its messages, so what a crash of the database takes away is recorded again.
 */
export const conversationRecorder = (database: Database, alongside: FollowsAlong) =>
  follower(database, (tx, projectIds) => recordSome(tx, projectIds, alongside));

/** @returns the projects that have more entries */
async function recordSome(tx: Transaction, ids: string[], alongside: FollowsAlong): Promise<Set<string>> {
  const each = Math.floor(entriesAtOnce / ids.length);
  const entries = await takeTurns.all(tx, { projects: ids, each });
  if (entries.length === 0) return new Set();
  const read = new Map<string, { entries: number; last: number }>();
  /** By the id of the message, since a message has several entries. */
  const messages = new Map<string, { projectId: string; id: string }>();
  for (const { projectId, id: last, subjectType, subjectId } of entries) {
    read.set(projectId, { entries: (read.get(projectId)?.entries ?? 0) + 1, last });
    const id = subjectType === 'message' ? readId('message', subjectId) : undefined;
    if (id) messages.set(id, { projectId, id });
  }
  const written = await writeMessages.all(tx, {
    cursors: Array.from(read, ([projectId, { last }]) => ({ projectId, last })),
    // Whoever else writes rows of the record takes them in this order, too.
    spoken: [...messages.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  await alongside(tx, entries);
  const heard = written.filter(({ direction }) => direction === 'in');
  await noteActivity(
    tx,
    heard.map(({ projectId, identityId, createdAt }) => ({ projectId, identityId, at: createdAt })),
  );
  return new Set(ids.filter((projectId) => read.get(projectId)?.entries === each));
}
