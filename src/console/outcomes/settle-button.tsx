import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { SettleRecord } from './settle-record.tsx';

const path = '/api/owner/projects/{project_id}/unsettled';

/** Settles the record with this id, where it is looked at. Absent if its outcome is known, and for whoever may not. */
export function SettleButton({ id }: { id: string }) {
  const project_id = useProjectId();
  const maySettle = useMay('settle');
  // A record says that its outcome is unknown a moment before it can be settled.
  useRenewals(project_id, /\.unknown$/, path);
  const { data } = queries.useQuery(
    'get',
    path,
    { params: { path: { project_id }, query: { id } } },
    { enabled: maySettle },
  );
  const record = data?.items[0];
  return record ? <SettleRecord record={record} /> : null;
}
