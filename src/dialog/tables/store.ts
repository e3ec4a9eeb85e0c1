import { and, eq, isNull, sql } from 'drizzle-orm';
import { newId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import type { Column, RowRules } from './columns.ts';
import { tableSheets, tables } from './schema.ts';

/** A table as it is shown. */
export interface TableRecord {
  slug: string;
  name: string;
  columns: Column[];
  enforce: boolean;
  environments: Record<Environment, { rows: number; revision: number }>;
  created_at: Date;
  updated_at: Date;
}

export const tablesPage = 100;

const shown = `
  t.slug, t.name, t.columns, t.enforce, t.created_at, t.updated_at,
  (SELECT json_object_agg(s.environment, json_build_object('rows', s.total, 'revision', s.revision)
     ORDER BY s.environment DESC)
   FROM dialog.table_sheets AS s
   WHERE s.project_id = t.project_id AND s.table_id = t.id) AS environments`;

/** A page of a project's tables, by slug, and whether there are more. */
export async function listTables(
  database: Queryable,
  projectId: string,
  offset: number,
): Promise<{ tables: TableRecord[]; more: boolean }> {
  const { rows } = await database.query<TableRecord>({
    name: 'tables-list',
    text: `SELECT ${shown} FROM dialog.tables AS t
           WHERE t.project_id = $1 AND t.deleted_at IS NULL
           ORDER BY t.slug OFFSET $2 LIMIT ${tablesPage + 1}`,
    values: [projectId, offset],
  });
  return { tables: rows.slice(0, tablesPage), more: rows.length > tablesPage };
}

/** A table by its slug; undefined when the project has none of it. */
export async function findTable(
  database: Queryable,
  projectId: string,
  slug: string,
): Promise<TableRecord | undefined> {
  const { rows } = await database.query<TableRecord>({
    name: 'table-find',
    text: `SELECT ${shown} FROM dialog.tables AS t
           WHERE t.project_id = $1 AND t.slug = $2 AND t.deleted_at IS NULL`,
    values: [projectId, slug],
  });
  return rows[0];
}

/** Makes a table, empty in both environments, or changes what its owner says of it. @returns whether it is new. */
export async function putTable(
  tx: Transaction,
  { projectId, slug, ...told }: { projectId: string; slug: string; name: string } & RowRules,
): Promise<boolean> {
  const said = { name: told.name, columns: [...told.columns], enforce: told.enforce };
  const [row] = await tx.orm
    .insert(tables)
    .values({ projectId, id: newId(), slug, ...said })
    .onConflictDoUpdate({
      target: [tables.projectId, tables.slug],
      targetWhere: isNull(tables.deletedAt),
      set: { ...said, updatedAt: sql`now()` },
    })
    // Postgres marks the row with a transaction (xmax) where this statement found and changed it.
    .returning({ tableId: tables.id, isNew: sql<boolean>`xmax = 0` });
  const { tableId, isNew } = row!;
  if (isNew) {
    await tx.orm.insert(tableSheets).values([
      { projectId, tableId, environment: 'sandbox' },
      { projectId, tableId, environment: 'live' },
    ]);
  }
  return isNew;
}

/**
 * Deletes a table. Its sheets go at once, so that nothing writes to it any more; its rows are removed later.
 * @returns its name; undefined when there is no such table
 */
export async function deleteTable(
  tx: Transaction,
  projectId: string,
  slug: string,
): Promise<string | undefined> {
  const [row] = await tx.orm
    .update(tables)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(tables.projectId, projectId), eq(tables.slug, slug), isNull(tables.deletedAt)))
    .returning({ id: tables.id, name: tables.name });
  if (!row) return undefined;
  await tx.orm
    .delete(tableSheets)
    .where(and(eq(tableSheets.projectId, projectId), eq(tableSheets.tableId, row.id)));
  return row.name;
}
