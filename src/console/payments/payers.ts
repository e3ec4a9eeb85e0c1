import { useMemo } from 'react';
import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useSearch } from '../api/search.ts';
import { customerName } from '../profile/index.ts';

const profilesPath = '/api/owner/projects/{project_id}/profiles';
/** As many as the API is asked for by their ids. */
const mostNamed = 100;

/** What is known of who pays, by the id of their profile. */
export type Payers = ReadonlyMap<string, { name: string; identityIds: readonly string[] }>;

const nobody: Payers = new Map();

/** How these customers are called: nothing for who may not see customers. Asking for a list is no view of a customer. */
export function usePayers(profileIds: readonly (string | null)[]): Payers {
  const projectId = useProjectId();
  const mayServe = useMay('serve');
  const ids = useMemo(
    () => [...new Set(profileIds.filter((id) => id !== null))].sort().slice(-mostNamed).join(','),
    [profileIds],
  );
  const { data } = queries.useQuery(
    'get',
    profilesPath,
    { params: { path: { project_id: projectId }, query: { id: ids } } },
    { enabled: mayServe && ids !== '', placeholderData: (before) => before, staleTime: 60_000 },
  );
  return useMemo(
    () =>
      data
        ? new Map(
            data.items.map((each) => [
              each.id,
              { name: customerName(each), identityIds: each.identities.map(({ id }) => id) },
            ]),
          )
        : nobody,
    [data],
  );
}

/** The accounts of customers whom words find, as the values of a filter: payments are those of an account. */
export function useFoundAccounts(words: string): readonly (readonly [string, string])[] | undefined {
  const { data } = useSearch(words, { type: 'customers' });
  return useMemo(
    () =>
      data?.customers?.items.flatMap((customer) =>
        customer.identities.map(({ id, external_id }) => [
          id,
          customer.identities.length > 1
            ? `${customerName(customer)} · ${external_id}`
            : customerName(customer),
        ]),
      ),
    [data],
  );
}
