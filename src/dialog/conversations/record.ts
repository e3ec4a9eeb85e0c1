import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId, readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names, rowsOf } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { LogFollower } from '../audit/follower.ts';
import { auditHeads, auditLog } from '../audit/schema.ts';
import { projects, tasks } from '../schema.ts';
import { isMessage, recordColumns, recordValues } from './from-task.ts';
import { conversationCursors, conversationMessages } from './schema.ts';

/** Most audit entries that one transaction reads. */
const entriesAtOnce = 2000;
/** Most projects of one transaction. */
const projectsAtOnce = 100;

const h = alias(auditHeads, 'h');
const p = alias(projects, 'p');
const c = alias(conversationCursors, 'c');
const m = conversationMessages;
const t = alias(tasks, 't');

const findBehind = statement({
  name: 'conversations-behind',
  prepared: false,
  params: { projects: listOf(h.projectId) },
  columns: { projectId: h.projectId, isNew: as(types.boolean, sql`${c.projectId} IS NULL`) },
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
    isNew: as(types.boolean, sql`${c.projectId} IS NULL`),
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

type Recorded = ResultOf<typeof findBehind>;

const makeCursors = statement({
  name: 'conversation-begin',
  prepared: false,
  params: { projects: listOf(c.projectId) },
  query: ({ projects: ids }) => sql`
    INSERT INTO ${conversationCursors} (${name(conversationCursors.projectId)}) SELECT unnest(${ids})
    ON CONFLICT DO NOTHING`,
});

const e = alias(auditLog, 'e');

/** The next entries of those projects that nobody else is recording. */
const takeTurns = statement({
  name: 'conversation-turns',
  params: { projects: listOf(c.projectId), each: types.int },
  columns: {
    projectId: as(c.projectId, sql`turn.project_id`),
    id: as(e.id, sql`entry.id`),
    subjectType: as(e.subjectType, sql`entry.subject_type`),
    subjectId: as(e.subjectId, sql`entry.subject_id`),
  },
  query: (given, columns) => sql`
    WITH turn AS MATERIALIZED (
      SELECT ${c.projectId}, ${c.last} FROM ${conversationCursors} AS ${c}
      WHERE ${c.projectId} = ANY (${given.projects}) FOR UPDATE SKIP LOCKED
    )
    SELECT ${columns} FROM turn CROSS JOIN LATERAL (
      SELECT ${e.id}, ${e.subjectType}, ${e.subjectId} FROM ${auditLog} AS ${e}
      WHERE ${e.projectId} = turn.project_id AND ${e.id} > turn.last
      ORDER BY ${e.id} LIMIT ${given.each}
    ) AS entry
    ORDER BY turn.project_id, entry.id`,
});

const cursors = rowsOf('moved', { projectId: c.projectId, last: c.last });
const spoken = rowsOf('spoken', { projectId: t.projectId, id: t.id });

/**
 * Moves the cursors, and writes the messages. A repeated message changes nothing, and one whose outcome is known by now gets
 * it. OFFSET 0 keeps each message looked up by its key: a join might read all tasks.
 */
const writeMessages = statement({
  name: 'conversation-write',
  params: { cursors, spoken },
  query: (given) => sql`
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
      ${name(m.finishedAt)} = ${excluded(m.finishedAt)}
    WHERE ${m.delivery} <> ${excluded(m.delivery)} OR ${m.finishedAt} IS DISTINCT FROM ${excluded(m.finishedAt)}`,
});

/**
 * The record of conversations as a follower of every project's audit log, so acceptance writes nothing for it. A project's
 * cursor moves in the transaction that writes its messages, so what a crash of the database takes away is recorded again.
 */
export function conversationRecorder(database: Database): LogFollower<Recorded> {
  return new LogFollower<Recorded>({
    first: { projectId: noId, isNew: true },
    lookOn: (after, most) => lookOn.all(database, { after: after.projectId, most }),
    findBehind: (projectIds) => findBehind.all(database, { projects: projectIds }),
    together: projectsAtOnce,
    async advance(some) {
      const begun = some.filter(({ isNew }) => isNew).map(({ projectId }) => projectId);
      if (begun.length > 0) await makeCursors.run(database, { projects: begun });
      const more = await database.transaction((tx) => recordSome(tx, some), { durable: false });
      return some.filter(({ projectId }) => more.has(projectId));
    },
  });
}

/** @returns the projects that have more entries */
async function recordSome(tx: Transaction, some: Recorded[]): Promise<Set<string>> {
  const each = Math.floor(entriesAtOnce / some.length);
  const ids = some.map(({ projectId }) => projectId);
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
  await writeMessages.run(tx, {
    cursors: Array.from(read, ([projectId, { last }]) => ({ projectId, last })),
    // Whoever else writes rows of the record takes them in this order, too.
    spoken: [...messages.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  return new Set(ids.filter((projectId) => read.get(projectId)?.entries === each));
}
