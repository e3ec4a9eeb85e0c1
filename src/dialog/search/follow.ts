import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { maxId, readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, names } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { everyProject } from '../audit/every-project.ts';
import { auditLog } from '../audit/schema.ts';
import { conversationCursors } from '../conversations/schema.ts';
import { identities } from '../schema.ts';
import { searchCursors } from './schema.ts';
import { type Cursor, cursorColumns, findNamed, forget, forgetAccounts, writeWords } from './write.ts';

/** Most audit entries that one transaction reads. */
const entriesAtOnce = 2000;
const c = alias(searchCursors, 'c');
const r = alias(conversationCursors, 'r');
const e = alias(auditLog, 'e');
const i = alias(identities, 'i');

/**
 * What is on record at this moment is filled in later, from the newest on; what comes after it is followed. A project without an account
 * has nothing on record: its first one will be followed.
 */
const begin = statement({
  name: 'search-begin',
  prepared: false,
  params: { projects: listOf(c.projectId) },
  query: (given) => sql`
    INSERT INTO ${searchCursors} (${names(c.projectId, c.last, c.messagesBefore, c.identitiesBefore)})
    SELECT begun.id, coalesce(${r.last}, 0), earliest.before, earliest.before
    FROM unnest(${given.projects}) AS begun (id)
    CROSS JOIN LATERAL (
      SELECT CASE WHEN EXISTS (SELECT FROM ${identities} AS ${i} WHERE ${i.projectId} = begun.id) THEN ${sql.raw(`'${maxId}'`)}::uuid END
    ) AS earliest (before)
    LEFT JOIN ${conversationCursors} AS ${r} ON ${r.projectId} = begun.id
    ON CONFLICT DO NOTHING`,
});

const follower = everyProject({
  name: 'search',
  cursors: searchCursors,
  c,
  begin: (database, projects) => begin.run(database, { projects }),
});

const lockCursors = statement({
  name: 'search-lock',
  params: { projects: listOf(c.projectId) },
  columns: cursorColumns,
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${searchCursors} AS ${c}
    WHERE ${c.projectId} = ANY (${given.projects}) ORDER BY ${c.projectId} FOR UPDATE SKIP LOCKED`,
});

/** The next entries up to the one to which the record of conversations has come: the words of a message are read from there. */
const readEntries = statement({
  name: 'search-entries',
  params: { projects: listOf(c.projectId), each: types.int },
  columns: {
    projectId: as(c.projectId, sql`${c.projectId}`),
    id: as(e.id, sql`entry.id`),
    action: as(e.action, sql`entry.action`),
    subjectType: as(e.subjectType, sql`entry.subject_type`),
    subjectId: as(e.subjectId, sql`entry.subject_id`),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${searchCursors} AS ${c}
    JOIN ${conversationCursors} AS ${r} ON ${r.projectId} = ${c.projectId}
    CROSS JOIN LATERAL (
      SELECT ${e.id}, ${e.action}, ${e.subjectType}, ${e.subjectId} FROM ${auditLog} AS ${e}
      WHERE ${e.projectId} = ${c.projectId} AND ${e.id} > ${c.last} AND ${e.id} <= ${r.last}
      ORDER BY ${e.id} LIMIT ${given.each}
    ) AS entry
    WHERE ${c.projectId} = ANY (${given.projects})
    ORDER BY ${c.projectId}, entry.id`,
});

/**
 * The search as a follower of every project's audit log, behind the record of conversations, so acceptance writes nothing for it. A
 * project's cursor moves in the transaction that writes the words.
 */
export const searchFollower = (database: Database) => follower(database, advanceSome);

/** What says that a message says something else now. */
const isRevision = new Set(['message.edited', 'message.deleted']);

/** @returns the projects that have more entries */
async function advanceSome(tx: Transaction, projectIds: string[]): Promise<Set<string>> {
  const locked = await lockCursors.all(tx, { projects: projectIds });
  if (locked.length === 0) return new Set();
  const each = Math.floor(entriesAtOnce / locked.length);
  const entries = await readEntries.all(tx, { projects: locked.map(({ projectId }) => projectId), each });
  if (entries.length === 0) return new Set();
  const read = new Map<string, { entries: number; last: number }>();
  /** By their ids, since a message has several entries. */
  const messages = new Map<string, { projectId: string; id: string }>();
  const accounts = new Map<string, { projectId: string; id: string }>();
  const revised: { projectId: string; id: string }[] = [];
  const renamed = new Map<string, { projectId: string; id: string }>();
  for (const { projectId, id: last, action, subjectType, subjectId } of entries) {
    read.set(projectId, { entries: (read.get(projectId)?.entries ?? 0) + 1, last });
    const message = subjectType === 'message' ? readId('message', subjectId) : undefined;
    if (message) messages.set(message, { projectId, id: message });
    if (message && isRevision.has(action)) revised.push({ projectId, id: message });
    const account = subjectType === 'identity' ? readId('identity', subjectId) : undefined;
    if (account) accounts.set(account, { projectId, id: account });
    if (account && action === 'identity.renamed') renamed.set(account, { projectId, id: account });
  }
  if (revised.length > 0) await forget.run(tx, { revised });
  if (renamed.size > 0) await forgetAccounts.run(tx, { renamed: [...renamed.values()] });
  const found =
    messages.size + accounts.size > 0
      ? await findNamed.all(tx, { messages: [...messages.values()], identities: [...accounts.values()] })
      : [];
  const cursors = locked.flatMap((cursor): Cursor[] => {
    const its = read.get(cursor.projectId);
    return its ? [{ ...cursor, last: its.last }] : [];
  });
  await writeWords(
    tx,
    cursors,
    found.map(({ seq, ...each }) => (seq === null ? each : { ...each, seq })),
    'newer',
  );
  return new Set([...read].filter(([, its]) => its.entries === each).map(([projectId]) => projectId));
}
