import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { json, jsonDocument } from '../../platform/json-column.ts';
import { stateOf, stepOf, waitsAt, waitsAtMore } from '../flows/standing.ts';
import { dialog } from '../schema.ts';
import type { JsonObject } from '../template/json.ts';
import { templateRulesColumn } from '../template/rules-column.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** The column, as the indexes of the table name it. */
const position = sql`"position"`;

/** The draft of a scenario. */
export const scenarioDrafts = dialog.table('scenario_drafts', {
  projectId: uuid('project_id').primaryKey(),
  definition: jsonDocument('definition').notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  /** Grows by one whenever the draft is saved. */
  revision: integer('revision').notNull().default(1),
  /** What an editor keeps beside it, such as positions. */
  view: json('view'),
  /** The e-mail address of whoever saved it; null if that was before this column. */
  savedBy: text('saved_by'),
});

/** Published scenarios. They never change, because a dialog ends on the version with which it began. */
export const scenarioVersions = dialog.table(
  'scenario_versions',
  {
    projectId: uuid('project_id').notNull(),
    version: integer('version').notNull(),
    definition: jsonDocument('definition').notNull(),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** The e-mail address of an owner. */
    publishedBy: text('published_by').notNull(),
    /** The earlier version that this one repeats. */
    restoredFrom: integer('restored_from'),
    templateRules: templateRulesColumn(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.version] })],
);

/**
 * Conversations in which the draft is tried, each with a copy of it, which the dialog with its customer runs. The copies are no
 * versions of the table above, so that nothing takes one for what is published.
 */
export const testConversations = dialog.table(
  'test_conversations',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    /** Below 0. No number is given twice, since definitions are kept in memory by their number. */
    version: integer('version')
      .notNull()
      .generatedAlwaysAsIdentity({ startWith: -1, increment: -1, minValue: -2_147_483_647, maxValue: -1 }),
    definition: jsonDocument('definition').notNull(),
    /** Outputs that stand in for steps of its flows; null if there are none. */
    pinned: json('pinned').$type<JsonObject>(),
    templateRules: templateRulesColumn(),
    startedAt: at('started_at').notNull().defaultNow(),
    /** The e-mail address of an owner. */
    startedBy: text('started_by').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.identityId] }),
    unique('test_conversations_version').on(t.projectId, t.version),
    index('test_conversations_age').on(t.startedAt),
  ],
);

/** The state of the dialog with an identity. Its messages are tasks. */
export const dialogs = dialog.table(
  'dialogs',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    /** That of the identity. Null in rows that a process of an earlier version made. */
    channelId: uuid('channel_id'),
    /** The version that the position belongs to; below 0 for a draft that is tried. */
    version: integer('version'),
    /** The interpreter's position; null before the first start. */
    position: json('position'),
    /** When a hold expires, or without a hold, when the position stops waiting. */
    wakeAt: at('wake_at'),
    /** Set while an operator holds the dialog and the scenario is silent. */
    heldAt: at('held_at'),
    /** The operator's e-mail address; null if a step or the customer asked for an operator and none has come yet. */
    heldBy: text('held_by'),
    /** When the hold expires. */
    heldUntil: at('held_until'),
    /** When the customer was last told that nobody is there; null again when a person answers. */
    awayAt: at('away_at'),
    /** Results that came during a hold, for the scenario after the release. */
    kept: json('kept').$type<unknown[]>().notNull().default([]),
    /** When the customer last said something here; null if they never did. */
    lastHeardAt: at('last_heard_at'),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.identityId] }),
    index('dialogs_to_wake').on(t.wakeAt).where(sql`wake_at IS NOT NULL`),
    index('dialogs_held').on(t.projectId, t.updatedAt).where(sql`held_at IS NOT NULL`),
    index('dialogs_by_activity').on(t.projectId, t.updatedAt, t.identityId),
    index('dialogs_by_state').on(t.projectId, sql`(${stateOf(position)})`, t.updatedAt, t.identityId),
    index('dialogs_by_step').on(t.projectId, sql`(${stepOf(position)})`, t.updatedAt, t.identityId),
    index('dialogs_waiting')
      .on(t.projectId, t.version, sql`(${waitsAt(position)})`)
      .where(sql`${waitsAt(position)} IS NOT NULL`),
    index('dialogs_waiting_at_more').on(t.projectId, t.version).where(waitsAtMore(position)),
    index('dialogs_by_version').on(t.projectId, t.version, t.updatedAt, t.identityId),
    index('dialogs_by_channel').on(t.projectId, t.channelId, t.updatedAt, t.identityId),
    index('dialogs_idle').on(t.projectId, t.updatedAt).where(sql`wake_at IS NULL AND held_at IS NULL`),
  ],
);
