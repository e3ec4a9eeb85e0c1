import { index, jsonb, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { dialog } from '../schema.ts';
import type { TestReport } from './kind.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/** Somebody else's system as the owner set it up: where it is, and how to show who we are. */
export const connections = dialog.table(
  'connections',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    kind: text('kind').notNull(),
    name: text('name').notNull(),
    /** What may be shown again. */
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
    /** Sealed JSON of the secret settings. */
    secrets: text('secrets').notNull(),
    /** What the last test of it as it stands now found; null before the first. */
    lastTest: jsonb('last_test').$type<TestReport & { at: string }>(),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('connections_slug').on(t.projectId, t.slug),
    // A payment provider calls by the id alone.
    index('connections_by_id').on(t.id),
  ],
);

export type ConnectionRow = typeof connections.$inferSelect;
