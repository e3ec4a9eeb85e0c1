import type { Database } from '../platform/postgres.ts';
import type { Settings } from '../settings.ts';

/** Rows removed by one statement: short locks, and little to redo after a crash. */
const atOnce = 5000;

/** What is shown of calls to receivers, to find out what went wrong lately. */
const arrivalDays = 7;

/** Analytics look back 90 days; who was active on a day before counts no more once the figures of that day are made. */
const activeDays = 100;

type ExpirySettings = Pick<Settings, 'idempotencyRetentionDays' | 'deliveryRetentionDays'>;

/**
 * Removes what has had its time, whatever its project: ended sessions and visits, rate windows, request keys past their
 * retention, traces of webhooks, who was active on days that are long over, old link codes, and rows of tables that
 * nobody can read any more. What a project may keep for less long is in `retention/`.
 */
export async function removeExpired(
  database: Database,
  { idempotencyRetentionDays, deliveryRetentionDays }: ExpirySettings,
): Promise<void> {
  await removeAll(database, 'sessions', 'expires_at < now()', []);
  await removeAll(database, 'webchat_visitors', 'expires_at < now()', []);
  await removeAll(database, 'rate_windows', 'resets_at < now()', []);
  await removeAll(database, 'request_keys', 'created_at < now() - make_interval(days => $1)', [
    idempotencyRetentionDays,
  ]);
  await removeAll(database, 'arrivals', 'at < now() - make_interval(days => $1)', [arrivalDays]);
  await removeAll(database, 'webhook_attempts', 'at < now() - make_interval(days => $1)', [
    deliveryRetentionDays,
  ]);
  await removeAll(database, 'daily_active', `day < (now() AT TIME ZONE 'UTC')::date - $1::int`, [activeDays]);
  // What became of a code can be looked up for a while.
  await removeAll(database, 'link_codes', "expires_at < now() - interval '30 days'", []);
  await removeAll(database, 'link_attempts', "since < now() - interval '1 hour'", []);
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
