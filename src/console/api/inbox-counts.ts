import { queries } from './client.ts';
import type { Environment } from './project.ts';
import { useRenewals } from './renewals.ts';

/** Where the counts of the inbox are. */
export const countsPath = '/api/owner/projects/{project_id}/conversations/counts';

/** How many open conversations there are for the person, which follows what happens. @param isAsked whether the person may know it */
export function useInboxCounts(projectId: string, environment: Environment, isAsked = true) {
  useRenewals(projectId, /^(?:message|dialog|conversation|identity)\./, countsPath);
  return queries.useQuery(
    'get',
    countsPath,
    { params: { path: { project_id: projectId }, query: { environment } } },
    { enabled: isAsked },
  );
}
