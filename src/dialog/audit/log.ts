import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import { auditHeads, auditInbox, auditLog } from '../schema.ts';

const auditPage = 100;
const numberedAtOnce = 2000;

const entry = {
  id: auditLog.id,
  at: auditLog.at,
  actorType: auditLog.actorType,
  actorId: auditLog.actorId,
  actorName: auditLog.actorName,
  action: auditLog.action,
  subjectType: auditLog.subjectType,
  subjectId: auditLog.subjectId,
  environment: auditLog.environment,
  requestId: auditLog.requestId,
  data: auditLog.data,
};

/** Reads the entries of a project after a cursor. */
export const readPage = statement({
  name: 'audit-page',
  params: { projectId: auditLog.projectId, after: auditLog.id },
  columns: entry,
  query: ({ projectId, after }) =>
    build
      .select(entry)
      .from(auditLog)
      .where(and(eq(auditLog.projectId, projectId), gt(auditLog.id, after)))
      .orderBy(asc(auditLog.id))
      .limit(auditPage),
});

/** An entry as `readPage` returns it. */
export type LogEntry = ResultOf<typeof readPage>;

const numberSome = statement({
  name: 'audit-number',
  params: { projectId: auditInbox.projectId },
  columns: { n: as(types.int, sql`n`) },
  query: ({ projectId }) => sql`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM ${auditInbox} WHERE ${auditInbox.projectId} = ${projectId})
      THEN dialog.number_audit(${projectId}, ${numberedAtOnce}) ELSE 0 END AS n`,
});

const readHead = statement({
  name: 'audit-head',
  prepared: false,
  params: { projectId: auditHeads.projectId },
  columns: { last: auditHeads.last },
  query: ({ projectId }, columns) =>
    sql`SELECT ${columns} FROM ${auditHeads} WHERE ${auditHeads.projectId} = ${projectId}`,
});

const i = alias(auditInbox, 'i');

/** Skips from project to project through the index; a plain DISTINCT would read every waiting entry. */
const findWaiting = statement({
  name: 'audit-waiting',
  prepared: false,
  columns: { projectId: as(i.projectId, sql`waiting.project_id`) },
  query: (_, columns) => sql`
    WITH RECURSIVE waiting (project_id) AS (
      (SELECT ${i.projectId} FROM ${auditInbox} AS ${i} ORDER BY ${i.projectId} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${i.projectId} FROM ${auditInbox} AS ${i}
              WHERE ${i.projectId} > w.project_id ORDER BY ${i.projectId} LIMIT 1)
      FROM waiting AS w WHERE w.project_id IS NOT NULL
    )
    SELECT ${columns} FROM waiting WHERE project_id IS NOT NULL`,
});

/**
 * Reads at most a page of entries after a cursor, oldest first.
 *
 * Entries are written without a number and get one after they are committed, under a lock for each project. So a number never
 * appears below one that a client has already seen, however long the transactions take.
 * @param gone aborts when the client has gone; the numbering, which is a write, continues
 */
export async function readAudit(
  database: Database,
  gone: AbortSignal,
  projectId: string,
  after: number,
): Promise<LogEntry[]> {
  const cursor = Math.min(after, Number.MAX_SAFE_INTEGER);
  for (;;) {
    // Number before reading: otherwise entries that the worker numbers in between would be missing.
    const numbered = await numberAudit(database, projectId);
    const rows = await readPage.all(database.reading(gone), { projectId, after: cursor });
    if (rows.length === auditPage || numbered < numberedAtOnce) return rows;
  }
}

/** Numbers all committed entries of a project, for callers that read data derived from them. */
export async function numberWaiting(database: Database, projectId: string): Promise<void> {
  while ((await numberAudit(database, projectId)) === numberedAtOnce);
}

/** Numbers some committed entries of a project, and counts them in its figures. @returns how many */
async function numberAudit(database: Database, projectId: string): Promise<number> {
  return (await numberSome.one(database, { projectId })).n;
}

/** Numbers all committed entries of a project. @returns the last number in its log */
export async function numberedHead(database: Database, projectId: string): Promise<number> {
  while ((await numberAudit(database, projectId)) === numberedAtOnce);
  const head = await readHead.first(database, { projectId });
  return head?.last ?? 0;
}

/**
 * Numbers the waiting entries of all projects, so that they never pile up for a client. The worker calls it.
 * @param advanced is called after each project, and after each step of a long one
 */
export async function numberAllAudit(database: Database, advanced: () => void = () => {}): Promise<void> {
  for (const { projectId } of await findWaiting.all(database)) {
    for (let numbered = numberedAtOnce; numbered === numberedAtOnce; advanced()) {
      numbered = await numberAudit(database, projectId);
    }
  }
}
