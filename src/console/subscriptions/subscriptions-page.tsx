import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useProjectId } from '../api/project.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Page, Row, Rows } from '../kit/page.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showAgo } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { kindsOf } from './event-kinds.ts';
import { NewSubscription } from './new-subscription.tsx';
import { nameOf, type Subscription, useSubscriptions } from './subscriptions.ts';

/** The systems that are told of what happens. */
export function SubscriptionsPage() {
  const [search, change] = useAddress();
  const subscriptions = useSubscriptions();
  const items = subscriptions.data?.items;
  const make = (
    <Button look="main" onPress={() => change({ new: 'any' })}>
      <Plus size={16} aria-hidden="true" />
      {t('subscriptions.new')}
    </Button>
  );
  return (
    <Page
      title={t('page.subscriptions')}
      lead={t('subscriptions.lead')}
      acts={items && items.length > 0 && make}
    >
      <Loaded from={subscriptions}>
        {({ items: shown }) =>
          shown.length === 0 ? (
            <Empty title={t('subscriptions.none')} text={t('subscriptions.none_text')}>
              {make}
            </Empty>
          ) : (
            <Rows label={t('page.subscriptions')}>
              {shown.map((subscription) => (
                <SubscriptionRow key={subscription.slug} subscription={subscription} />
              ))}
            </Rows>
          )
        }
      </Loaded>
      {items && wordAt(search, 'new') && (
        <NewSubscription taken={items.map(({ slug }) => slug)} onClose={() => change({ new: undefined })} />
      )}
    </Page>
  );
}

const mostNamed = 3;

/** The kinds of event in words: the first ones, and how many more. */
function showKinds({ kinds }: Subscription): string {
  const all = kindsOf(kinds);
  const named = all.slice(0, mostNamed).map((kind) => word('event_kind', kind));
  const more = all.length - named.length;
  return [...named, more > 0 && t('subscriptions.more_kinds', { count: more })].filter(Boolean).join(', ');
}

function SubscriptionRow({ subscription }: { subscription: Subscription }) {
  const project = useProjectId();
  const { slug, url } = subscription;
  return (
    <Row
      title={
        <Link to={`/p/${project}/subscriptions/${slug}` as never} search={keepEnvironment as never}>
          {nameOf(subscription)}
        </Link>
      }
      about={
        <>
          <div>{url}</div>
          <div>{showKinds(subscription)}</div>
        </>
      }
      end={<StateBadge subscription={subscription} />}
    />
  );
}

/** Whether it is told of anything. */
export const StateBadge = ({ subscription: { status, disabled_at } }: { subscription: Subscription }) =>
  status === 'enabled' ? (
    <Badge look="good">{t('subscriptions.enabled')}</Badge>
  ) : (
    <Badge look="bad">{t('subscriptions.disabled', { when: disabled_at ? showAgo(disabled_at) : '' })}</Badge>
  );
