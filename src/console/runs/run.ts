import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { t } from '../text/text.ts';

export type Run = Shape<'Run'>;
export type RunRow = Shape<'RunSummary'>;
export type RunStatus = RunRow['status'];

export const runsPath = '/api/owner/projects/{project_id}/runs';
export const runPath = '/api/owner/projects/{project_id}/runs/{run_id}';
export const workflowsPath = '/api/owner/projects/{project_id}/workflows';

/** The number of a version in words; drafts have numbers below 0. */
export const showVersion = (version: number): string =>
  version < 0 ? t('runs.draft') : t('runs.version_n', { version });

export const hasEnded = ({ status }: { status: RunStatus }): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'unknown';

/** The workflows of the project. */
export const useWorkflows = () =>
  queries.useQuery(
    'get',
    workflowsPath,
    { params: { path: { project_id: useProjectId() } } },
    { staleTime: 60_000 },
  );

/** What a workflow is called; its slug if it was deleted or has no name. */
export function useWorkflowName(): (slug: string) => string {
  const { data } = useWorkflows();
  return (slug) => data?.items.find(({ id }) => id === slug)?.name || slug;
}
