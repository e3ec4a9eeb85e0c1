import { and, asc, eq, gt } from 'drizzle-orm';
import { build, type ResultOf, statement } from '../../platform/statement.ts';
import { type NumberingParts, numberedAtOnce, numberSome } from './numbering.ts';
import { auditLog } from './schema.ts';

const auditPage = 100;

/** The columns of an entry that is shown. */
export const shownEntry = {
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
  columns: shownEntry,
  query: ({ projectId, after }) =>
    build
      .select(shownEntry)
      .from(auditLog)
      .where(and(eq(auditLog.projectId, projectId), gt(auditLog.id, after)))
      .orderBy(asc(auditLog.id))
      .limit(auditPage),
});

/** An entry that is shown. */
export type LogEntry = ResultOf<typeof readPage>;

/**
 * Reads at most a page of entries after a cursor, oldest first.
 *
 * Entries are written without a number and get one after they are committed, under a lock for each project. So a number never
 * appears below one that a client has already seen, however long the transactions take.
 * @param gone aborts when the client has gone; the numbering, which is a write, continues
 */
export async function readAudit(
  parts: NumberingParts,
  gone: AbortSignal,
  projectId: string,
  after: number,
): Promise<LogEntry[]> {
  const cursor = Math.min(after, Number.MAX_SAFE_INTEGER);
  for (;;) {
    // Number before reading: otherwise entries that the worker numbers in between would be missing.
    const numbered = await numberSome(parts, projectId);
    const rows = await readPage.all(parts.database.reading(gone), { projectId, after: cursor });
    if (rows.length === auditPage || numbered < numberedAtOnce) return rows;
  }
}
