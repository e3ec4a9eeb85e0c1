import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Page, Row, Rows } from '../kit/page.tsx';
import { Badge, Empty, Loading } from '../kit/states.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showAgo } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { useChannels } from './channels.ts';
import { NewChannel, types } from './new-channel.tsx';
import { type Channel, lastMessageAt, standingOf } from './standing.ts';
import { TypeIcon } from './type-icon.tsx';

/** The ways to customers, each with how it stands. */
export function ChannelsPage() {
  const environment = useEnvironment();
  const mayBuild = useMay('build');
  const [search, change] = useAddress();
  const { data, error, refetch } = useChannels();
  const wanted = wordAt(search, 'new');
  const channels = data?.items.filter((channel) => channel.environment === environment);
  const add = mayBuild && (
    <Button look="main" onPress={() => change({ new: 'any' })}>
      <Plus size={16} aria-hidden="true" />
      {t('channels.add')}
    </Button>
  );
  return (
    <Page title={t('page.channels')} lead={t('channels.lead')} acts={channels && channels.length > 0 && add}>
      {error && !data && <ProblemNotice error={error} again={() => void refetch()} />}
      {!error && !data && <Loading label={t('shell.loading')} />}
      {channels?.length === 0 && (
        <Empty title={t('channels.none')} text={t(mayBuild ? 'channels.none_text' : 'channels.none_read')}>
          {add}
        </Empty>
      )}
      {channels && channels.length > 0 && (
        <Rows label={t('page.channels')}>
          {channels.map((channel) => (
            <ChannelRow key={channel.id} channel={channel} />
          ))}
        </Rows>
      )}
      {mayBuild && wanted && (
        <NewChannel
          asked={types.find((type) => type === wanted)}
          onClose={() => change({ new: undefined })}
        />
      )}
    </Page>
  );
}

function ChannelRow({ channel }: { channel: Channel }) {
  const project = useProjectId();
  const at = lastMessageAt(channel);
  const last = at ? t('channels.last_message', { when: showAgo(at) }) : t('channels.no_message');
  return (
    <Row
      icon={<TypeIcon type={channel.type} />}
      title={
        <Link to={`/p/${project}/channels/${channel.id}` as never} search={keepEnvironment as never}>
          {channel.name}
        </Link>
      }
      about={`${word('channel_type', channel.type)} · ${last}`}
      end={<StandingBadge channel={channel} />}
    />
  );
}

/** How a channel stands, in a word, and since when it fails. */
export function StandingBadge({ channel }: { channel: Channel }) {
  const { is, look, since } = standingOf(channel);
  return (
    <Badge look={look}>
      {is === 'failing' && since
        ? t('channels.failing_since', { when: showAgo(since) })
        : word('channel_standing', is)}
    </Badge>
  );
}
