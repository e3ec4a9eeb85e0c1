import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  json,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { dialog, type Environment } from '../schema.ts';
import type { Column } from './columns.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** What an owner says of a table. Its rows are found by its id, so a new table of an old slug begins empty. */
export const tables = dialog.table(
  'tables',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    columns: json('columns').$type<Column[]>().notNull(),
    enforce: boolean('enforce').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Set at once when the owner deletes a table; its rows are then removed in small batches. */
    deletedAt: at('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    uniqueIndex('tables_slug').on(t.projectId, t.slug).where(sql`deleted_at IS NULL`),
    index('tables_deleted').on(t.projectId, t.id).where(sql`deleted_at IS NOT NULL`),
  ],
);

/**
 * The rows of a table in one environment, as a whole. Its row is the lock under which they are written, so that
 * revisions and positions grow without gaps.
 */
export const tableSheets = dialog.table(
  'table_sheets',
  {
    projectId: uuid('project_id').notNull(),
    tableId: uuid('table_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    revision: count('revision'),
    total: count('total'),
    /** Rows at this position or below were replaced. To replace all rows is to raise it: the old ones go later. */
    floor: count('floor'),
    /** The last position given. While `total` is `last - floor` no row is missing between, and a page is a range. */
    last: count('last'),
    /** Up to here the replaced rows are gone. */
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
    /** `json`, not `jsonb`: the order of names and the digits of numbers come back as they were sent. */
    data: json('data').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.tableId, t.environment, t.position] })],
);
