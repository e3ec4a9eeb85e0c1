import { sql } from 'drizzle-orm';
import { bigint, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { type ActorType, at, bytea, dialog, type Environment } from '../schema.ts';

/** `storing`: nobody may have it yet. `deleting`: nobody may have it any more, but its bytes may be there. */
export type FileState = 'storing' | 'stored' | 'deleting';

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
    /** The media type, without parameters. */
    type: text('type').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** Pixels of an image, where they are known. */
    width: integer('width'),
    height: integer('height'),
    sha256: bytea('sha256').notNull(),
    actorType: text('actor_type').$type<ActorType>().notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it came into its state. */
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('files_unsettled').on(t.changedAt).where(sql`state <> 'stored'`),
  ],
);
