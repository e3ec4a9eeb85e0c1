import { useState } from 'react';
import { api } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { CheckboxGroup } from '../kit/checkbox.tsx';
import { Field } from '../kit/field.tsx';
import { Section } from '../kit/page.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { SavedForm, useForm } from '../shell/form.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { KindsField } from './kinds-field.tsx';
import {
  ofSlug,
  renewSubscriptions,
  type Subscription,
  type SubscriptionValues,
  secretMade,
  subscriptionPath,
  wantedOf,
} from './subscriptions.ts';

interface EnvironmentsFieldProps {
  value: SubscriptionValues['environments'];
  onChange(value: SubscriptionValues['environments']): void;
  fault: string | undefined;
}

/** Of which environments it is told. */
export const EnvironmentsField = (props: EnvironmentsFieldProps) => (
  <CheckboxGroup
    label={t('subscriptions.environments')}
    options={[
      ['live', t('shell.live')],
      ['sandbox', t('shell.sandbox')],
    ]}
    {...props}
  />
);

/** Where it is told, of what, and the secret that signs. */
export function Settings({ subscription }: { subscription: Subscription }) {
  const projectId = useProjectId();
  const { slug, name, url, kinds, environments } = subscription;
  const form = useForm<SubscriptionValues>({ name, url, kinds, environments, secret: '' }, async (values) => {
    await api.PUT(subscriptionPath, { ...ofSlug(projectId, slug), body: wantedOf(values) });
    await renewSubscriptions();
    say(t('shell.saved'));
  });
  return (
    <>
      <SavedForm form={form}>
        <Field
          label={t('subscriptions.url')}
          help={t('subscriptions.url_help')}
          spellCheck="false"
          {...form.bind('url')}
        />
        <Field label={t('subscriptions.name')} {...form.bind('name')} />
        <KindsField {...form.bind('kinds')} />
        <EnvironmentsField {...form.bind('environments')} />
      </SavedForm>
      <Section title={t('subscriptions.secret')}>
        <p>{t('subscriptions.secret_about')}</p>
        {subscription.previous_secret_until && (
          <p>{t('subscriptions.both_until', { when: showMoment(subscription.previous_secret_until) })}</p>
        )}
        <div>
          <NewSecret slug={slug} />
        </div>
      </Section>
    </>
  );
}

function NewSecret({ slug }: { slug: string }) {
  const projectId = useProjectId();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <ConfirmButton
        title={t('subscriptions.rotate_title')}
        text={t('subscriptions.rotate_text')}
        verb={t('subscriptions.rotate')}
        act={async () => {
          const { data } = await api.POST(
            '/api/owner/projects/{project_id}/subscriptions/{slug}/rotate',
            ofSlug(projectId, slug),
          );
          void renewSubscriptions();
          setSecret(secretMade(data!));
        }}
      >
        {t('subscriptions.rotate')}
      </ConfirmButton>
      {secret !== undefined && (
        <ShownOnce
          title={t('subscriptions.secret')}
          text={t('subscriptions.secret_text')}
          secret={secret}
          onDone={() => setSecret(undefined)}
        />
      )}
    </>
  );
}
