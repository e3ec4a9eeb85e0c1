import { and, eq, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { newId } from '../../platform/ids.ts';
import type { Queryable, Transaction } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { jsonOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import type { Column, RowRules } from './columns.ts';
import { tableSheets, tables } from './schema.ts';

/** A table as it is shown to owners. */
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

type Sheets = Record<Environment, { rows: number; revision: number }>;

const t = alias(tables, 't');
const s = alias(tableSheets, 's');

const shown = {
  slug: t.slug,
  name: t.name,
  columns: t.columns,
  enforce: t.enforce,
  created_at: t.createdAt,
  updated_at: t.updatedAt,
  environments: as(
    jsonOf<Sheets>(),
    sql`(
      SELECT json_object_agg(${s.environment}, json_build_object('rows', ${s.total}, 'revision', ${s.revision})
        ORDER BY ${s.environment} DESC)
      FROM ${tableSheets} AS ${s} WHERE ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id})`,
  ),
};

const selectTables = statement({
  name: 'tables-list',
  params: { projectId: t.projectId, offset: types.bigint },
  columns: shown,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tables} AS ${t}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.deletedAt} IS NULL
    ORDER BY ${t.slug} OFFSET ${p.offset} LIMIT ${tablesPage + 1}`,
});

const selectTable = statement({
  name: 'table-find',
  params: { projectId: t.projectId, slug: t.slug },
  columns: shown,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tables} AS ${t}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.slug} = ${p.slug} AND ${t.deletedAt} IS NULL`,
});

/** A page of a project's tables, by slug, and whether there are more. */
export async function listTables(
  database: Queryable,
  projectId: string,
  offset: number,
): Promise<{ tables: TableRecord[]; more: boolean }> {
  const rows = await selectTables.all(database, { projectId, offset });
  return { tables: rows.slice(0, tablesPage), more: rows.length > tablesPage };
}

/** A table by its slug; undefined if the project has none. */
export async function findTable(
  database: Queryable,
  projectId: string,
  slug: string,
): Promise<TableRecord | undefined> {
  return selectTable.first(database, { projectId, slug });
}

/** Creates a table, empty in both environments, or changes its definition. @returns whether it is new */
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
    // Postgres sets xmax in a row that this statement has updated.
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
 * Deletes a table. Its sheets are deleted at once, so that nothing can write to it; its rows are deleted later.
 * @returns its name; undefined if there is no such table
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
