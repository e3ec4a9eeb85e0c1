import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { json, jsonDocument } from '../../platform/json-column.ts';
import { stepOf, waitsAt, waitsAtMore } from '../flows/standing.ts';
import type { KeptData, Position } from '../scenario/position.ts';
import type { WorkflowTrigger } from '../scenario/triggers.ts';
import { dialog, type Environment, type Waiter } from '../schema.ts';
import type { JsonObject } from '../template/json.ts';
import { templateRulesColumn } from '../template/rules-column.ts';

/** The column, as the indexes of the table of runs name it. */
const position = sql`"position"`;

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Workflows with their drafts. Runs use published versions. */
export const workflows = dialog.table(
  'workflows',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    environment: text('environment').$type<Environment>().notNull(),
    definition: jsonDocument('definition').notNull(),
    /** The version of new runs; null before the first publication. */
    version: integer('version'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** Grows by one whenever the draft is saved. */
    revision: integer('revision').notNull().default(1),
    /** What an editor keeps beside the draft, such as positions. */
    view: json('view'),
    /** The e-mail address of whoever saved the draft; null if that was before this column. */
    savedBy: text('saved_by'),
    /** When all its runs were last canceled. Flows that began before that start no more runs. */
    canceledAt: at('canceled_at'),
    /** Since when its published versions have triggers on what happens in the project; null if they have none. */
    followsSince: at('follows_since'),
    /** Set on deletion. The row stays, because unfinished runs use its versions. */
    deletedAt: at('deleted_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.slug] })],
);

/** Published definitions, and drafts as runs of them were started, with numbers below 0. They never change. */
export const workflowVersions = dialog.table(
  'workflow_versions',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    definition: jsonDocument('definition').notNull(),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** The e-mail address of an owner. */
    publishedBy: text('published_by').notNull(),
    templateRules: templateRulesColumn(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slug, t.version] }),
    index('workflow_versions_of_drafts').on(t.publishedAt).where(sql`version < 0`),
  ],
);

/** Triggers of published versions, so that an event or the clock finds them by an index. */
export const workflowTriggers = dialog.table(
  'workflow_triggers',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    /** Index of the trigger in the definition. */
    n: integer('n').notNull(),
    type: text('type').notNull(),
    trigger: jsonDocument('trigger').$type<WorkflowTrigger>().notNull(),
    /** The next time of a schedule. */
    nextAt: at('next_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slug, t.n] }),
    index('workflow_triggers_by_type').on(t.projectId, t.type),
    index('workflow_triggers_due').on(t.nextAt).where(sql`next_at IS NOT NULL`),
  ],
);

/**
 * How far the audit log of a project has been followed for triggers on what happens in it. Projects without such triggers have no
 * row.
 */
export const workflowCursors = dialog.table('workflow_cursors', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});

/** What a run was started with besides its input. */
export interface RunBeginning {
  /** The step at which its trigger starts; the first one if absent. */
  step?: string;
  event?: JsonObject;
  /** What started it; absent in rows that are older than this field. */
  startedBy?: string;
  /** What an earlier run had when it came to that step. */
  kept?: KeptData;
  /** Outputs by step that stand in for doing the step. */
  pinned?: JsonObject;
  /** What came of the step at which it begins: the run goes on behind it. */
  outcome?: JsonObject;
}

export type RunStatus = 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'unknown';

/** Runs from their first turn on. Before that, a run is the task that will start it, with the same id. */
export const workflowRuns = dialog.table(
  'workflow_runs',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    status: text('status').$type<RunStatus>().notNull(),
    input: json('input').$type<JsonObject>().notNull(),
    identityId: uuid('identity_id'),
    /** The number of flows before it in a chain in which each started the next. */
    depth: integer('depth').notNull().default(0),
    /** When the first flow of the chain was started; null without a chain. */
    rootAt: at('root_at'),
    /** Null if it has neither, and in rows that are older than this column. */
    start: json('start').$type<RunBeginning>(),
    /** The run that an owner carried out again as this one. */
    rerunOf: uuid('rerun_of'),
    /** The key by which it counts together with others, if its workflow limits how many there are at once. */
    slotKey: text('slot_key'),
    /** The flow that waits for its end. */
    waiter: json('waiter').$type<Waiter>(),
    /** Null before it begins. */
    position: json('position').$type<Position>(),
    /** When it must be woken if nothing comes. */
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
    index('workflow_runs_by_status').on(t.projectId, t.status, t.id),
    index('workflow_runs_by_workflow_status').on(t.projectId, t.slug, t.status, t.id),
    index('workflow_runs_by_identity')
      .on(t.projectId, t.identityId, t.id)
      .where(sql`identity_id IS NOT NULL`),
    index('workflow_runs_of_sandbox').on(t.projectId, t.id).where(sql`environment = 'sandbox'`),
    index('workflow_runs_again').on(t.projectId, t.rerunOf, t.id).where(sql`rerun_of IS NOT NULL`),
    index('workflow_runs_by_step').on(t.projectId, sql`(${stepOf(position)})`, t.id),
    index('workflow_runs_waiting')
      .on(t.projectId, t.slug, t.version, t.environment, sql`(${waitsAt(position)})`)
      .where(sql`finished_at IS NULL AND ${waitsAt(position)} IS NOT NULL`),
    index('workflow_runs_waiting_at_more')
      .on(t.projectId, t.slug, t.version, t.environment)
      .where(sql`finished_at IS NULL AND ${waitsAtMore(position)}`),
    index('workflow_runs_to_wake').on(t.wakeAt).where(sql`wake_at IS NOT NULL`),
    index('workflow_runs_unfinished').on(t.projectId, t.slug, t.id).where(sql`finished_at IS NULL`),
    index('workflow_runs_awaited')
      .on(t.projectId, sql`(waiter ->> 'id')`)
      .where(sql`waiter IS NOT NULL AND finished_at IS NULL`),
    index('workflow_runs_failed').on(t.projectId, t.finishedAt).where(sql`status = 'failed'`),
    index('workflow_runs_ended').on(t.finishedAt).where(sql`finished_at IS NOT NULL`),
  ],
);

/** Runs of workflows with a limit, from their start to their end: those that hold a slot, and those that wait for one. */
export const runSlots = dialog.table(
  'run_slots',
  {
    projectId: uuid('project_id').notNull(),
    runId: uuid('run_id').notNull(),
    slug: text('slug').notNull(),
    key: text('key').notNull(),
    held: boolean('held').notNull(),
    /** How many there may be at once, as the version of the run says. */
    most: integer('most').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.runId] }),
    index('run_slots_by_key').on(t.projectId, t.slug, t.key, t.held, t.runId),
  ],
);

/** The runs that wait for the last of many starts. */
export const runDebounces = dialog.table(
  'run_debounces',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    key: text('key').notNull(),
    /** The run, which is a task until it begins. */
    runId: uuid('run_id').notNull(),
    at: at('at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.slug, t.key] }), index('run_debounces_age').on(t.at)],
);

/** The steps of runs, in the order in which they began. */
export const workflowSteps = dialog.table(
  'workflow_steps',
  {
    projectId: uuid('project_id').notNull(),
    runId: uuid('run_id').notNull(),
    n: bigint('n', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Unique in the run, because a step in a loop runs many times. */
    execution: text('execution').notNull(),
    step: text('step').notNull(),
    type: text('type').notNull(),
    status: text('status').notNull(),
    /** What it was given; null where that was nothing, and in rows that are older than this column. */
    input: json('input'),
    output: json('output'),
    error: json('error'),
    /** The rounds, branches and calls that it is in; null in the document's own list, and in rows that are older than this column. */
    within: json('within'),
    /** `job_…`: what carries it out elsewhere. */
    jobId: text('job_id'),
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
