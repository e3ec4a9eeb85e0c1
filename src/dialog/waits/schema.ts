import { sql } from 'drizzle-orm';
import { index, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import { dialog, type Environment, type Waiter } from '../schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What a wait is for. */
export type WaitKind = 'event' | 'receiver' | 'approval';

/**
 * What flows wait for from outside. A row is there from the turn in which the wait begins until something takes it or the flow
 * leaves the step; whoever deletes it decides how the wait ends.
 */
export const flowWaits = dialog.table(
  'flow_waits',
  {
    projectId: uuid('project_id').notNull(),
    /** The lane of the flow, and its call. */
    lane: text('lane').notNull(),
    call: text('call').notNull(),
    kind: text('kind').$type<WaitKind>().notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** The customer of the flow. */
    identityId: uuid('identity_id'),
    /** What the definition says of the wait, as JSON text, and its hash: equal for all flows at the same step. Empty for approvals. */
    form: text('form').notNull(),
    formKey: text('form_key').notNull(),
    /** The hash of the values that have to stand in what arrives; empty if there are none. */
    matchKey: text('match_key').notNull(),
    waiter: json('waiter').$type<Waiter>().notNull(),
    begunAt: at('begun_at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.lane, t.call] }),
    index('flow_waits_by_form').on(
      ...[t.projectId, t.kind, t.environment, t.formKey, t.matchKey, t.lane, t.call],
    ),
  ],
);

export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'timed_out' | 'canceled';

/** Decisions that flows ask for. A pending one has a row among the waits. */
export const approvals = dialog.table(
  'approvals',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    state: text('state').$type<ApprovalState>().notNull(),
    text: text('text').notNull(),
    options: json('options').$type<string[]>(),
    step: text('step').notNull(),
    lane: text('lane').notNull(),
    call: text('call').notNull(),
    /** The run that asks; null for a dialog. */
    runId: uuid('run_id'),
    identityId: uuid('identity_id'),
    createdAt: at('created_at').notNull().default(sql`clock_timestamp()`),
    /** When the flow stops waiting; null for never. */
    expiresAt: at('expires_at'),
    decidedAt: at('decided_at'),
    /** The e-mail address of who decided. */
    decidedBy: text('decided_by'),
    comment: text('comment'),
    /** The option that was chosen. */
    option: text('option'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('approvals_by_state').on(t.projectId, t.state, t.id),
    index('approvals_pending').on(t.projectId, t.lane, t.call).where(sql`state = 'pending'`),
  ],
);
