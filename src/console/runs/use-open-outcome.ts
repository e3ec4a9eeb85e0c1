import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { t } from '../text/text.ts';
import { jobsAt } from './restart.ts';
import type { Run } from './run.ts';

const unsettledPath = '/api/owner/projects/{project_id}/unsettled';

/**
 * What a person has to know before they carry out a step again whose outcome nobody knows, as a sentence: by that they settle it, or it stays
 * open if they settle nothing.
 * @returns undefined if it is known that nothing that would be done again is of unknown outcome
 */
export function useOpenOutcome(run: Run, step: string): string | undefined {
  const project_id = useProjectId();
  const sees = useMay('sales');
  const maySettle = useMay('settle');
  const jobs = jobsAt(run, step);
  const [first] = jobs;
  const query = jobs.length === 1 && first !== undefined ? { id: first } : {};
  useRenewals(project_id, /\.(?:unknown|settled)$/, unsettledPath);
  const { data } = queries.useQuery(
    'get',
    unsettledPath,
    { params: { path: { project_id }, query } },
    { enabled: sees && jobs.length > 0 },
  );
  if (jobs.length === 0) return undefined;
  if (data?.items.some(({ id }) => jobs.includes(id))) {
    return t(maySettle ? 'runs.settles' : run.environment === 'live' ? 'runs.not_yours' : 'runs.stays_open');
  }
  // Of several jobs the first page of the list has to do: it has the oldest hundred of the project.
  return data && data.next_offset === null ? undefined : t('runs.maybe_open');
}
