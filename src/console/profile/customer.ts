import { cache, renew } from '../api/cache.ts';
import { api, queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { showName } from '../text/name.ts';

export type Customer = Shape<'Customer'>;

const customerPath = '/api/owner/projects/{project_id}/profiles/{profile_id}';

const at = (project_id: string, profile_id: string) => ({ params: { path: { project_id, profile_id } } });

/** A customer, with what they bought, where their dialogs stand, and what was merged. */
export const useCustomer = (profileId: string) =>
  queries.useQuery('get', customerPath, at(useProjectId(), profileId));

/** How a customer is called: by their name, or by what a channel calls them. */
export const customerName = ({
  name,
  identities,
  id,
}: Pick<Customer, 'name' | 'identities' | 'id'>): string => showName(name, identities[0]?.external_id ?? id);

/** Changes fields of a customer: at once on the screen, and back if the server refuses it. */
export async function changeCustomer(
  projectId: string,
  profileId: string,
  change: Shape<'CustomerChanges'>,
): Promise<void> {
  const key = ['get', customerPath, at(projectId, profileId)];
  const before = cache.getQueryData<Customer>(key);
  cache.setQueryData<Customer>(key, (now) => now && ({ ...now, ...change } as Customer));
  try {
    await api.PATCH(customerPath, { ...at(projectId, profileId), body: change });
  } catch (error) {
    cache.setQueryData(key, before);
    throw error;
  } finally {
    renew(customerPath);
  }
}
