import { jsonb, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { dialog } from '../schema.ts';

/** What an owner has set for a project; a project without a row has the defaults. */
export const projectSettings = dialog.table('project_settings', {
  projectId: uuid('project_id').primaryKey(),
  /** What may be shown again. */
  settings: jsonb('settings').notNull().default({}),
  /** Sealed JSON of the secret ones; empty without any. */
  secrets: text('secrets').notNull().default(''),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
