import { sql } from 'drizzle-orm';
import {
  bigint,
  foreignKey,
  index,
  integer,
  json,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { dialog, type Environment } from '../schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Workflows with their drafts. What runs is a published version. */
export const workflows = dialog.table(
  'workflows',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    environment: text('environment').$type<Environment>().notNull(),
    definition: json('definition').notNull(),
    /** The version that new runs begin with; null before the first publication. */
    version: integer('version'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Runs in progress end on their version, so its rows stay. */
    deletedAt: at('deleted_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.slug] })],
);

/** Published definitions, never changed. */
export const workflowVersions = dialog.table(
  'workflow_versions',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    definition: json('definition').notNull(),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** By e-mail address. */
    publishedBy: text('published_by').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.slug, t.version] })],
);

/** What starts the published version of each workflow, so that an event or the clock finds it by an index. */
export const workflowTriggers = dialog.table(
  'workflow_triggers',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    /** The place of the trigger in the definition. */
    n: integer('n').notNull(),
    type: text('type').notNull(),
    trigger: json('trigger').notNull(),
    /** When a schedule comes next. */
    nextAt: at('next_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slug, t.n] }),
    index('workflow_triggers_by_type').on(t.projectId, t.type),
    index('workflow_triggers_due').on(t.nextAt).where(sql`next_at IS NOT NULL`),
  ],
);

export type RunStatus = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'unknown';

/** Runs from their first turn on; before it, a run is the task that will begin it, under the same id. */
export const workflowRuns = dialog.table(
  'workflow_runs',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    status: text('status').$type<RunStatus>().notNull(),
    input: json('input').notNull(),
    identityId: uuid('identity_id'),
    position: json('position'),
    /** When it has to be woken although nothing came. */
    wakeAt: at('wake_at'),
    output: json('output'),
    error: json('error').$type<{ code: string; message: string }>(),
    createdAt: at('created_at').notNull(),
    startedAt: at('started_at').notNull().defaultNow(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('workflow_runs_by_workflow').on(t.projectId, t.slug, t.id),
    index('workflow_runs_to_wake').on(t.wakeAt).where(sql`wake_at IS NOT NULL`),
    index('workflow_runs_ended').on(t.finishedAt).where(sql`finished_at IS NOT NULL`),
  ],
);

/** The steps of runs, in the order in which they were begun. */
export const workflowSteps = dialog.table(
  'workflow_steps',
  {
    projectId: uuid('project_id').notNull(),
    runId: uuid('run_id').notNull(),
    n: bigint('n', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Unique in the run: a step in a loop is executed many times. */
    execution: text('execution').notNull(),
    step: text('step').notNull(),
    type: text('type').notNull(),
    status: text('status').notNull(),
    output: json('output'),
    error: json('error'),
    startedAt: at('started_at').notNull(),
    finishedAt: at('finished_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.runId, t.n] }),
    unique('workflow_steps_execution').on(t.projectId, t.runId, t.execution),
    foreignKey({
      columns: [t.projectId, t.runId],
      foreignColumns: [workflowRuns.projectId, workflowRuns.id],
    }).onDelete('cascade'),
  ],
);
