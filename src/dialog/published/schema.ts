import { integer, json, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { dialog, type Environment } from '../schema.ts';
import type { MethodDefinition } from './definition.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Methods as their owner is drafting them. What clients call is a published version. */
export const methods = dialog.table(
  'methods',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    definition: json('definition').$type<MethodDefinition>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.slug] })],
);

/**
 * Published versions. All but the two dates at the end stays as it was published, together with what it runs: the
 * revision of an operation, or the version of a workflow.
 */
export const methodVersions = dialog.table(
  'method_versions',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    /** Names the version where nothing but one id is wanted, such as for its compiled input schema. */
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    definition: json('definition').$type<MethodDefinition>().notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Either an operation and its revision … */
    operation: text('operation'),
    revisionId: uuid('revision_id'),
    /** … or a workflow and its version. */
    workflow: text('workflow'),
    workflowVersion: integer('workflow_version'),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** By e-mail address. */
    publishedBy: text('published_by').notNull(),
    /** Since when it accepts nothing more. */
    retiredAt: at('retired_at'),
    /** Since when its method is deleted. It stays, so that numbers are not given twice and repetitions are answered. */
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slug, t.version] }),
    unique('method_versions_id').on(t.projectId, t.id),
  ],
);
