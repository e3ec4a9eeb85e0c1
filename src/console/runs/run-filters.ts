import { useMemo } from 'react';
import { type Environment, useEnvironment } from '../api/project.ts';
import { type Filter, momentsOf, useFilters } from '../kit/filters.tsx';
import { t } from '../text/text.ts';
import { useWorkflows } from './run.ts';

const statuses = ['queued', 'waiting', 'succeeded', 'failed', 'unknown'] as const;

/** By what runs are listed: everything that the API takes, in the words of the address. The environment is that of the page. */
export function useRunFilters() {
  const environment: Environment = useEnvironment();
  const { data } = useWorkflows();
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        ...{ key: 'status', name: t('runs.status'), kind: 'choice' },
        options: statuses.map((each) => [each, t(`runs.status_${each}`)]),
      },
      {
        ...{ key: 'workflow', name: t('runs.workflow'), kind: 'text' },
        suggestions: data?.items.map(({ id }) => id) ?? [],
      },
      { key: 'step', name: t('runs.step'), kind: 'text' },
      { key: 'version', name: t('runs.version'), kind: 'text', placeholder: '3' },
      { key: 'at', name: t('runs.began'), kind: 'days' },
      { key: 'customer', name: t('runs.account'), kind: 'text', placeholder: 'idn_…' },
      { key: 'again', name: t('runs.again_of'), kind: 'text', placeholder: 'run_…' },
    ],
    [data],
  );
  const set = useFilters(filters);
  const query = useMemo(() => {
    const { status, workflow, step, version, at, customer, again } = set.values;
    return {
      environment,
      ...(status && { status: status as (typeof statuses)[number] }),
      ...(workflow && { workflow }),
      ...(step && { step }),
      // What is no number is refused by the server, which says so.
      ...(version && { version: version as unknown as number }),
      ...(customer && { identity_id: customer }),
      ...(again && { rerun_of: again }),
      ...momentsOf(at),
    };
  }, [environment, set.values]);
  return { filters, set, query };
}
