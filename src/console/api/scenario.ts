import { queries } from './client.ts';
import { below } from './project.ts';
import { useRenewals } from './renewals.ts';

const path = '/api/owner/projects/{project_id}/scenario';

/** The scenario of a project with what is published of it, which follows what happens. */
export function useScenario(projectId: string) {
  useRenewals(projectId, /^scenario\./, path);
  return queries.useQuery('get', path, below(projectId), { staleTime: 60_000 });
}
