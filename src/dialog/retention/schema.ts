import { bigint, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { dialog } from '../schema.ts';

/** The last removal of what had had its time, by project and rule: what an owner is shown. */
export const retentionRuns = dialog.table(
  'retention_runs',
  {
    projectId: uuid('project_id').notNull(),
    rule: text('rule').notNull(),
    at: timestamp('at', { withTimezone: true, precision: 3 }).notNull(),
    /** Rows, in that run. */
    removed: bigint('removed', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.rule] })],
);
