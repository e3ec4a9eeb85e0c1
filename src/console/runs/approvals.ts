import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';

export type Approval = Shape<'Approval'>;

export const approvalsPath = '/api/owner/projects/{project_id}/approvals';
/** As many pages of a hundred are looked through. */
const mostPages = 5;

/**
 * The decisions that flows wait for: all of them, since the API does not list those of one run.
 * @param isOn whether the person may see them
 */
export function usePendingApprovals(isOn: boolean): readonly Approval[] {
  const project_id = useProjectId();
  const { data } = useQuery({
    queryKey: ['get', approvalsPath, { project_id }, 'all pending'],
    enabled: isOn,
    queryFn: async ({ signal }) => {
      const found: Approval[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < mostPages; page++) {
        const query = { status: 'pending' as const, ...(cursor && { cursor }) };
        const { data: answer } = await api.GET(approvalsPath, {
          signal,
          params: { path: { project_id }, query },
        });
        found.push(...(answer?.items ?? []));
        cursor = answer?.next_cursor ?? undefined;
        if (cursor === undefined) break;
      }
      return found;
    },
  });
  useRenewals(project_id, /^(?:approval|run|dialog)\./, approvalsPath);
  return data ?? [];
}
