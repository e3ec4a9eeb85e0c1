import { sql } from 'drizzle-orm';
import { index, integer, json, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { dialog } from '../schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The scenario as its owner is writing it. */
export const scenarioDrafts = dialog.table('scenario_drafts', {
  projectId: uuid('project_id').primaryKey(),
  definition: json('definition').notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});

/** Published scenarios, never changed: a dialog ends on the version it began with. */
export const scenarioVersions = dialog.table(
  'scenario_versions',
  {
    projectId: uuid('project_id').notNull(),
    version: integer('version').notNull(),
    definition: json('definition').notNull(),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** By e-mail address. */
    publishedBy: text('published_by').notNull(),
    /** The earlier version that this one repeats. */
    restoredFrom: integer('restored_from'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.version] })],
);

/** Where the dialog with an identity stands. What is said in it are tasks. */
export const dialogs = dialog.table(
  'dialogs',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    /** The published version that the position belongs to. */
    version: integer('version'),
    /** Of the interpreter; null before the first start. */
    position: json('position'),
    /** When the operator's time ends, or where none has it, when the position waits no longer. */
    wakeAt: at('wake_at'),
    /** Set while an operator has the dialog, and the scenario is silent. */
    heldAt: at('held_at'),
    /** By e-mail address; null when a step or the customer asked for an operator and none has come yet. */
    heldBy: text('held_by'),
    /** When the dialog goes back to the scenario by itself. */
    heldUntil: at('held_until'),
    /** Results that came while it was held, to be taken up when it is released. */
    kept: json('kept').$type<unknown[]>().notNull().default([]),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.identityId] }),
    index('dialogs_to_wake').on(t.wakeAt).where(sql`wake_at IS NOT NULL`),
    index('dialogs_held').on(t.projectId, t.updatedAt).where(sql`held_at IS NOT NULL`),
    index('dialogs_by_activity').on(t.projectId, t.updatedAt, t.identityId),
    index('dialogs_idle').on(t.projectId, t.updatedAt).where(sql`wake_at IS NULL AND held_at IS NULL`),
  ],
);
