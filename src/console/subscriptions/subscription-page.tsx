import { useNavigate, useParams } from '@tanstack/react-router';
import { api, queries } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Notice } from '../kit/states.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { Deliveries } from './deliveries.tsx';
import { Settings } from './settings.tsx';
import {
  nameOf,
  ofSlug,
  renewSubscriptions,
  type Subscription,
  subscriptionPath,
  useSubscription,
} from './subscriptions.ts';
import { StateBadge } from './subscriptions-page.tsx';
import { TrySubscription } from './try-subscription.tsx';

/** A subscription: whether it is told, what it was told, a trial, and its settings. */
export function SubscriptionPage() {
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const subscription = useSubscription(slug);
  if (hasCode(subscription.error, 'subscription_not_found')) return <NotFound />;
  const { data } = subscription;
  return (
    <Page
      title={data ? nameOf(data) : t('page.subscriptions')}
      lead={data?.url}
      acts={
        data && (
          <>
            <StateBadge subscription={data} />
            <DeleteSubscription subscription={data} />
          </>
        )
      }
    >
      <Loaded from={subscription}>
        {(shown) => (
          <>
            {shown.status === 'disabled' && <Disabled subscription={shown} />}
            <Tabs
              key={slug}
              label={nameOf(shown)}
              tabs={[
                {
                  ...{ id: 'deliveries', name: t('deliveries.list') },
                  content: <Deliveries slug={slug} />,
                },
                {
                  ...{ id: 'try', name: t('subscriptions.tab_try') },
                  content: <TrySubscription subscription={shown} />,
                },
                {
                  ...{ id: 'settings', name: t('subscriptions.settings') },
                  content: <Settings subscription={shown} />,
                },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Why it stopped, and how it goes on. */
function Disabled({ subscription: { slug, reason } }: { subscription: Subscription }) {
  const projectId = useProjectId();
  const enable = queries.useMutation('post', '/api/owner/projects/{project_id}/subscriptions/{slug}/enable', {
    onSuccess: () => {
      void renewSubscriptions();
      say(t('subscriptions.goes_on'));
    },
  });
  return (
    <>
      <Notice
        look="bad"
        title={t('subscriptions.stopped')}
        acts={
          <Button isPending={enable.isPending} onPress={() => enable.mutate(ofSlug(projectId, slug))}>
            {t('subscriptions.enable')}
          </Button>
        }
      >
        {reason && <p>{reason}</p>}
        <p>{t('subscriptions.stopped_text')}</p>
      </Notice>
      <ProblemNotice error={enable.error} />
    </>
  );
}

function DeleteSubscription({ subscription }: { subscription: Subscription }) {
  const projectId = useProjectId();
  const navigate = useNavigate();
  const name = nameOf(subscription);
  return (
    <ConfirmButton
      title={t('subscriptions.delete_title', { name })}
      text={t('subscriptions.delete_text')}
      verb={t('subscriptions.delete')}
      act={async () => {
        await api.DELETE(subscriptionPath, ofSlug(projectId, subscription.slug));
        say(t('subscriptions.deleted', { name }));
        await navigate({ to: `/p/${projectId}/subscriptions`, search: keepEnvironment } as never);
        void renewSubscriptions();
      }}
    >
      {t('subscriptions.delete')}
    </ConfirmButton>
  );
}
