import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId, readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { type Following, LogFollower } from '../audit/follower.ts';
import { auditHeads, auditLog, projects, tasks } from '../schema.ts';
import { deliveryOf, directionOf, errorOf, finishedAtOf, isMessage } from './from-task.ts';
import { conversationCursors, conversationMessages } from './schema.ts';

/** Audit entries that one transaction reads. */
const entriesAtOnce = 1000;

const h = alias(auditHeads, 'h');
const p = alias(projects, 'p');
const c = alias(conversationCursors, 'c');
const m = conversationMessages;
const t = alias(tasks, 't');

const findBehind = statement({
  name: 'conversations-behind',
  prepared: false,
  params: { projects: listOf(h.projectId) },
  columns: { projectId: h.projectId },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${auditHeads} AS ${h}
    JOIN ${projects} AS ${p} ON ${p.id} = ${h.projectId} AND ${p.deletedAt} IS NULL
    LEFT JOIN ${conversationCursors} AS ${c} ON ${c.projectId} = ${h.projectId}
    WHERE ${h.projectId} = ANY (${given.projects}) AND coalesce(${c.last}, 0) < ${h.last}`,
});

/** Reads the next projects in the order of their ids, however many there are. */
const lookOn = statement({
  name: 'conversations-look',
  prepared: false,
  params: { after: h.projectId, most: types.int },
  columns: {
    projectId: as(h.projectId, sql`seen.project_id`),
    behind: as(types.boolean, sql`coalesce(${c.last}, 0) < seen.last`),
  },
  query: ({ after, most }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${h.projectId}, ${h.last} FROM ${auditHeads} AS ${h} WHERE ${h.projectId} > ${after}
      ORDER BY ${h.projectId} LIMIT ${most}
    ) AS seen
    LEFT JOIN ${conversationCursors} AS ${c} ON ${c.projectId} = seen.project_id
    ORDER BY seen.project_id`,
});

const makeCursor = statement({
  name: 'conversation-begin',
  prepared: false,
  params: { projectId: c.projectId },
  query: ({ projectId }) => build.insert(conversationCursors).values({ projectId }).onConflictDoNothing(),
});

const lockCursor = statement({
  name: 'conversation-turn',
  params: { projectId: c.projectId },
  columns: { last: c.last },
  query: ({ projectId }, columns) => sql`
    SELECT ${columns} FROM ${conversationCursors} AS ${c} WHERE ${c.projectId} = ${projectId}
    FOR UPDATE SKIP LOCKED`,
});

const entry = { id: auditLog.id, subjectType: auditLog.subjectType, subjectId: auditLog.subjectId };

const readEntries = statement({
  name: 'conversation-entries',
  params: { projectId: auditLog.projectId, after: auditLog.id },
  columns: entry,
  query: ({ projectId, after }) =>
    build
      .select(entry)
      .from(auditLog)
      .where(and(eq(auditLog.projectId, projectId), gt(auditLog.id, after)))
      .orderBy(asc(auditLog.id))
      .limit(entriesAtOnce),
});

/** A repeated message changes nothing, and one whose outcome is known by now gets it. */
const writeMessages = statement({
  name: 'conversation-write',
  params: { projectId: t.projectId, ids: listOf(t.id) },
  query: ({ projectId, ids }) => sql`
    INSERT INTO ${m} (${names(
      ...[m.projectId, m.id, m.seq, m.identityId, m.environment, m.direction, m.delivery, m.payload],
      ...[m.error, m.createdAt, m.finishedAt],
    )})
    SELECT ${t.projectId}, ${t.id}, ${t.seq}, ${t.identityId}, ${t.environment}, ${directionOf(t)}, ${deliveryOf(t)},
      ${t.payload}, ${errorOf(t)}, ${t.createdAt}, ${finishedAtOf(t)}
    FROM ${tasks} AS ${t}
    WHERE ${t.projectId} = ${projectId} AND ${t.id} = ANY (${ids}) AND ${isMessage(t)}
    ORDER BY ${t.id}
    ON CONFLICT (${names(m.projectId, m.id)}) DO UPDATE SET
      ${name(m.delivery)} = ${excluded(m.delivery)}, ${name(m.error)} = ${excluded(m.error)},
      ${name(m.finishedAt)} = ${excluded(m.finishedAt)}
    WHERE ${m.delivery} <> ${excluded(m.delivery)} OR ${m.finishedAt} IS DISTINCT FROM ${excluded(m.finishedAt)}`,
});

const moveCursor = statement({
  name: 'conversation-cursor',
  params: { projectId: conversationCursors.projectId, last: conversationCursors.last },
  query: ({ projectId, last }) => sql`
    UPDATE ${conversationCursors} SET ${name(conversationCursors.last)} = ${last}
    WHERE ${conversationCursors.projectId} = ${projectId}`,
});

/**
 * The record of conversations as a follower of every project's audit log, so acceptance writes nothing for it. A project's
 * cursor moves in the transaction that writes its messages.
 */
export function conversationRecorder(database: Database): LogFollower<Following> {
  return new LogFollower({
    first: { projectId: noId },
    lookOn: (after, most) => lookOn.all(database, { after: after.projectId, most }),
    findBehind: (projectIds) => findBehind.all(database, { projects: projectIds }),
    advance: ({ projectId }) => database.transaction((tx) => recordSome(tx, projectId)),
  });
}

/** @returns whether there is more */
async function recordSome(tx: Transaction, projectId: string): Promise<boolean> {
  const cursor = await lockCursor.first(tx, { projectId });
  if (!cursor) return makeCursor.run(tx, { projectId }).then((made) => made > 0);
  const entries = await readEntries.all(tx, { projectId, after: cursor.last });
  const newest = entries.at(-1);
  if (!newest) return false;
  const spoken = new Set<string>();
  for (const { subjectType, subjectId } of entries) {
    const id = subjectType === 'message' ? readId('message', subjectId) : undefined;
    if (id) spoken.add(id);
  }
  if (spoken.size > 0) await writeMessages.run(tx, { projectId, ids: [...spoken] });
  await moveCursor.run(tx, { projectId, last: newest.id });
  return entries.length === entriesAtOnce;
}
