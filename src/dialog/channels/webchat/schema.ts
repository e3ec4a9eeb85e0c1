import { index, integer, json, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, dialog } from '../../schema.ts';
import type { Said } from './transcript.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Browsers that opened a chat. One becomes a customer, an identity of the channel, with the first thing it says. */
export const webchatVisitors = dialog.table(
  'webchat_visitors',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    name: text('name'),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('webchat_visitors_token').on(t.projectId, t.channelId, t.tokenHash),
    index('webchat_visitors_expiry').on(t.expiresAt),
  ],
);

/** The last number given in each transcript; its row is the lock under which numbers are given. */
export const webchatTranscripts = dialog.table(
  'webchat_transcripts',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    last: integer('last').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.identityId] })],
);

/** What was said in a web chat, as its visitor sees it. */
export const webchatMessages = dialog.table(
  'webchat_messages',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    /** 1, 2, 3 … in each identity's transcript, and committed in that order: whoever has seen n misses none before it. */
    n: integer('n').notNull(),
    messageId: uuid('message_id').notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    author: text('author').$type<'customer' | Said['author']>().notNull(),
    content: json('content').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.identityId, t.n] }),
    // Also the order in which they are removed when they have had their time.
    unique('webchat_messages_message').on(t.projectId, t.messageId),
  ],
);
