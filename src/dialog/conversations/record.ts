import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { build, statement } from '../../platform/statement.ts';
import { auditHeads, auditLog, projects, tasks } from '../schema.ts';
import { deliveryOf, directionOf, errorOf, finishedAtOf, isMessage } from './from-task.ts';
import { conversationCursors, conversationMessages } from './schema.ts';

/** Audit entries that one transaction reads. */
const entriesAtOnce = 1000;
/** Turns of a project in one call, because the numbering of the audit log waits for it. */
const turnsAtOnce = 20;

const h = alias(auditHeads, 'h');
const p = alias(projects, 'p');
const c = alias(conversationCursors, 'c');
const m = conversationMessages;
const t = alias(tasks, 't');

const findBehind = statement({
  name: 'conversations-behind',
  columns: { projectId: h.projectId },
  query: (_, columns) => sql`
    SELECT ${columns} FROM ${auditHeads} AS ${h}
    JOIN ${projects} AS ${p} ON ${p.id} = ${h.projectId} AND ${p.deletedAt} IS NULL
    LEFT JOIN ${conversationCursors} AS ${c} ON ${c.projectId} = ${h.projectId}
    WHERE coalesce(${c.last}, 0) < ${h.last}`,
});

const findBehindOf = statement({
  name: 'conversations-behind-of',
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
 * Puts on record what was said since the last time, in every project. It follows the audit log, as notifications do, so
 * acceptance writes nothing for it. A project's cursor moves in the transaction that writes its messages.
 * @throws the first failure, after the turns of all other projects
 */
export async function recordConversations(database: Database): Promise<void> {
  await recordProjects(database, await findBehind.all(database));
}

/** Most projects that one look reads, and that one statement looks for. */
const projectsAtOnce = 500;
/** The interval of looks that no news asked for. */
const lookEveryMs = 5000;
/** An id before that of every project. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Records what was said in the projects that the news of the audit log name, so that the others cost nothing. News can be lost:
 * at its start, and when `hear` says so, it looks at all projects, and every five seconds at the next 500.
 */
export class ConversationRecorder {
  readonly #database: Database;
  readonly #news = new Set<string>();
  #isLost = true;
  #place = beforeAll;
  #lookedAt = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Takes news of the audit log. */
  hear(projectIds: readonly string[] | undefined): void {
    if (projectIds === undefined) this.#isLost = true;
    else for (const projectId of projectIds) this.#news.add(projectId);
  }

  /** Records what is new. @throws the first failure, after the turns of all other projects */
  async run(): Promise<void> {
    const isLost = this.#isLost;
    this.#isLost = false;
    try {
      if (isLost) await recordConversations(this.#database);
      else if (performance.now() >= this.#lookedAt + lookEveryMs) await this.#look();
    } catch (error) {
      this.#isLost ||= isLost;
      throw error;
    }
    const all = [...this.#news];
    for (let n = 0; n < all.length; n += projectsAtOnce) await this.#record(all.slice(n, n + projectsAtOnce));
  }

  async #record(projectIds: string[]): Promise<void> {
    // Before the statement, because news that come during it are not in its answer.
    for (const projectId of projectIds) this.#news.delete(projectId);
    try {
      const behind = await findBehindOf.all(this.#database, { projects: projectIds });
      // Once more in the next run: another worker may hold one and die, or there was too much for one turn.
      for (const { projectId } of behind) this.#news.add(projectId);
      await recordProjects(this.#database, behind);
    } catch (error) {
      this.hear(projectIds);
      throw error;
    }
  }

  async #look(): Promise<void> {
    this.#lookedAt = performance.now();
    const seen = await lookOn.all(this.#database, { after: this.#place, most: projectsAtOnce });
    for (const { projectId, behind } of seen) if (behind) this.#news.add(projectId);
    this.#place = seen.length < projectsAtOnce ? beforeAll : seen.at(-1)!.projectId;
  }
}

async function recordProjects(database: Database, behind: { projectId: string }[]): Promise<void> {
  const failures: unknown[] = [];
  for (const { projectId } of behind) {
    try {
      await recordProject(database, projectId, turnsAtOnce);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

async function recordProject(database: Database, projectId: string, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) {
    const more = await database.transaction((tx) => recordSome(tx, projectId));
    if (!more) return;
  }
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
