import { useMemo } from 'react';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { type Filter, momentsOf, useFilters } from '../kit/filters.tsx';
import { t } from '../text/text.ts';

const orders = ['active', 'newest', 'name'] as const;

/** The tags that customers have, for whoever types one. */
export function useKnownTags(): readonly string[] {
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/profiles/tags',
    below(useProjectId()),
    { staleTime: 60_000 },
  );
  return data?.items ?? [];
}

/** The channels of the project, with the word behind those of the sandbox. */
export function useChannelOptions(): readonly (readonly [string, string])[] | undefined {
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/channels',
    below(useProjectId()),
    {
      staleTime: 60_000,
    },
  );
  return useMemo(
    () =>
      data?.items.map(({ id, name, environment }) => [
        id,
        environment === 'sandbox' ? `${name} (${t('shell.sandbox')})` : name,
      ]),
    [data],
  );
}

/** By what customers are listed: everything that the API takes, in the words of the address. */
export function useCustomerFilters() {
  const projectId = useProjectId();
  const tags = useKnownTags();
  const channels = useChannelOptions();
  const fields = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/customer-fields',
    below(projectId),
    { staleTime: 60_000 },
  );
  const keys = fields.data?.filter_keys;
  const filters = useMemo<readonly Filter[]>(
    () => [
      { key: 'tag', name: t('customers.tag'), kind: 'text', suggestions: tags },
      { key: 'channel_id', name: t('customers.channel'), kind: 'choice', options: channels },
      {
        key: 'access',
        name: t('customers.access'),
        kind: 'text',
        placeholder: t('customers.access_example'),
      },
      ...(keys === undefined || keys.length > 0
        ? [
            {
              ...({ key: 'state', name: t('customers.state'), kind: 'pair' } as const),
              options: keys?.map((key) => [key, key] as const),
              valueName: t('customers.value'),
            },
          ]
        : []),
      { key: 'status', name: t('customers.status'), kind: 'text' },
      { key: 'created', name: t('customers.came'), kind: 'days' },
      { key: 'active', name: t('customers.active'), kind: 'days' },
    ],
    [tags, channels, keys],
  );
  const set = useFilters(filters);
  const [search, change] = useAddress();
  const wanted = wordAt(search, 'order');
  const order = orders.find((each) => each === wanted) ?? 'active';
  const narrowing = useMemo(() => {
    const { created, active, ...others } = set.values;
    const came = momentsOf(created);
    const spoke = momentsOf(active);
    return {
      ...others,
      ...(came.from && { created_from: came.from }),
      ...(came.to && { created_to: came.to }),
      ...(spoke.from && { active_from: spoke.from }),
      ...(spoke.to && { active_to: spoke.to }),
    };
  }, [set.values]);
  return {
    filters,
    set,
    order,
    setOrder: (by: string) => change({ order: by === 'active' ? undefined : by }),
    /** For requests, without the order. */
    narrowing,
    words: wordAt(search, 'q') ?? '',
    setWords: (words: string) => change({ q: words || undefined }),
  };
}
