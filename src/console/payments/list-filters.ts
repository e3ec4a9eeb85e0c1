import { useMemo } from 'react';
import { queries } from '../api/client.ts';
import { below, useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { type Filter, momentsOf, useFilters } from '../kit/filters.tsx';
import { t } from '../text/text.ts';
import { type Payers, useFoundAccounts } from './payers.ts';

const statuses = ['created', 'pending', 'succeeded', 'canceled', 'unknown'] as const;

/** The payment operations of the project; undefined for who may not see operations. */
function useOperations() {
  const mayRead = useMay('read');
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/operations',
    below(useProjectId()),
    { enabled: mayRead, staleTime: 60_000 },
  );
  return useMemo(
    () => data?.items.filter(({ kind }) => kind === 'payment').map(({ id, name }) => [id, name] as const),
    [data],
  );
}

/** By what payments are listed, in the words of the address. @param payers of the rows that are there, to name the one in the address */
export function usePaymentFilters(payers: Payers) {
  const mayServe = useMay('serve');
  const mayRead = useMay('read');
  const environment = useEnvironment();
  const operations = useOperations();
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        ...({ key: 'status', name: t('payments.state'), kind: 'choice' } as const),
        options: statuses.map((status) => [status, t(`payments.is_${status}`)]),
      },
      ...(mayServe
        ? [
            {
              ...({ key: 'identity_id', name: t('payments.customer'), kind: 'find' } as const),
              useFound: useFoundAccounts,
              nameOf: (id: string) =>
                [...payers.values()].find(({ identityIds }) => identityIds.includes(id))?.name,
            },
          ]
        : []),
      ...(mayRead
        ? [
            {
              ...({ key: 'operation_id', name: t('payments.operation'), kind: 'choice' } as const),
              options: operations,
            },
          ]
        : []),
      { key: 'made', name: t('payments.made'), kind: 'days' },
    ],
    [mayServe, mayRead, operations, payers],
  );
  const set = useFilters(filters);
  const { status, identity_id, operation_id, made } = set.values;
  const query = useMemo(
    () => ({
      environment,
      ...(status && { status: status as (typeof statuses)[number] }),
      ...(identity_id && { identity_id }),
      ...(operation_id && { operation_id }),
      ...momentsOf(made),
    }),
    [environment, status, identity_id, operation_id, made],
  );
  return { filters, set, query };
}
