import { sql } from 'drizzle-orm';
import { bigint, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import { at, bytea, type Cause, dialog, type Environment } from '../schema.ts';

/** The `flow` of the scenario, of which a project has one; that of a workflow is its slug. */
export const scenarioFlow = '';

/** How often a turn came to a step, was done with it, and saw it fail; for the figures of the step. */
export type StepCount = [
  flow: string,
  version: number,
  step: string,
  reached: number,
  left: number,
  failed: number,
];

/** Who caused an entry of the audit log. */
export type ActorType = 'key' | 'owner' | 'system' | 'channel' | 'receiver' | 'method';

const auditColumns = {
  projectId: uuid('project_id').notNull(),
  at: at('at').notNull().defaultNow(),
  actorType: text('actor_type').$type<ActorType>().notNull(),
  actorId: text('actor_id'),
  actorName: text('actor_name'),
  action: text('action').notNull(),
  subjectType: text('subject_type').notNull(),
  subjectId: text('subject_id').notNull(),
  environment: text('environment').$type<Environment>(),
  requestId: text('request_id'),
  /** The customer that it concerns, if any; figures are counted by it. */
  identityId: uuid('identity_id'),
  data: json('data').$type<Record<string, unknown>>().notNull().default({}),
  /** The flow that caused it, if one did. */
  cause: json('cause').$type<Cause>(),
};

/** Committed audit entries without a number. */
export const auditInbox = dialog.table(
  'audit_inbox',
  {
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    ...auditColumns,
    /** What a turn did, to be counted when the entry gets its number; null if it did nothing. */
    steps: json('steps').$type<readonly StepCount[]>(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.seq] })],
);

/** The audit log: numbered without gaps, in an order that no later commit can disturb. */
export const auditLog = dialog.table(
  'audit_log',
  { id: bigint('id', { mode: 'number' }).notNull(), ...auditColumns },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    // Without what most entries are about, so that the hot path does not pay for the searches of people.
    index('audit_by_subject').on(t.projectId, t.subjectId, t.id).where(sql`subject_type <> 'message'`),
    index('audit_by_person').on(t.projectId, t.actorId, t.id).where(sql`actor_type = 'owner'`),
  ],
);

/** The last number of each project's audit log. The row is also the lock for giving numbers. */
export const auditHeads = dialog.table('audit_heads', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});

/** Of failures of which projects have not been told, or not of all. */
export const isUntoldFailure = sql.raw(
  "person_id IS NOT NULL AND told < count AND kind IN ('login.failed', 'factor.failed')",
);

/** What happened to accounts, and what belongs to no project. It has no foreign keys: an entry outlives what it tells of. */
export const installationLog = dialog.table(
  'installation_log',
  {
    /** Grows with time. */
    id: uuid('id').primaryKey(),
    at: at('at').notNull().defaultNow(),
    kind: text('kind').notNull(),
    /** Whom it concerns; null for somebody who has no account. */
    personId: uuid('person_id'),
    personEmail: text('person_email'),
    /** Who did it; null: the server, its command line, or a stranger. */
    byId: uuid('by_id'),
    byEmail: text('by_email'),
    /** From where the person came; null if somebody else did it. */
    address: text('address'),
    userAgent: text('user_agent'),
    requestId: text('request_id'),
    data: json('data').$type<Record<string, unknown>>().notNull().default({}),
    /** How often it happened; more than once only in a folded entry. */
    count: integer('count').notNull().default(1),
    /** The last of them. */
    lastAt: at('last_at').notNull().defaultNow(),
    /** Entries with the same value are one row. */
    fold: bytea('fold'),
    /** Of a failure: of how many of `count` the projects of its person have been told. */
    told: integer('told').notNull().default(0),
  },
  (t) => [
    unique('installation_log_fold').on(t.fold),
    index('installation_log_by_person').on(t.personId, t.id),
    index('installation_log_by_kind').on(t.kind, t.id),
    index('installation_log_untold').on(t.personId).where(isUntoldFailure),
  ],
);
