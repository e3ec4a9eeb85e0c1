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
  'table_rows',
  'table_sheets',
  'tables',
  'identities',
  'profiles',
  'channels',
  'project_keys',
] as const;

/**
 * Removes what has had its time: ended sessions, rate windows, request keys past their retention, and rows of tables
 * that nobody can read any more.
 */
export async function removeExpired(database: Database, idempotencyRetentionDays: number): Promise<void> {
  await removeAll(database, 'sessions', 'expires_at < now()', []);
  await removeAll(database, 'rate_windows', 'resets_at < now()', []);
  await removeAll(database, 'request_keys', 'created_at < now() - make_interval(days => $1)', [
    idempotencyRetentionDays,
  ]);
  await removeReplacedRows(database);
  await removeDeletedTables(database);
}

const rowsOfSheet = 'project_id = $1 AND table_id = $2 AND environment = $3';

/** Rows below the floor of their sheet: others were put in their place. */
async function removeReplacedRows(database: Database): Promise<void> {
  const { rows: sheets } = await database.query<Record<string, string>>(
    'SELECT project_id, table_id, environment, floor FROM dialog.table_sheets WHERE floor > removed',
  );
  for (const { project_id, table_id, environment, floor } of sheets) {
    const values = [project_id, table_id, environment, floor];
    await removeAll(database, 'table_rows', `${rowsOfSheet} AND position <= $4`, values);
    await database.query(`UPDATE dialog.table_sheets SET removed = $4 WHERE ${rowsOfSheet}`, values);
  }
}

/** Rows of deleted tables, and at last the tables. */
async function removeDeletedTables(database: Database): Promise<void> {
  const { rows: deleted } = await database.query<Record<string, string>>(
    'SELECT project_id, id FROM dialog.tables WHERE deleted_at IS NOT NULL',
  );
  for (const { project_id, id } of deleted) {
    await removeAll(database, 'table_rows', 'project_id = $1 AND table_id = $2', [project_id, id]);
    await database.query('DELETE FROM dialog.tables WHERE project_id = $1 AND id = $2', [project_id, id]);
  }
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
