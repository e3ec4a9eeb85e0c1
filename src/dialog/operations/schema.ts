import { index, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { jsonDocument } from '../../platform/json-column.ts';
import { dialog, type Environment } from '../schema.ts';
import { templateRulesColumn } from '../template/rules-column.ts';
import type { Definition } from './definition.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 }).notNull().defaultNow();

/** What a project can do in another system: the current operations. */
export const operations = dialog.table(
  'operations',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    environments: text('environments').array().$type<Environment[]>().notNull(),
    /** The revision that new runs use. */
    revisionId: uuid('revision_id').notNull(),
    /** The connection of the revision; null for an operation that exists only in the sandbox. */
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
 * Definitions of operations. A revision never changes: a job refers to the one with which it was accepted, and runs it
 * whatever happens to the operation.
 */
export const operationRevisions = dialog.table(
  'operation_revisions',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    slug: text('slug').notNull(),
    kind: text('kind').notNull(),
    connectionId: uuid('connection_id'),
    /** `json`, not `jsonb`, so that the owner's order of keys is kept. */
    inputSchema: jsonDocument('input_schema').$type<Record<string, unknown>>().notNull(),
    definition: jsonDocument('definition').$type<Definition>().notNull(),
    templateRules: templateRulesColumn(),
    createdAt: at('created_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.id] }),
    index('operation_revisions_by_slug').on(t.projectId, t.slug),
    index('operation_revisions_by_connection').on(t.projectId, t.connectionId),
  ],
);
