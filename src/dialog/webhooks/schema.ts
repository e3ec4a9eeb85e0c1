import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  json,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { dialog, type Environment } from '../schema.ts';
import type { Target } from './inbound/target.ts';
import type { EventPattern } from './outbound/kinds.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = at('created_at').notNull().defaultNow();

/** A secret that is being changed: the one before is valid until then. */
const secrets = {
  /** Sealed. */
  secret: text('secret').notNull(),
  previousSecret: text('previous_secret'),
  previousUntil: at('previous_until'),
};

/** Addresses at which others may call this project. */
export const receivers = dialog.table(
  'receivers',
  {
    projectId: uuid('project_id').notNull(),
    /** Stands in the address, so it is looked up before a project is known. */
    id: uuid('id').notNull().unique('receivers_directory'),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    target: json('target').$type<Target>(),
    ...secrets,
    createdAt,
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), unique('receivers_slug').on(t.projectId, t.slug)],
);

export type ArrivalStatus = 'accepted' | 'duplicate' | 'rejected';

/** What arrived at receivers lately: a row a call, but for rejected ones, which share a row a minute and reason. */
export const arrivals = dialog.table(
  'arrivals',
  {
    projectId: uuid('project_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    receiverId: uuid('receiver_id').notNull(),
    /** Of the last call, where several share a row. */
    at: at('at').notNull(),
    status: text('status').$type<ArrivalStatus>().notNull(),
    /** Why it was rejected. */
    reason: text('reason'),
    count: integer('count').notNull().default(1),
    address: text('address').notNull(),
    /** Bytes of the body. */
    size: integer('size').notNull(),
    requestId: text('request_id').notNull(),
    eventId: text('event_id'),
    /** The minute that rejected calls are counted in. */
    minute: at('minute'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('arrivals_by_receiver').on(t.projectId, t.receiverId, t.id),
    uniqueIndex('arrivals_rejected')
      .on(t.projectId, t.receiverId, t.minute, t.reason)
      .where(sql`status = 'rejected'`),
    index('arrivals_age').using('brin', t.at),
  ],
);

/** Who is told what happens in a project. */
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
    ...secrets,
    state: text('state').$type<'enabled' | 'disabled'>().notNull().default('enabled'),
    /** Why it is disabled. */
    reason: text('reason'),
    disabledAt: at('disabled_at'),
    /** The last entry of the audit log that was looked at for it. */
    cursor: bigint('cursor', { mode: 'number' }).notNull(),
    createdAt,
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), unique('subscriptions_slug').on(t.projectId, t.slug)],
);

/** Every attempt at a delivery, and what was answered. */
export const webhookAttempts = dialog.table(
  'webhook_attempts',
  {
    projectId: uuid('project_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    n: integer('n').notNull(),
    at: at('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Of the answer; null when there was none. */
    status: smallint('status'),
    error: text('error'),
    /** The beginning of the answer's body. */
    answer: text('answer'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.deliveryId, t.n] }),
    index('webhook_attempts_age').using('brin', t.at),
  ],
);
