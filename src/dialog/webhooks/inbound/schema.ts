import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { jsonDocument } from '../../../platform/json-column.ts';
import { dialog } from '../../schema.ts';
import { templateRulesColumn } from '../../template/rules-column.ts';
import { secretColumns } from '../rotation.ts';
import type { CallResponse } from './response.ts';
import type { Target } from './target.ts';
import type { Verification } from './verification.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Receivers: addresses at which other systems call a project. */
export const receivers = dialog.table(
  'receivers',
  {
    projectId: uuid('project_id').notNull(),
    /** Part of the address, so it is looked up before a project is known. */
    id: uuid('id').notNull().unique('receivers_directory'),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    target: jsonDocument('target').$type<Target>(),
    verification: jsonDocument('verification').$type<Verification>().notNull().default({ type: 'service' }),
    /** The template of the id by which a repeated call is recognized; null for that of the sender, if it has one. */
    dedupeId: text('dedupe_id'),
    /** The answer to accepted calls; null for the usual one. */
    response: jsonDocument('response').$type<CallResponse>(),
    templateRules: templateRulesColumn(),
    ...secretColumns,
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] }), unique('receivers_slug').on(t.projectId, t.slug)],
);

export type ArrivalStatus = 'accepted' | 'duplicate' | 'rejected';

/** Recent calls to receivers. A call has its own row, but rejected calls share one for each minute and reason. */
export const arrivals = dialog.table(
  'arrivals',
  {
    projectId: uuid('project_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    receiverId: uuid('receiver_id').notNull(),
    /** The time of the last call, if several share a row. */
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
    /** The minute in which rejected calls are counted. */
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
