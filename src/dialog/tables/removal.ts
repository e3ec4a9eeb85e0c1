import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/postgres.ts';
import { build, statement } from '../../platform/statement.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

/** Rows deleted by one statement: few enough for short locks and for little repeated work after a crash. */
const atOnce = 5000;

const sheet = {
  projectId: tableSheets.projectId,
  tableId: tableSheets.tableId,
  environment: tableSheets.environment,
};
const sheets = { ...sheet, floor: tableSheets.floor };

const findReplaced = statement({
  name: 'rows-replaced',
  prepared: false,
  columns: sheets,
  query: () => build.select(sheets).from(tableSheets).where(gt(tableSheets.floor, tableSheets.removed)),
});

const removeReplaced = statement({
  name: 'rows-replaced-remove',
  prepared: false,
  params: sheets,
  query: (p) => {
    const isReplaced = and(
      eq(tableRows.projectId, p.projectId),
      eq(tableRows.tableId, p.tableId),
      eq(tableRows.environment, p.environment),
      lte(tableRows.position, p.floor),
    );
    return sql`DELETE FROM ${tableRows} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${tableRows} WHERE ${isReplaced} LIMIT ${atOnce}))`;
  },
});

const keepRemoved = statement({
  name: 'rows-replaced-removed',
  prepared: false,
  params: sheets,
  query: (p) =>
    build
      .update(tableSheets)
      .set({ removed: p.floor })
      .where(
        and(
          eq(sheet.projectId, p.projectId),
          eq(sheet.tableId, p.tableId),
          eq(sheet.environment, p.environment),
        ),
      ),
});

const table = { projectId: tables.projectId, id: tables.id };

const findDeleted = statement({
  name: 'tables-deleted',
  prepared: false,
  columns: table,
  query: () => build.select(table).from(tables).where(isNotNull(tables.deletedAt)),
});

const removeRows = statement({
  name: 'tables-deleted-rows',
  prepared: false,
  params: table,
  query: (p) => sql`
    DELETE FROM ${tableRows} WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM ${tableRows}
      WHERE ${tableRows.projectId} = ${p.projectId} AND ${tableRows.tableId} = ${p.id} LIMIT ${atOnce}))`,
});

const removeTable = statement({
  name: 'tables-deleted-remove',
  prepared: false,
  params: table,
  query: (p) => build.delete(tables).where(and(eq(tables.projectId, p.projectId), eq(tables.id, p.id))),
});

/** Deletes rows below the floor of their sheet, which were replaced by others. */
export async function removeReplacedRows(database: Database): Promise<void> {
  for (const replaced of await findReplaced.all(database)) {
    while ((await removeReplaced.run(database, replaced)) >= atOnce);
    await keepRemoved.run(database, replaced);
  }
}

/** Deletes the rows of deleted tables, and finally the tables. */
export async function removeDeletedTables(database: Database): Promise<void> {
  for (const deleted of await findDeleted.all(database)) {
    while ((await removeRows.run(database, deleted)) >= atOnce);
    await removeTable.run(database, deleted);
  }
}
