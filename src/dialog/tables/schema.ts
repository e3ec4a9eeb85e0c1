import { sql } from 'drizzle-orm';
import { bigint, boolean, index, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { json, jsonDocument } from '../../platform/json-column.ts';
import { dialog, type Environment } from '../schema.ts';
import type { Column } from './columns.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** Tables as their owners define them. Rows refer to the id, so a new table with an old slug begins empty. */
export const tables = dialog.table(
  'tables',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    columns: jsonDocument('columns').$type<Column[]>().notNull(),
    enforce: boolean('enforce').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Set at once when the owner deletes a table; its rows are then deleted in batches. */
    deletedAt: at('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('tables_slug').on(t.projectId, t.slug).where(sql`deleted_at IS NULL`),
    index('tables_deleted').on(t.projectId, t.id).where(sql`deleted_at IS NOT NULL`),
  ],
);

/**
 * All rows of a table in one environment. This row is the lock for writing them, so that revisions and positions grow without
 * gaps.
 */
export const tableSheets = dialog.table(
  'table_sheets',
  {
    projectId: uuid('project_id').notNull(),
    tableId: uuid('table_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    revision: count('revision'),
    total: count('total'),
    /** Rows up to this position were replaced. To replace all rows means to raise it; the old rows are deleted later. */
    floor: count('floor'),
    /** The last position in use. While `total` is `last - floor`, no row is missing in between and a page is a range. */
    last: count('last'),
    /** Replaced rows up to this position have been deleted. */
    removed: count('removed'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.tableId, t.environment] }),
    index('table_sheets_replaced').on(t.projectId, t.tableId, t.environment).where(sql`floor > removed`),
  ],
);

export const tableRows = dialog.table(
  'table_rows',
  {
    projectId: uuid('project_id').notNull(),
    tableId: uuid('table_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Oldest first. */
    position: bigint('position', { mode: 'number' }).notNull(),
    /** `json`, not `jsonb`, so that the order of names and the digits of numbers are kept. */
    data: json('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.tableId, t.environment, t.position] })],
);
