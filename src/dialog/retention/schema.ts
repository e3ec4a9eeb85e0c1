import { bigint, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { dialog } from '../schema.ts';

/** The last deletion of expired records, by project and rule, to be shown to owners. */
export const retentionRuns = dialog.table(
  'retention_runs',
  {
    projectId: uuid('project_id').notNull(),
    rule: text('rule').notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** Number of rows deleted in that run. */
    removed: bigint('removed', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.rule] })],
);
