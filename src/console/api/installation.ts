import { queries } from './client.ts';
import { below, useMay, useProjectId } from './project.ts';

/** What the installation knows of itself: whether it sends mails, and its public address. Undefined while that is not known. */
export function useInstallation(): { sendsMail: boolean; address: string | undefined } | undefined {
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/readiness',
    below(useProjectId()),
    { enabled: useMay('work'), staleTime: 60_000 },
  );
  if (!data) return undefined;
  const address = data.items.find(({ id }) => id === 'public_address')?.params.address;
  return {
    sendsMail: data.items.some(({ id }) => id === 'mail'),
    address: address === undefined ? undefined : String(address),
  };
}
