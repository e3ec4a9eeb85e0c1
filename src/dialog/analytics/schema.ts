import { sql } from 'drizzle-orm';
import { bigint, date, index, integer, numeric, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { dialog, type Environment } from '../schema.ts';

const figure = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const place = {
  projectId: uuid('project_id').notNull(),
  environment: text('environment').$type<Environment>().notNull(),
  /** The channel, or `wholeProject`. */
  channelId: uuid('channel_id').notNull(),
  /** UTC. */
  day: date('day').notNull(),
};

/** What is counted of a day. Columns belong to one table, so each table gets its own. */
const figures = () => ({
  messagesIn: figure('messages_in'),
  messagesOut: figure('messages_out'),
  events: figure('events'),
  newProfiles: figure('new_profiles'),
  activeProfiles: figure('active_profiles'),
  jobsSucceeded: figure('jobs_succeeded'),
  jobsFailed: figure('jobs_failed'),
  workflowRuns: figure('workflow_runs'),
  paymentsSucceeded: figure('payments_succeeded'),
  refunds: figure('refunds'),
});

/**
 * The figures of a day, which `number_audit` adds up from the audit log. Every entry counts once for the whole project and
 * once for the channel of its customer, so that a chart of 90 days reads one range of 90 rows.
 */
export const dailyFigures = dialog.table('daily_figures', { ...place, ...figures() }, (t) => [
  primaryKey({ columns: [t.projectId, t.environment, t.channelId, t.day] }),
]);

/** The money paid on a day, by currency. */
export const dailyRevenue = dialog.table(
  'daily_revenue',
  { ...place, currency: text('currency').notNull(), amount: numeric('amount').notNull() },
  (t) => [primaryKey({ columns: [t.projectId, t.environment, t.channelId, t.day, t.currency] })],
);

/**
 * The profiles that were active on a day, for `active_profiles`. The key begins with the profile, because nobody reads the
 * list of a day, but a merge moves the rows of a profile.
 */
export const dailyActive = dialog.table(
  'daily_active',
  { ...place, profileId: uuid('profile_id').notNull() },
  (t) => [
    primaryKey({
      name: 'daily_active_pk',
      columns: [t.projectId, t.profileId, t.day, t.channelId, t.environment],
    }),
    // Rows are written day by day, so a deletion by age finds its range of blocks in a tiny index.
    index('daily_active_age').using('brin', sql`${t.day}`),
  ],
);

/**
 * What happened on a day at the steps of a version, which the numbering adds up from what the turns wrote beside their entries. The
 * key has the day before the version, so that a period is one range of it.
 */
export const stepFigures = dialog.table(
  'step_figures',
  {
    projectId: uuid('project_id').notNull(),
    /** The slug of the workflow, or `scenarioFlow`. */
    flow: text('flow').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** UTC. */
    day: date('day').notNull(),
    version: integer('version').notNull(),
    step: text('step').notNull(),
    reached: figure('reached'),
    left: figure('left'),
    failed: figure('failed'),
  },
  (t) => [
    primaryKey({
      name: 'step_figures_pk',
      columns: [t.projectId, t.flow, t.environment, t.day, t.version, t.step],
    }),
    index('step_figures_age').using('brin', sql`${t.day}`),
  ],
);

const tagPlace = {
  projectId: uuid('project_id').notNull(),
  environment: text('environment').$type<Environment>().notNull(),
  /** Its first 200 characters. */
  tag: text('tag').notNull(),
  /** UTC. */
  day: date('day').notNull(),
};

/**
 * The figures of a day of the customers who had a tag when they were counted, behind the numbering. The key has the tag before the day, so
 * a page of tags is one range of it, however many other tags there are.
 */
export const tagFigures = dialog.table('tag_figures', { ...tagPlace, ...figures() }, (t) => [
  primaryKey({ columns: [t.projectId, t.environment, t.tag, t.day] }),
  index('tag_figures_age').using('brin', sql`${t.day}`),
]);

/** The money that they paid, by currency. */
export const tagRevenue = dialog.table(
  'tag_revenue',
  { ...tagPlace, currency: text('currency').notNull(), amount: numeric('amount').notNull() },
  (t) => [
    primaryKey({ name: 'tag_revenue_pk', columns: [t.projectId, t.environment, t.tag, t.day, t.currency] }),
    index('tag_revenue_age').using('brin', sql`${t.day}`),
  ],
);

/** Who of them was active, so that each counts once a day. */
export const tagActive = dialog.table(
  'tag_active',
  { ...tagPlace, profileId: uuid('profile_id').notNull() },
  (t) => [
    primaryKey({ name: 'tag_active_pk', columns: [t.projectId, t.profileId, t.day, t.tag, t.environment] }),
    index('tag_active_age').using('brin', sql`${t.day}`),
  ],
);

/** How far the log of a project has been counted by tag. The row is also the lock for counting. */
export const tagCursors = dialog.table('tag_cursors', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
});
