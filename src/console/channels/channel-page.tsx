import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { Page } from '../kit/page.tsx';
import { Loading } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t, word } from '../text/text.ts';
import { channelPath, ofChannel, renewChannels, renewConnection, useChannel } from './channels.ts';
import { StandingBadge } from './channels-page.tsx';
import type { Channel } from './standing.ts';
import { TelegramChannel } from './telegram.tsx';
import { WebchatChannel } from './webchat.tsx';
import { WebhookChannel } from './webhook.tsx';

const bodies = { telegram: TelegramChannel, webchat: WebchatChannel, webhook: WebhookChannel } as const;

/** A channel: how it stands, the steps of its set-up, and its settings. */
export function ChannelPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const mayBuild = useMay('build');
  const [ending, setEnding] = useState<string>();
  const { data: channel, error, refetch } = useChannel(id, ending === id);
  if (hasCode(error, 'channel_not_found')) return <NotFound />;
  if (!channel)
    return (
      <Page title={t('page.channels')}>
        {error ? (
          <ProblemNotice error={error} again={() => void refetch()} />
        ) : (
          <Loading label={t('shell.loading')} />
        )}
      </Page>
    );
  const Body = bodies[channel.type];
  return (
    <Page
      title={channel.name}
      lead={channel.name !== word('channel_type', channel.type) && word('channel_type', channel.type)}
      acts={
        <>
          <StandingBadge channel={channel} />
          {mayBuild && <Ends channel={channel} onEnding={setEnding} />}
        </>
      }
    >
      <Body key={channel.id} channel={channel} />
    </Page>
  );
}

interface EndsProps {
  channel: Channel;
  /** It is being deleted, or is not after all. */
  onEnding(id: string | undefined): void;
}

/** Disconnects or deletes it. */
function Ends({ channel: { id, name, type, connection }, onEnding }: EndsProps) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <>
      {connection?.status === 'connected' && (
        <ConfirmButton
          title={t('channels.disconnect_title', { name })}
          text={t('channels.disconnect_text')}
          verb={t('channels.disconnect')}
          act={async () => {
            await api.POST(
              '/api/owner/projects/{project_id}/channels/{channel_id}/disconnect',
              ofChannel(projectId, id),
            );
            renewConnection();
          }}
        >
          {t('channels.disconnect')}
        </ConfirmButton>
      )}
      <ConfirmButton
        title={t('channels.delete_title', { name })}
        text={word('channel_delete', type)}
        verb={t('channels.delete')}
        act={async () => {
          // The server tells of it before its answer is here.
          onEnding(id);
          try {
            await api.DELETE(channelPath, ofChannel(projectId, id));
          } catch (fault) {
            onEnding(undefined);
            throw fault;
          }
          say(t('channels.deleted', { name }));
          await navigate({ to: `/p/${projectId}/channels`, search: keepEnvironment } as never);
          renewChannels();
        }}
      >
        {t('channels.delete')}
      </ConfirmButton>
    </>
  );
}
