import { bigint, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import { at, type Cause, dialog, type Environment } from '../schema.ts';

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
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);

/** The last number of each project's audit log. The row is also the lock for giving numbers. */
export const auditHeads = dialog.table('audit_heads', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull(),
});
