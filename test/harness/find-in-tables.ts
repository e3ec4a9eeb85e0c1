import type { Database } from '../../src/platform/postgres.ts';

/**
 * The tables of the product in which something stands as it is, in whatever case: in a text or JSON, or byte by byte in a `bytea`, which Postgres writes in hex.
 * @returns also how many tables were searched
 */
export async function findInTables(
  database: Database,
  wanted: string | Buffer,
): Promise<{ searched: number; found: string[] }> {
  const forms = [Buffer.from(wanted).toString('hex'), ...(typeof wanted === 'string' ? [wanted] : [])];
  const { rows: tables } = await database.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query(
      `SELECT FROM ${name} AS t WHERE EXISTS (SELECT FROM unnest($1::text[]) AS form WHERE strpos(lower(t::text), lower(form)) > 0) LIMIT 1`,
      [forms],
    );
    if (rows.length > 0) found.push(name);
  }
  return { searched: tables.length, found };
}
