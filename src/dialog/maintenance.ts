import type { Database } from '../platform/postgres.ts';

/** Rows removed by one statement: short locks, and little to redo after a crash. */
const atOnce = 5000;

/** Removes what has had its time: ended sessions and visits, rate windows, and request keys past their retention. */
export async function removeExpired(database: Database, idempotencyRetentionDays: number): Promise<void> {
  await removeAll(database, 'sessions', 'expires_at < now()', []);
  await removeAll(database, 'webchat_visitors', 'expires_at < now()', []);
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
  if (rows.length === 0) return;
  const tables = await projectTables(database);
  for (const { id } of rows) {
    for (const table of tables) await removeAll(database, table, 'project_id = $1', [id]);
    await database.query('DELETE FROM dialog.projects WHERE id = $1', [id]);
  }
}

/** Every table whose rows belong to a project, as the database knows them: a new one cannot be forgotten here. */
async function projectTables(database: Database): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class AS c
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
     WHERE c.relnamespace = 'dialog'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     ORDER BY c.relname`,
  );
  return rows.map(({ name }) => name);
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
