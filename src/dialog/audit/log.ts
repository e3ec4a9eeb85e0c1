import type { Database } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';

export interface LogEntry {
  id: number;
  at: Date;
  actor_type: string;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  environment: Environment | null;
  request_id: string | null;
  data: unknown;
}

const auditPage = 100;
const numberedAtOnce = 2000;

/** The entries of a project after a cursor. */
export const pageStatement = `
SELECT id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment, request_id, data
FROM dialog.audit_log WHERE project_id = $1 AND id > $2 ORDER BY id LIMIT ${auditPage}`;

/**
 * The entries after a cursor, oldest first, at most a page.
 *
 * Entries are written without a number and get one only once they are committed, under a lock a project: so a number
 * never appears below one that a poller has already seen, however long the transactions around it take.
 */
export async function readAudit(database: Database, projectId: string, after: number): Promise<LogEntry[]> {
  const cursor = Math.min(after, Number.MAX_SAFE_INTEGER);
  for (;;) {
    // Numbered before it is read: what the worker numbers meanwhile is then in the log as well, not between the two.
    const numbered = await numberAudit(database, projectId);
    const { rows } = await database.query<LogEntry>({
      name: 'audit-page',
      text: pageStatement,
      values: [projectId, cursor],
    });
    if (rows.length === auditPage || numbered < numberedAtOnce) return rows;
  }
}

/** Numbers all committed entries of a project, for who reads what is made of them. */
export async function numberWaiting(database: Database, projectId: string): Promise<void> {
  while ((await numberAudit(database, projectId)) === numberedAtOnce);
}

/** Numbers some committed entries of a project, and counts them in its figures. @returns how many. */
async function numberAudit(database: Database, projectId: string): Promise<number> {
  const { rows } = await database.query<{ n: number }>({
    name: 'audit-number',
    text: `SELECT CASE WHEN EXISTS (SELECT 1 FROM dialog.audit_inbox WHERE project_id = $1)
             THEN dialog.number_audit($1, ${numberedAtOnce}) ELSE 0 END AS n`,
    values: [projectId],
  });
  return rows[0]!.n;
}

/** The last number in a project's log, once all that is committed by now has one. */
export async function numberedHead(database: Database, projectId: string): Promise<number> {
  while ((await numberAudit(database, projectId)) === numberedAtOnce);
  const { rows } = await database.query<{ last: string }>(
    'SELECT last FROM dialog.audit_heads WHERE project_id = $1',
    [projectId],
  );
  return Number(rows[0]?.last ?? 0);
}

/** Numbers what waits in all projects, so that no poller finds a mountain of it. Called by the worker. */
export async function numberAllAudit(database: Database): Promise<void> {
  // A jump from project to project through the index; a plain DISTINCT would read every waiting entry.
  const { rows } = await database.query<{ project_id: string }>(
    `WITH RECURSIVE waiting AS (
       (SELECT project_id FROM dialog.audit_inbox ORDER BY project_id LIMIT 1)
       UNION ALL
       SELECT (SELECT i.project_id FROM dialog.audit_inbox AS i
               WHERE i.project_id > w.project_id ORDER BY i.project_id LIMIT 1)
       FROM waiting AS w WHERE w.project_id IS NOT NULL
     )
     SELECT project_id FROM waiting WHERE project_id IS NOT NULL`,
  );
  for (const { project_id } of rows) await numberWaiting(database, project_id);
}
