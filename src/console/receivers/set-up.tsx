import { useState } from 'react';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Code } from '../kit/code.tsx';
import { CopyText } from '../kit/copy.tsx';
import { Field } from '../kit/field.tsx';
import { isInside } from '../kit/reach.ts';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Notice } from '../kit/states.tsx';
import { Step, Steps } from '../kit/steps.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { useCalls } from './calls.tsx';
import { curlOf, setWebhook } from './curl.ts';
import { MakeWorkflow } from './make-workflow.tsx';
import { makesSecret } from './receiver-values.ts';
import css from './receivers.module.css';
import { ofSlug, type Receiver, renewReceivers, rotatePath, secretMade, whatFollows } from './receivers.ts';

/** The steps to a first call: the address and the secret for the other side, and a call that was seen to arrive. */
export function SetUp({ receiver }: { receiver: Receiver }) {
  const { verification, url, slug } = receiver;
  const { type } = verification;
  const { rows } = useCalls(slug);
  const last = rows.find(({ status }) => status !== 'rejected');
  const refused = rows[0]?.status === 'rejected' ? rows[0] : undefined;
  const curl = curlOf(receiver);
  const isUnreachable = isInside(new URL(url).hostname);
  return (
    <Steps label={t('receivers.set_up')}>
      <Step title={t('receivers.step_address')} state={isUnreachable ? 'bad' : 'done'}>
        <p>{word('sender_address', type)}</p>
        <div className={css.wide}>
          <CopyText text={url} label={t('receivers.address')} />
        </div>
        {isUnreachable && (
          <Notice look="warn" title={t('receivers.only_inside')}>
            {t('receivers.only_inside_text')}
          </Notice>
        )}
        {type === 'telegram-secret' && (
          <div className={css.wide}>
            <Code label={t('receivers.set_webhook')} text={setWebhook(receiver)} />
          </div>
        )}
      </Step>
      {type !== 'none' && (
        <Step title={t('receivers.step_secret')} state="done" note={t('receivers.secret_set')}>
          <p>{word('sender_secret', type)}</p>
          {receiver.previous_secret_until && (
            <p>{t('receivers.both_until', { when: showMoment(receiver.previous_secret_until) })}</p>
          )}
          <NewSecret receiver={receiver} />
        </Step>
      )}
      <Step
        title={t('receivers.step_call')}
        state={last ? 'done' : refused ? 'bad' : 'now'}
        note={last && t('receivers.came', { when: showAgo(last.at) })}
      >
        {refused && (
          <Notice look="bad" title={t('receivers.last_refused', { when: showAgo(refused.at) })}>
            {word('call_reason', refused.reason ?? '')}
          </Notice>
        )}
        {!last && !refused && <p>{t('receivers.waiting')}</p>}
        {curl && (
          <div className={css.wide}>
            <Code label={t('receivers.curl')} text={curl} />
          </div>
        )}
      </Step>
      <Step title={t('receivers.what_follows')} state={last ? 'now' : 'later'}>
        <p>
          {t('receivers.target')} {whatFollows(receiver)}.
        </p>
        <MakeWorkflow receiver={receiver} />
      </Step>
    </Steps>
  );
}

/** Replaces the secret: by one that is made here, or by the one that the sender made. */
function NewSecret({ receiver: { slug, verification } }: { receiver: Receiver }) {
  const projectId = useProjectId();
  const [secret, setSecret] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const isGiven = makesSecret(verification.type);
  const rotate = async (body: { secret?: string }) => {
    const { data } = await api.POST(rotatePath, { ...ofSlug(projectId, slug), body });
    void renewReceivers();
    return secretMade(data!);
  };
  if (isGiven)
    return (
      <>
        <Button onPress={() => setAsking(true)}>{t('receivers.enter_secret')}</Button>
        {isAsking && (
          <EnterSecret
            save={(given) => rotate({ secret: given })}
            help={word('their_secret', verification.type)}
            onClose={() => setAsking(false)}
          />
        )}
      </>
    );
  return (
    <>
      <ConfirmButton
        title={t('receivers.rotate_title')}
        text={t('receivers.rotate_text')}
        verb={t('receivers.rotate')}
        act={async () => setSecret(await rotate({}))}
      >
        {t('receivers.rotate')}
      </ConfirmButton>
      {secret !== undefined && (
        <ShownOnce
          title={t('receivers.secret')}
          text={t('receivers.secret_text')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
    </>
  );
}

interface EnterSecretProps {
  save(secret: string): Promise<unknown>;
  help: string;
  onClose(): void;
}

function EnterSecret({ save, help, onClose }: EnterSecretProps) {
  const form = useForm({ secret: '' }, async ({ secret }) => {
    await save(secret.trim());
    say(t('shell.saved'));
    onClose();
  });
  return (
    <FormDialog
      title={t('receivers.enter_secret')}
      verb={t('shell.save')}
      form={form}
      onClose={onClose}
      isEmpty={form.values.secret.trim() === ''}
    >
      <p>{t('receivers.rotate_text')}</p>
      <Field
        label={t('receivers.their_secret')}
        help={help}
        type="password"
        autoComplete="new-password"
        autoFocus
        {...form.bind('secret')}
      />
    </FormDialog>
  );
}
