import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { Page, Section } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { Notice } from '../kit/states.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { t, word } from '../text/text.ts';
import { Calls } from './calls.tsx';
import { valuesOf, wantedOf } from './receiver-values.ts';
import { ofSlug, type Receiver, receiverPath, renewReceivers, secretMade, useReceiver } from './receivers.ts';
import { SenderFields } from './sender-fields.tsx';
import { SetUp } from './set-up.tsx';
import { AnswerFields, TargetFields } from './target-fields.tsx';
import { TryReceiver } from './try-receiver.tsx';

/** A receiver: what the other side needs, its calls, and what they do. */
export function ReceiverPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const receiver = useReceiver(slug);
  if (hasCode(receiver.error, 'receiver_not_found')) return <NotFound />;
  const { data } = receiver;
  return (
    <Page
      title={data?.name ?? t('page.receivers')}
      lead={
        data && (
          <>
            {word('sender', data.verification.type)} · <code>{slug}</code>
          </>
        )
      }
      acts={data && <DeleteReceiver receiver={data} />}
    >
      <Loaded from={receiver}>
        {(shown) => (
          <>
            {shown.warning !== null && <Notice look="warn">{t('receivers.none_warning')}</Notice>}
            <Tabs
              key={slug}
              label={shown.name}
              tabs={[
                {
                  ...{ id: 'set-up', name: t('receivers.set_up') },
                  content: (
                    <Section title={t('receivers.needs')}>
                      <SetUp receiver={shown} />
                    </Section>
                  ),
                },
                { ...{ id: 'try', name: t('receivers.tab_try') }, content: <TryReceiver slug={slug} /> },
                { ...{ id: 'calls', name: t('receivers.calls') }, content: <Calls slug={slug} /> },
                {
                  ...{ id: 'settings', name: t('receivers.settings') },
                  content: <SettingsForm receiver={shown} />,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function SettingsForm({ receiver }: { receiver: Receiver }) {
  const projectId = useProjectId();
  const [secret, setSecret] = useState<string>();
  const form = useForm(valuesOf(receiver), async (values) => {
    const { data } = await api.PUT(receiverPath, {
      ...ofSlug(projectId, receiver.slug),
      body: wantedOf(values),
    });
    // Another sender has another secret.
    setSecret(secretMade(data!));
    await renewReceivers();
    say(t('shell.saved'));
  });
  const isOther = form.values.sender !== receiver.verification.type;
  return (
    <>
      <SavedForm form={form}>
        <Field label={t('receivers.name')} {...form.bind('name')} />
        <Section title={t('receivers.what_follows')}>
          <TargetFields form={form} />
        </Section>
        <Section title={t('receivers.who_calls')}>
          {isOther && <Notice look="warn">{t('receivers.other_sender')}</Notice>}
          <SenderFields form={form} isNew={isOther} />
        </Section>
        <Section title={t('receivers.answers')}>
          <AnswerFields form={form} />
        </Section>
      </SavedForm>
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

function DeleteReceiver({ receiver: { slug, name } }: { receiver: Receiver }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  return (
    <ConfirmButton
      title={t('receivers.delete_title', { name })}
      text={t('receivers.delete_text')}
      verb={t('receivers.delete')}
      act={async () => {
        await api.DELETE(receiverPath, ofSlug(projectId, slug));
        say(t('receivers.deleted', { name }));
        await navigate({ to: `/p/${projectId}/receivers`, search: keepEnvironment } as never);
        void renewReceivers();
      }}
    >
      {t('receivers.delete')}
    </ConfirmButton>
  );
}
