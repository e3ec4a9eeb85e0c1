import type { ReadVersion } from '../flows/definitions.ts';

/** The definition of a published version of a project's scenario, of which there is one a project. */
export const readScenarioVersion: ReadVersion = async (tx, projectId, _slug, version) => {
  const { rows } = await tx.query<{ definition: unknown }>({
    name: 'scenario-version',
    text: 'SELECT definition FROM dialog.scenario_versions WHERE project_id = $1 AND version = $2',
    values: [projectId, version],
  });
  return rows[0]?.definition;
};
