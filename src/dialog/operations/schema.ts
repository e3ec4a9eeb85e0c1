import { index, json, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { dialog, type Environment } from '../schema.ts';
import type { Definition } from './definition.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/** What a project can do in somebody else's system, as it stands now. */
export const operations = dialog.table(
  'operations',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    environments: text('environments').array().$type<Environment[]>().notNull(),
    /** The revision that runs are accepted with. */
    revisionId: uuid('revision_id').notNull(),
    /** That of the revision; null for one that lives in the sandbox only. */
    connectionId: uuid('connection_id'),
    createdAt: at('created_at'),
    updatedAt: at('updated_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slug] }),
    index('operations_by_connection').on(t.projectId, t.connectionId),
  ],
);

/**
 * How an operation was defined at some time. Never changed: a job refers to the one that it was accepted with, and is
 * carried out by it whatever became of the operation.
 */
export const operationRevisions = dialog.table(
  'operation_revisions',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    kind: text('kind').notNull(),
    connectionId: uuid('connection_id'),
    /** `json`, not `jsonb`: the order of keys is that of the owner. */
    inputSchema: json('input_schema').$type<Record<string, unknown>>().notNull(),
    definition: json('definition').$type<Definition>().notNull(),
    createdAt: at('created_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
);
