import { sql } from 'drizzle-orm';
import { bigint, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { json } from '../../platform/json-column.ts';
import type { ActorType } from '../audit/schema.ts';
import { at, bytea, dialog, type Environment } from '../schema.ts';

/**
 * An upload is `storing`, then `stored`. What a customer sent in a channel is `awaited`, then `fetching` (its bytes may be there),
 * then `stored` or, for good, `failed`. `deleting`: nobody may have it any more, but its bytes may be there.
 */
export type FileState = 'storing' | 'awaited' | 'fetching' | 'stored' | 'failed' | 'deleting';

/**
 * Files, whose bytes lie in the file store under the ids of the project and the file. The row is there before the bytes and
 * after them, so bytes without a row cannot be.
 */
export const files = dialog.table(
  'files',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    state: text('state').$type<FileState>().notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    name: text('name').notNull(),
    /** The media type, without parameters. Until the bytes are there, what the channel says of them, or else empty. */
    type: text('type').notNull(),
    /** In bytes; null where nobody has said it yet. */
    size: bigint('size', { mode: 'number' }),
    /** Pixels of an image, where they are known. */
    width: integer('width'),
    height: integer('height'),
    /** Null while the store has no bytes of it. A file counts for its holders from when it may have some until they are removed. */
    sha256: bytea('sha256'),
    actorType: text('actor_type').$type<ActorType>().notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    /** The customer who sent it; null for a file of clients and owners. */
    identityId: uuid('identity_id'),
    /** The message that brought it: the id of its task. */
    messageId: uuid('message_id'),
    /** Why it could not be fetched. */
    error: json('error').$type<{ code: string; message: string }>(),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it came into its state. */
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('files_to_remove').on(t.changedAt).where(sql`state IN ('storing', 'deleting')`),
    index('files_unsaid')
      .on(t.changedAt)
      .where(sql`state = 'stored' AND identity_id IS NOT NULL AND message_id IS NULL`),
    index('files_of_customers').on(t.projectId, t.id).where(sql`identity_id IS NOT NULL`),
  ],
);

/**
 * The bytes that are kept of a project, of each of its channels and of each customer: the sum of the sizes of their files whose
 * `sha256` is known. A trigger of `files` keeps it, so whoever writes a file has counted it.
 */
export const fileUsage = dialog.table(
  'file_usage',
  {
    projectId: uuid('project_id').notNull(),
    /** The id of the project itself, of a channel, or of a customer's identity. */
    holder: uuid('holder').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.holder] })],
);
