import { and, eq } from 'drizzle-orm';
import { build, statement } from '../../platform/statement.ts';
import type { ReadVersion } from '../flows/definitions.ts';
import { workflowVersions } from './schema.ts';

const columns = {
  definition: workflowVersions.definition,
  templateRules: workflowVersions.templateRules,
};

const readVersion = statement({
  name: 'workflow-version',
  params: {
    projectId: workflowVersions.projectId,
    slug: workflowVersions.slug,
    version: workflowVersions.version,
  },
  columns,
  query: (p) =>
    build
      .select(columns)
      .from(workflowVersions)
      .where(
        and(
          eq(workflowVersions.projectId, p.projectId),
          eq(workflowVersions.slug, p.slug),
          eq(workflowVersions.version, p.version),
        ),
      ),
});

/** Reads a published version of a workflow. */
export const readWorkflowVersion: ReadVersion = (tx, projectId, slug, version) =>
  readVersion.first(tx, { projectId, slug, version });
