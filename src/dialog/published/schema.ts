import { integer, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';
import { jsonDocument } from '../../platform/json-column.ts';
import { dialog, type Environment } from '../schema.ts';
import { templateRulesColumn } from '../template/rules-column.ts';
import type { MethodDefinition } from './definition.ts';

const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Drafts of methods. Clients call published versions. */
export const methods = dialog.table(
  'methods',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    definition: jsonDocument('definition').$type<MethodDefinition>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.slug] })],
);

/**
 * Published versions. Except for the two dates at the end, a row never changes. It pins what it runs: the revision of an
 * operation, or the version of a workflow.
 */
export const methodVersions = dialog.table(
  'method_versions',
  {
    projectId: uuid('project_id').notNull(),
    slug: text('slug').notNull(),
    version: integer('version').notNull(),
    /** A single id for a version, for example for its compiled input schema. */
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    definition: jsonDocument('definition').$type<MethodDefinition>().notNull(),
    environment: text('environment').$type<Environment>().notNull(),
    /** Either an operation and its revision … */
    operation: text('operation'),
    revisionId: uuid('revision_id'),
    /** … or a workflow and its version. */
    workflow: text('workflow'),
    workflowVersion: integer('workflow_version'),
    publishedAt: at('published_at').notNull().defaultNow(),
    /** The e-mail address of an owner. */
    publishedBy: text('published_by').notNull(),
    templateRules: templateRulesColumn(),
    /** Set when the version was retired; it accepts no calls since then. */
    retiredAt: at('retired_at'),
    /** Set when the method was deleted. The row stays, so that no number is used twice and repetitions are answered. */
    removedAt: at('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.slug, t.version] }),
    unique('method_versions_id').on(t.projectId, t.id),
  ],
);
