import { useState } from 'react';
import { api, queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { CopyText } from '../kit/copy.tsx';
import { Field } from '../kit/field.tsx';
import { Fields, Section } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Badge, Notice } from '../kit/states.tsx';
import { Step, Steps } from '../kit/steps.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './channels.module.css';
import { channelPath, ofChannel, renewChannels, rotatePath, trialPath } from './channels.ts';
import { FirstMessage } from './first-message.tsx';
import type { Channel } from './standing.ts';
import { TrialNotice } from './trial-notice.tsx';

/** The owner's own endpoint: a delivery that is tried, the secret, and how messages come from there. */
export function WebhookChannel({ channel }: { channel: Channel }) {
  const mayBuild = useMay('build');
  return (
    <>
      <Section title={t('channels.set_up')}>
        {channel.environment === 'sandbox' && <Notice look="warn">{t('channels.in_sandbox')}</Notice>}
        <Steps label={t('channels.set_up')}>
          {mayBuild && <Secret channel={channel} />}
          {mayBuild && channel.environment === 'live' && <Sample channel={channel} />}
          <FirstMessage channel={channel} isReady>
            <p>{t('channels.post_there')}</p>
            <div className={css.wide}>
              <CopyText text={channel.inbound_url ?? ''} label={t('channels.inbound')} />
            </div>
          </FirstMessage>
        </Steps>
      </Section>
      {mayBuild && <EndpointSettings channel={channel} />}
    </>
  );
}

function Secret({ channel: { id } }: { channel: Channel }) {
  const projectId = useProjectId();
  const [secret, setSecret] = useState<string>();
  return (
    <Step title={t('channels.secret')} state="done" note={t('channels.secret_set')}>
      <p>{t('channels.secret_about')}</p>
      <ConfirmButton
        title={t('channels.rotate_title')}
        text={t('channels.rotate_text')}
        verb={t('channels.rotate')}
        act={async () => {
          const { data } = await api.POST(rotatePath, ofChannel(projectId, id));
          setSecret(String(data!.settings.signing_secret));
        }}
      >
        {t('channels.rotate')}
      </ConfirmButton>
      {secret && (
        <ShownOnce
          title={t('channels.secret')}
          text={t('channels.secret_text')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
    </Step>
  );
}

function Sample({ channel }: { channel: Channel }) {
  const projectId = useProjectId();
  const { mutate, data, error, isPending } = queries.useMutation('post', trialPath);
  const lately = channel.activity?.last_sent_at ?? undefined;
  const isDone = data?.ok ?? (lately !== undefined && !channel.activity?.failing_since);
  return (
    <Step
      title={t('channels.step_sample')}
      state={isDone ? 'done' : data ? 'bad' : 'now'}
      note={!data && isDone && t('channels.arrives')}
    >
      <p>{t('channels.sample_text')}</p>
      <Button
        look={isDone ? 'plain' : 'main'}
        isPending={isPending}
        onPress={() => mutate(ofChannel(projectId, channel.id))}
      >
        {t('channels.sample')}
      </Button>
      <ProblemNotice error={error} />
      {data && <SampleOutcome trial={data} />}
    </Step>
  );
}

/** What the endpoint answered, and how quickly. */
function SampleOutcome({ trial }: { trial: Shape<'ChannelTrial'> }) {
  const { ok, delivery } = trial;
  return (
    <div className={css.wide} role="status">
      <Fields>
        {delivery && (
          <p className={css.facts}>
            <Badge look={ok ? 'good' : 'bad'}>
              {delivery.status === null
                ? t('channels.no_answer')
                : t('channels.answered', { status: String(delivery.status) })}
            </Badge>
            <span>{t('channels.after_ms', { ms: showNumber(delivery.ms) })}</span>
          </p>
        )}
        <TrialNotice trial={trial} />
        {delivery?.answer && (
          <div>
            <h3>{t('channels.answer')}</h3>
            <pre className={css.answer}>{delivery.answer}</pre>
          </div>
        )}
        {delivery && (
          <details className={css.more}>
            <summary>{t('channels.sent')}</summary>
            <pre className={css.answer}>{delivery.sent}</pre>
          </details>
        )}
      </Fields>
    </div>
  );
}

function EndpointSettings({ channel }: { channel: Channel }) {
  const projectId = useProjectId();
  const initial = { name: channel.name, url: String(channel.settings.url ?? '') };
  const form = useForm(initial, async ({ name, url }) => {
    const body = { name, settings: { url: url.trim() } };
    await api.PATCH(channelPath, { ...ofChannel(projectId, channel.id), body });
    renewChannels();
    say(t('shell.saved'));
  });
  return (
    <Section title={t('channels.settings')}>
      <SavedForm form={form}>
        <Field
          label={t('channels.url')}
          help={t('channels.url_help')}
          {...form.bind('url', 'settings.url')}
        />
        <Field label={t('channels.name')} help={t('channels.name_help')} {...form.bind('name')} />
      </SavedForm>
    </Section>
  );
}
