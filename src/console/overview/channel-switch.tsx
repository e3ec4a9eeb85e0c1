import { useNavigate, useSearch } from '@tanstack/react-router';
import { queries } from '../api/client.ts';
import { below, useEnvironment, useProjectId } from '../api/project.ts';
import { Select } from '../kit/select.tsx';
import { t } from '../text/text.ts';

/** The channel of the address; empty for all. */
export function useChannel(): string {
  const { channel } = useSearch({ strict: false }) as { channel?: unknown };
  return typeof channel === 'string' ? channel : '';
}

const all = 'all';

/** Shows the figures of one channel, kept in the address. With one channel there is nothing to choose. */
export function ChannelSwitch() {
  const environment = useEnvironment();
  const chosen = useChannel();
  const navigate = useNavigate();
  const list = '/api/owner/projects/{project_id}/channels';
  const { data } = queries.useQuery('get', list, below(useProjectId()), { staleTime: 60_000 });
  const channels = (data?.items ?? []).filter((each) => each.environment === environment);
  if (channels.length < 2 && chosen === '') return null;
  const isKnown = channels.some(({ id }) => id === chosen);
  return (
    <Select
      label={t('overview.channel')}
      isLabelHidden
      value={chosen || all}
      options={[
        [all, t('overview.all_channels')],
        ...channels.map(({ id, name }) => [id, name] as const),
        // Of a channel that was deleted there are still figures.
        ...(chosen && !isKnown ? [[chosen, t('overview.other_channel')] as const] : []),
      ]}
      onChange={(id) =>
        void navigate({
          to: '.',
          search: (({ channel: _, ...search }: Record<string, unknown>) =>
            id === all ? search : { ...search, channel: id }) as never,
        })
      }
    />
  );
}
