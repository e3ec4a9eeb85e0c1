import { escapeIdentifier } from 'pg';
import type { Queryable } from '../postgres.ts';

/** The schemas whose rows are kept. Tickets, in `bullmq`, only wake, and what the database has is found without them. */
export const savedSchemas = ['dialog', 'catalog'] as const;

/** A table, and the columns that are written to it: those that Postgres computes are not among them. */
export interface SavedTable {
  schema: string;
  name: string;
  columns: string[];
}

/** A table's name for statements. */
export const quoted = ({ schema, name }: Pick<SavedTable, 'schema' | 'name'>): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/** Columns for COPY. */
export const columnList = ({ columns }: SavedTable): string => columns.map(escapeIdentifier).join(', ');

/**
 * All tables that are kept, in the order of their names. Unlogged ones are not: what is in them may be lost with any crash.
 */
export async function listTables(database: Queryable): Promise<SavedTable[]> {
  const { rows } = await database.query<SavedTable>(
    `SELECT n.nspname AS schema, c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE n.nspname = ANY ($1) AND c.relkind = 'r' AND c.relpersistence = 'p'
     GROUP BY n.nspname, c.relname ORDER BY n.nspname, c.relname`,
    [savedSchemas],
  );
  return rows;
}

/** Names of any relations in these schemas, also of those that are not kept. */
export async function listRelations(database: Queryable): Promise<{ schema: string; name: string }[]> {
  const { rows } = await database.query<{ schema: string; name: string }>(
    `SELECT n.nspname AS schema, c.relname AS name
     FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1, 2`,
    [savedSchemas],
  );
  return rows;
}

/** The next values of sequences, by their full names; those that were never used have none. */
export async function readSequences(database: Queryable): Promise<Record<string, string>> {
  const { rows } = await database.query<{ name: string; value: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
     FROM pg_sequences WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`,
    [savedSchemas],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/**
 * Puts tables behind those that they refer to.
 * @throws Error if some refer to each other in a circle
 */
export async function inOrderOfReferences<Table extends Pick<SavedTable, 'schema' | 'name'>>(
  database: Queryable,
  tables: readonly Table[],
): Promise<Table[]> {
  const { rows } = await database.query<{ from: string; to: string }>(
    `SELECT format('%s.%s', fn.nspname, f.relname) AS "from", format('%s.%s', tn.nspname, t.relname) AS "to"
     FROM pg_constraint AS r
     JOIN pg_class AS f ON f.oid = r.conrelid JOIN pg_namespace AS fn ON fn.oid = f.relnamespace
     JOIN pg_class AS t ON t.oid = r.confrelid JOIN pg_namespace AS tn ON tn.oid = t.relnamespace
     WHERE r.contype = 'f' AND r.conrelid <> r.confrelid AND fn.nspname = ANY ($1)`,
    [savedSchemas],
  );
  const fullName = ({ schema, name }: Table) => `${schema}.${name}`;
  const ordered: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(fullName));
    const next = left.filter(
      (table) => !rows.some(({ from, to }) => from === fullName(table) && waiting.has(to)),
    );
    if (next.length === 0) throw new Error(`these tables refer to each other: ${[...waiting].join(', ')}`);
    ordered.push(...next);
    const done = new Set(next);
    left = left.filter((table) => !done.has(table));
  }
  return ordered;
}
