import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { Field } from '../kit/field.tsx';
import { More } from '../kit/more.tsx';
import { ShownOnce } from '../kit/shown-once.tsx';
import { FormDialog, useForm } from '../shell/form.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { asNew, chosenSlug, SlugField, unlessTaken } from '../shell/slug-field.tsx';
import { t } from '../text/text.ts';
import { KindsField } from './kinds-field.tsx';
import { EnvironmentsField } from './settings.tsx';
import {
  renewSubscriptions,
  type Subscription,
  type SubscriptionValues,
  secretMade,
  subscriptionPath,
  wantedOf,
} from './subscriptions.ts';

/** Asks where and of what to tell, makes the subscription, shows its secret once, and leads to its page. */
export function NewSubscription({ taken, onClose }: { taken: readonly string[]; onClose(): void }) {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [made, setMade] = useState<Subscription>();
  const show = ({ slug }: Subscription) =>
    void navigate({ to: `/p/${projectId}/subscriptions/${slug}`, search: keepEnvironment } as never);
  const initial: SubscriptionValues & { slug: string } = {
    ...{ name: '', url: '', kinds: [], environments: [environment], secret: '', slug: '' },
  };
  const form = useForm(initial, async ({ slug: entered, ...values }) => {
    const slug = chosenSlug({ name: values.name, slug: entered }, taken, 'subscription');
    const { data } = await unlessTaken(
      api.PUT(subscriptionPath, { ...asNew(projectId, slug), body: wantedOf(values) }),
    );
    void renewSubscriptions();
    if (secretMade(data!)) setMade(data!);
    else show(data!);
  });
  if (made)
    return (
      <ShownOnce
        title={t('subscriptions.secret')}
        text={t('subscriptions.secret_text')}
        secret={secretMade(made) ?? ''}
        onDone={() => show(made)}
      />
    );
  return (
    <FormDialog
      title={t('subscriptions.new')}
      verb={t('subscriptions.make')}
      form={form}
      onClose={onClose}
      isWide
    >
      <Field
        label={t('subscriptions.url')}
        help={t('subscriptions.url_help')}
        placeholder={t('connections.url_example')}
        spellCheck="false"
        autoFocus
        {...form.bind('url')}
      />
      <Field label={t('subscriptions.name')} {...form.bind('name')} />
      <KindsField {...form.bind('kinds')} />
      <More title={t('subscriptions.more')}>
        <EnvironmentsField {...form.bind('environments')} />
        <Field
          label={t('subscriptions.own_secret')}
          help={t('subscriptions.own_secret_help')}
          type="password"
          autoComplete="new-password"
          {...form.bind('secret', 'signing_secret')}
        />
        <SlugField form={form} taken={taken} other="subscription" />
      </More>
    </FormDialog>
  );
}
