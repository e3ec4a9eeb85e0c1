import { sql } from 'drizzle-orm';
import { bigint, index, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import { dialog, type Environment } from '../schema.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What became of a message: one of a customer was `received`, one to a customer is on its way or has an outcome. */
export type Delivery = 'received' | 'queued' | 'sent' | 'failed' | 'unknown';

/** Everything that was said by customers and to them, for as long as the installation wants to keep it. */
export const conversationMessages = dialog.table(
  'conversation_messages',
  {
    projectId: uuid('project_id').notNull(),
    /** The id of its task. */
    id: uuid('id').notNull(),
    /** The order in which messages were accepted, over all channels. */
    seq: bigint('seq', { mode: 'number' }).notNull(),
    identityId: uuid('identity_id').notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    delivery: text('delivery').$type<Delivery>().notNull(),
    /** As it was accepted. `json`, so that the digits of numbers are kept. */
    payload: json('payload').notNull(),
    /** Why it failed, or why its outcome is unknown. */
    error: json('error').$type<{ code: string; message: string }>(),
    createdAt: at('created_at').notNull(),
    finishedAt: at('finished_at'),
    /** When the channel first told that the customer has seen it. */
    readAt: at('read_at'),
  },
  (t) => [
    // Expired messages are deleted in this order too.
    primaryKey({ columns: [t.projectId, t.id] }),
    index('conversation_messages_by_identity').on(t.projectId, t.identityId, t.seq),
    // A channel may have said a thousand things since the customer last spoke.
    index('conversation_messages_heard').on(t.projectId, t.identityId, t.seq).where(sql`direction = 'in'`),
  ],
);

/** The last audit entry of each project whose message is on record. */
export const conversationCursors = dialog.table('conversation_cursors', {
  projectId: uuid('project_id').primaryKey(),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
});
