import type { Database } from '../platform/postgres.ts';

/** Rows removed by one statement: short locks, and little to redo after a crash. */
const atOnce = 5000;

/** Tables whose rows belong to a project and go with it. */
const projectTables = [
  'request_log',
  'audit_inbox',
  'audit_log',
  'audit_heads',
  'request_keys',
  'tasks',
  'project_counters',
  'identities',
  'profiles',
  'channels',
  'operations',
  'operation_revisions',
  'connections',
  'project_keys',
] as const;

/** Removes what has had its time: ended sessions, rate windows, and request keys past their retention. */
export async function removeExpired(database: Database, idempotencyRetentionDays: number): Promise<void> {
  await removeAll(database, 'sessions', 'expires_at < now()', []);
  await removeAll(database, 'rate_windows', 'resets_at < now()', []);
  await removeAll(database, 'request_keys', 'created_at < now() - make_interval(days => $1)', [
    idempotencyRetentionDays,
  ]);
}

/** Removes the rows of deleted projects, and at last the projects. */
export async function removeDeletedProjects(database: Database): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM dialog.projects WHERE deleted_at IS NOT NULL',
  );
  for (const { id } of rows) {
    for (const table of projectTables) await removeAll(database, table, 'project_id = $1', [id]);
    await database.query('DELETE FROM dialog.projects WHERE id = $1', [id]);
  }
}

async function removeAll(
  database: Database,
  table: string,
  condition: string,
  values: unknown[],
): Promise<void> {
  for (;;) {
    const { rowCount } = await database.query(
      `DELETE FROM dialog.${table} WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM dialog.${table} WHERE ${condition} LIMIT ${atOnce}))`,
      values,
    );
    if ((rowCount ?? 0) < atOnce) return;
  }
}
