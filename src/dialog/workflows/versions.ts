import type { ReadVersion } from '../flows/definitions.ts';

/** The definition of a published version of a workflow. */
export const readWorkflowVersion: ReadVersion = async (tx, projectId, slug, version) => {
  const { rows } = await tx.query<{ definition: unknown }>({
    name: 'workflow-version',
    text: 'SELECT definition FROM dialog.workflow_versions WHERE project_id = $1 AND slug = $2 AND version = $3',
    values: [projectId, slug, version],
  });
  return rows[0]?.definition;
};
