import {
  bigint,
  boolean,
  index,
  integer,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { json } from '../../../platform/json-column.ts';
import { dialog, type Environment } from '../../schema.ts';
import { secretColumns } from '../rotation.ts';
import type { EventPattern } from './kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Subscriptions: who is notified of a project's events. */
export const subscriptions = dialog.table(
  'subscriptions',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    kinds: text('kinds').array().$type<EventPattern[]>().notNull(),
    environments: text('environments').array().$type<Environment[]>().notNull(),
    url: text('url').notNull(),
    ...secretColumns,
    state: text('state').$type<'enabled' | 'disabled'>().notNull().default('enabled'),
    /** Why it is disabled. */
    reason: text('reason'),
    disabledAt: at('disabled_at'),
    /** The last audit entry that was checked for it. */
    cursor: bigint('cursor', { mode: 'number' }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), unique('subscriptions_slug').on(t.projectId, t.slug)],
);

/** Every attempt of a delivery, and its answer. */
export const webhookAttempts = dialog.table(
  'webhook_attempts',
  {
    projectId: uuid('project_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    n: integer('n').notNull(),
    at: at('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The status of the answer; null if there was none. */
    status: smallint('status'),
    error: text('error'),
    /** The headers of the answer that matter. */
    headers: json('headers').$type<Record<string, string>>(),
    /** The beginning of the answer's body, and whether there was more. */
    answer: text('answer'),
    truncated: boolean('truncated'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.deliveryId, t.n] }),
    index('webhook_attempts_age').using('brin', t.at),
  ],
);
