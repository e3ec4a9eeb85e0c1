import { sql } from 'drizzle-orm';
import { bigint, customType, foreignKey, index, primaryKey, timestamp, uuid } from 'drizzle-orm/pg-core';
import { conversationMessages } from '../conversations/schema.ts';
import { dialog, identities } from '../schema.ts';

/** Words without their positions. They are made here and not by Postgres, so that its text is never read. */
const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The words of the messages on record. A row goes with its message, whatever deletes that. The index is written at once, because a
 * search looks into it once for each bucket, and would read a list of pending entries each time.
 */
export const searchMessages = dialog.table(
  'search_messages',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    seq: bigint('seq', { mode: 'number' }).notNull(),
    words: tsvector('words').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('search_messages_by_word').using('gin', t.words).with({ fastupdate: false }),
    foreignKey({
      name: 'search_messages_of_message',
      columns: [t.projectId, t.id],
      foreignColumns: [conversationMessages.projectId, conversationMessages.id],
    }).onDelete('cascade'),
  ],
);

/** The words of the names and external ids of accounts. */
export const searchIdentities = dialog.table(
  'search_identities',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    words: tsvector('words').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('search_identities_by_word').using('gin', t.words).with({ fastupdate: false }),
    foreignKey({
      name: 'search_identities_of_identity',
      columns: [t.projectId, t.id],
      foreignColumns: [identities.projectId, identities.id],
    }).onDelete('cascade'),
  ],
);

const counted = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

/** How far the search of a project is. */
export const searchCursors = dialog.table(
  'search_cursors',
  {
    projectId: uuid('project_id').primaryKey(),
    /** With which the words of the project begin, since it is shorter than its id. */
    number: bigint('number', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The last audit entry whose message or account can be found. */
    last: counted('last'),
    /** How many came since the project is followed, and how many of those that were there before are filled in. */
    messages: counted('messages'),
    olderMessages: counted('older_messages'),
    identities: counted('identities'),
    olderIdentities: counted('older_identities'),
    /** Before which message and account the filling in goes on; null when it has come to its end. */
    messagesBefore: uuid('messages_before'),
    identitiesBefore: uuid('identities_before'),
    filledAt: timestamp('filled_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (t) => [
    index('search_cursors_unfilled')
      .on(t.filledAt)
      .where(sql`messages_before IS NOT NULL OR identities_before IS NOT NULL`),
  ],
);
