import { boolean, index, integer, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../../platform/json-column.ts';
import { bytea, dialog } from '../../schema.ts';
import type { About } from './known.ts';
import type { Said, SaidContent } from './said.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Browsers that have opened a chat. With its first message a visitor becomes a customer, an identity of the channel. */
export const webchatVisitors = dialog.table(
  'webchat_visitors',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    channelId: uuid('channel_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    name: text('name'),
    /** The `external_id` of the person whom the page's own server says this is; null for somebody whom only the browser knows. */
    actsAs: text('acts_as'),
    /** What is known of somebody who has said nothing yet; null if nothing, and once it is in their profile. */
    about: json('about').$type<About>(),
    createdAt: at('created_at').notNull().defaultNow(),
    expiresAt: at('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    unique('webchat_visitors_token').on(t.projectId, t.channelId, t.tokenHash),
    index('webchat_visitors_expiry').on(t.expiresAt),
  ],
);

/** The last number in each transcript. The row is also the lock for giving numbers. */
export const webchatTranscripts = dialog.table(
  'webchat_transcripts',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    last: integer('last').notNull().default(0),
    /** The number of the newest message that the visitor has seen. */
    read: integer('read').notNull().default(0),
    /** The number up to which somebody has read what the visitor said: a person, or the scenario. */
    seen: integer('seen').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.identityId] })],
);

/** The messages of a web chat, as its visitor sees them. */
export const webchatMessages = dialog.table(
  'webchat_messages',
  {
    projectId: uuid('project_id').notNull(),
    identityId: uuid('identity_id').notNull(),
    /** 1, 2, 3 … in each identity's transcript, committed in that order: a reader who has seen n misses none before it. */
    n: integer('n').notNull(),
    messageId: uuid('message_id').notNull(),
    direction: text('direction').$type<'in' | 'out'>().notNull(),
    author: text('author').$type<'customer' | Said['author']>().notNull(),
    content: json('content').$type<SaidContent>().notNull(),
    /** Its inline buttons have done their work. */
    spent: boolean('spent').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.identityId, t.n] }),
    // Expired messages are deleted in this order too.
    unique('webchat_messages_message').on(t.projectId, t.messageId),
  ],
);
