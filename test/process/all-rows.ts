import type { Session } from './database.ts';

/** Tables whose rows are of one database, or may be lost at any time. */
const ofNobody = ['dialog.processes', 'dialog.lane_walks', 'dialog.rate_windows'];

/** What a database has of each of its tables: how many rows, and a sum of all their values, computed ones too. */
export async function allRows(session: Session): Promise<Record<string, string>> {
  const tables = await session.query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname IN ('dialog', 'catalog') ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    if (ofNobody.includes(name)) continue;
    const [row] = await session.query(
      `SELECT count(*)::text || ' ' || coalesce(md5(string_agg(t::text, '\n' ORDER BY t::text COLLATE "C")), '') AS rows FROM ${name} AS t`,
    );
    found[name] = row.rows;
  }
  return found;
}

/** The last value of every sequence. */
export async function allSequences(session: Session): Promise<Record<string, string | null>> {
  const rows = await session.query(
    `SELECT schemaname || '.' || sequencename AS name, last_value FROM pg_sequences
     WHERE schemaname IN ('dialog', 'catalog') ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, last_value: value }) => [name, value]));
}
