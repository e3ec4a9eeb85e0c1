import { Bot } from 'lucide-react';
import { useState } from 'react';
import { api, queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Field } from '../kit/field.tsx';
import { Fields, Section } from '../kit/page.tsx';
import { Loading, Notice } from '../kit/states.tsx';
import { Step, Steps } from '../kit/steps.tsx';
import { say } from '../kit/toast.tsx';
import { FormDialog, SavedForm, useForm } from '../shell/form.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { channelPath, ofChannel, renewConnection, trialPath } from './channels.ts';
import { FirstMessage } from './first-message.tsx';
import type { Channel } from './standing.ts';
import { TrialNotice } from './trial-notice.tsx';

/** A Telegram bot: who it is, whether its updates come here, and the first message. */
export function TelegramChannel({ channel }: { channel: Channel }) {
  const mayBuild = useMay('build');
  const isLive = channel.environment === 'live';
  return (
    <>
      <Section title={t('channels.set_up')}>
        {!isLive && <Notice look="warn">{t('channels.in_sandbox')}</Notice>}
        {isLive && mayBuild && <LiveSteps channel={channel} />}
        {isLive && !mayBuild && (
          <Steps label={t('channels.set_up')}>
            <FirstMessage channel={channel} isReady={channel.connection?.status === 'connected'}>
              <p>{t('channels.write_bot')}</p>
            </FirstMessage>
          </Steps>
        )}
      </Section>
      {mayBuild && <BotSettings channel={channel} />}
    </>
  );
}

function LiveSteps({ channel }: { channel: Channel }) {
  const projectId = useProjectId();
  const [isChanging, setChanging] = useState(false);
  const trial = queries.useQuery('post', trialPath, ofChannel(projectId, channel.id), { staleTime: 30_000 });
  const connect = queries.useMutation(
    'post',
    '/api/owner/projects/{project_id}/channels/{channel_id}/connect',
    {
      onSettled: renewConnection,
    },
  );
  const { data } = trial;
  if (trial.error && !data) return <ProblemNotice error={trial.error} again={() => void trial.refetch()} />;
  if (!data) return <Loading label={t('channels.asking')} />;
  const isConnected = data.ok && channel.connection?.status === 'connected';
  // The channel has changed, and what was found before is being looked at again: what comes of it stands above the button, and would
  // push it away from under a press.
  const isLooking = trial.isFetching && data.ok && !isConnected;
  const again = (
    <Button
      look={data.account && !isConnected ? 'main' : 'plain'}
      isPending={connect.isPending}
      onPress={() => connect.mutate(ofChannel(projectId, channel.id))}
    >
      {t('channels.connect')}
    </Button>
  );
  const changeToken = <Button onPress={() => setChanging(true)}>{t('channels.change_token')}</Button>;
  return (
    <>
      <Steps label={t('channels.set_up')}>
        <Step title={t('channels.step_bot')} state={data.account ? 'done' : 'bad'}>
          {data.account ? (
            <Account account={data.account} />
          ) : (
            <TrialNotice
              trial={data}
              acts={
                <>
                  {changeToken}
                  <Button onPress={() => void trial.refetch()} isPending={trial.isFetching}>
                    {t('shell.again')}
                  </Button>
                </>
              }
            />
          )}
        </Step>
        <Step
          title={t('channels.step_updates')}
          state={isConnected ? 'done' : data.account ? 'bad' : 'later'}
          note={isConnected && t('channels.updates_come')}
        >
          {data.account && <TrialNotice trial={data} />}
          {isLooking && <p role="status">{t('channels.asking')}…</p>}
          {data.account && !isConnected && !isLooking && again}
          <ProblemNotice error={connect.error} />
        </Step>
        <FirstMessage channel={channel} isReady={isConnected}>
          <p>{t('channels.write_bot')}</p>
          {data.account && (
            <a href={data.account.url} target="_blank" rel="noreferrer">
              {t('channels.open_bot', { name: data.account.username })}
            </a>
          )}
        </FirstMessage>
      </Steps>
      {isChanging && <ChangeToken channel={channel} onClose={() => setChanging(false)} />}
    </>
  );
}

function Account({
  account: { name, username, url, picture },
}: {
  account: NonNullable<Shape<'ChannelTrial'>['account']>;
}) {
  return (
    <div className={css.bot}>
      {picture ? (
        <img className={css.picture} src={picture} alt="" />
      ) : (
        <span className={`${css.picture} ${css.noPicture}`} aria-hidden="true">
          <Bot size={20} />
        </span>
      )}
      <div>
        <p className={css.name}>{name}</p>
        <a href={url} target="_blank" rel="noreferrer">
          @{username}
        </a>
      </div>
    </div>
  );
}

function ChangeToken({ channel, onClose }: { channel: Channel; onClose(): void }) {
  const projectId = useProjectId();
  const form = useForm({ token: '' }, async ({ token }) => {
    const body = { settings: { token: token.trim() } };
    await api.PATCH(channelPath, { ...ofChannel(projectId, channel.id), body });
    renewConnection();
    onClose();
  });
  return (
    <FormDialog title={t('channels.change_token')} verb={t('shell.save')} form={form} onClose={onClose}>
      <Field
        label={t('channels.token')}
        help={t('channels.token_help')}
        autoFocus
        autoComplete="off"
        spellCheck="false"
        {...form.bind('token', 'settings.token')}
      />
    </FormDialog>
  );
}

function BotSettings({ channel }: { channel: Channel }) {
  const projectId = useProjectId();
  const [isChanging, setChanging] = useState(false);
  const base_url = String(channel.settings.base_url ?? '');
  const form = useForm({ name: channel.name, base_url }, async (values) => {
    const settings = { base_url: values.base_url.trim() || null };
    const body = { name: values.name, ...(values.base_url !== base_url && { settings }) };
    await api.PATCH(channelPath, { ...ofChannel(projectId, channel.id), body });
    renewConnection();
    say(t('shell.saved'));
  });
  return (
    <Section
      title={t('channels.settings')}
      acts={<Button onPress={() => setChanging(true)}>{t('channels.change_token')}</Button>}
    >
      <SavedForm form={form}>
        <Fields>
          <Field label={t('channels.name')} help={t('channels.name_help')} {...form.bind('name')} />
          <details className={css.more} open={base_url !== ''}>
            <summary>{t('channels.own_server')}</summary>
            <Field
              label={t('channels.base_url')}
              help={t('channels.base_url_help')}
              placeholder={t('channels.base_url_usual')}
              {...form.bind('base_url', 'settings.base_url')}
            />
          </details>
        </Fields>
      </SavedForm>
      {isChanging && <ChangeToken channel={channel} onClose={() => setChanging(false)} />}
    </Section>
  );
}
