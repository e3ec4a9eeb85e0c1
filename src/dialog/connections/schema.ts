import { index, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { jsonb } from '../../platform/json-column.ts';
import { dialog } from '../schema.ts';
import type { KeptReport } from './kind.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/** Another system, as the owner configured it: its address, and how to authenticate. */
export const connections = dialog.table(
  'connections',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** Settings that may be shown. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    /** Sealed JSON of the secret settings. */
    secrets: text('secrets').notNull(),
    /** The result of the last test of the connection in its current form; null before the first. */
    lastTest: jsonb('last_test').$type<KeptReport & { at: string }>(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('connections_slug').on(t.projectId, t.slug),
    // A payment provider names a connection by its id alone.
    index('connections_by_id').on(t.id),
  ],
);

export type ConnectionRow = typeof connections.$inferSelect;
