import { useMemo } from 'react';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { type Filter, useFilters } from '../kit/filters.tsx';
import { t } from '../text/text.ts';

const states = ['idle', 'active', 'waiting', 'failed', 'ended'] as const;

/** By what dialogs are listed: everything that the API takes, in the words of the address. */
export function useDialogFilters() {
  const channels = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/channels',
    below(useProjectId()),
    {
      staleTime: 60_000,
    },
  );
  const items = channels.data?.items;
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        ...{ key: 'state', name: t('dialogs.state'), kind: 'choice' },
        options: states.map((each) => [each, t(`dialogs.state_${each}`)]),
      },
      { key: 'step', name: t('runs.step'), kind: 'text' },
      { key: 'version', name: t('runs.version'), kind: 'text', placeholder: '3' },
      {
        ...{ key: 'held', name: t('dialogs.held'), kind: 'choice' },
        options: [
          ['yes', t('dialogs.held_yes')],
          ['no', t('dialogs.held_no')],
        ],
      },
      {
        ...{ key: 'channel_id', name: t('dialogs.channel'), kind: 'choice' },
        options: items?.map(({ id, name }) => [id, name]),
      },
    ],
    [items],
  );
  const set = useFilters(filters);
  const query = useMemo(() => {
    const { state, step, version, held, channel_id } = set.values;
    return {
      ...(state && { state: state as (typeof states)[number] }),
      ...(step && { step }),
      // What is no number is refused by the server, which says so.
      ...(version && { version: version as unknown as number }),
      ...(held && { held: held === 'yes' }),
      ...(channel_id && { channel_id }),
    };
  }, [set.values]);
  return { filters, set, query };
}
