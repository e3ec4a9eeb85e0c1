import { Bell, CircleHelp, Hand, Webhook } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Loading, Notice } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { showCustomer, showName } from '../text/name.ts';
import { t, word } from '../text/text.ts';
import { DialogFailure, JobFailure, RunFailure } from './failure-rows.tsx';
import { Settle } from './settle.tsx';
import { type Needs, useNeeds } from './use-needs.ts';

/** So many of a kind are shown before somebody asks for the rest. */
const few = 3;

/** What waits for somebody: outcomes that nobody knows, customers who wait, what failed, and dialogs that people hold. */
export function NeedsYou() {
  const { needs, error, again } = useNeeds();
  if (!needs)
    return (
      <Section title={t('overview.needs_you')}>
        {error ? <ProblemNotice error={error} again={again} /> : <Loading label={t('shell.loading')} />}
      </Section>
    );
  const count =
    needs.unsettled.length +
    needs.waiting.length +
    needs.subscriptions.length +
    needs.jobs.length +
    needs.runs.length +
    needs.failedDialogs.length;
  if (count + needs.heldDialogs.length === 0)
    return (
      <Section title={t('overview.needs_you')}>
        <Notice look="good">{t('overview.nothing_waits')}</Notice>
      </Section>
    );
  return (
    <>
      {needs.waiting.length > 0 && <WhoWaits count={needs.waiting.length} isMore={needs.isMoreWaiting} />}
      <Section
        id="needs-you"
        title={t('overview.needs_you')}
        acts={
          count > 0 && (
            <Badge look="bad">
              {count}
              {needs.isMoreUnsettled && '+'}
            </Badge>
          )
        }
      >
        <Rows label={t('overview.needs_you')}>
          <Some of={needs.waiting} row={(each) => <WaitingRow key={each.profile_id} conversation={each} />} />
          <Some of={needs.unsettled} row={(record) => <UnsettledRow key={record.id} record={record} />} />
          <Some
            of={needs.subscriptions}
            row={(each) => <SubscriptionRow key={each.slug} subscription={each} />}
          />
          <Some of={needs.runs} row={(each) => <RunFailure key={each.name} failures={each} />} />
          <Some of={needs.jobs} row={(each) => <JobFailure key={each.name} failures={each} />} />
          <Some
            of={needs.failedDialogs}
            row={(each) => <DialogFailure key={each.identity_id} dialog={each} />}
          />
          <Some of={needs.heldDialogs} row={(each) => <HeldRow key={each.identity_id} dialog={each} />} />
        </Rows>
      </Section>
    </>
  );
}

/** Above all else: that customers wait. */
const WhoWaits = ({ count, isMore }: { count: number; isMore: boolean }) => (
  <Notice
    look="warn"
    title={isMore ? t('overview.many_wait', { count }) : t('overview.customers_wait', { count })}
    acts={
      <ToPage to="inbox" search={{ view: 'waiting' }} look="main">
        {t('overview.to_inbox')}
      </ToPage>
    }
  />
);

/** The first ones, and the others when they are asked for. */
function Some<Item>({ of, row }: { of: readonly Item[]; row(item: Item): ReactNode }) {
  const [isAll, setAll] = useState(false);
  return (
    <>
      {(isAll ? of : of.slice(0, few)).map(row)}
      {!isAll && of.length > few && (
        <Row
          title={
            <Button look="quiet" onPress={() => setAll(true)}>
              {t('overview.more', { count: of.length - few })}
            </Button>
          }
        />
      )}
    </>
  );
}

function UnsettledRow({ record }: { record: Shape<'Record'> }) {
  const [isAsked, setAsked] = useState(false);
  const maySettle = useMay('settle');
  return (
    <Row
      icon={<CircleHelp size={16} />}
      title={t('overview.outcome_unknown', { what: word('kind', record.kind) })}
      about={[
        record.error?.message,
        showAgo(record.finished_at ?? record.created_at),
        !maySettle && t('overview.settled_by'),
      ]
        .filter(Boolean)
        .join(' · ')}
      end={
        maySettle && (
          <>
            <Button onPress={() => setAsked(true)}>{t('overview.settle')}</Button>
            {isAsked && <Settle record={record} onClose={() => setAsked(false)} />}
          </>
        )
      }
    />
  );
}

function WaitingRow({
  conversation: {
    profile_id: id,
    customer,
    waiting_since: asked,
    unanswered_since: since,
    last_message: last,
  },
}: {
  conversation: Shape<'Conversation'>;
}) {
  return (
    <Row
      icon={<Bell size={16} />}
      title={t(asked ? 'overview.waits' : 'overview.waits_answer', {
        who: showName(customer.name, customer.external_id),
      })}
      about={[since && showAgo(since), customer.channel.name, last?.text].filter(Boolean).join(' · ')}
      end={
        <ToPage to={`inbox/${id}`} look="plain">
          {t('overview.answer')}
        </ToPage>
      }
    />
  );
}

function SubscriptionRow({
  subscription: { slug, title, detail, isDisabled },
}: {
  subscription: Needs['subscriptions'][number];
}) {
  const project_id = useProjectId();
  const enable = queries.useMutation('post', '/api/owner/projects/{project_id}/subscriptions/{slug}/enable', {
    onSuccess: () => {
      renew('/api/owner/projects/{project_id}/readiness');
      say(t('overview.enabled'));
    },
  });
  return (
    <Row
      icon={<Webhook size={16} />}
      title={title}
      about={
        <>
          {detail}
          <ProblemNotice error={enable.error} />
        </>
      }
      end={
        <>
          <Badge look={isDisabled ? 'bad' : 'warn'}>
            {t(isDisabled ? 'overview.disabled' : 'overview.failing')}
          </Badge>
          <ToPage to={`subscriptions/${slug}`} look="plain">
            {t('overview.open')}
          </ToPage>
          {isDisabled && (
            <Button
              isPending={enable.isPending}
              onPress={() => enable.mutate({ params: { path: { project_id, slug } } })}
            >
              {t('overview.enable')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** A dialog that somebody has taken from the scenario. */
function HeldRow({ dialog }: { dialog: Shape<'Dialog'> }) {
  const project_id = useProjectId();
  const mayServe = useMay('serve');
  const me = usePerson().email;
  const { by, until } = dialog.held ?? {};
  const release = queries.useMutation(
    'post',
    '/api/owner/projects/{project_id}/dialogs/{identity_id}/release',
    {
      onSuccess: () => {
        renew('/api/owner/projects/{project_id}/dialogs');
        say(t('overview.given_back'));
      },
    },
  );
  const path = { project_id, identity_id: dialog.identity_id };
  return (
    <Row
      icon={<Hand size={16} />}
      title={t(by === me ? 'overview.held_by_you' : 'overview.held_by', {
        who: showCustomer(dialog),
        by: by ?? '',
      })}
      about={
        <>
          {until ? t('overview.held_until', { when: showMoment(until) }) : t('overview.held_open')}
          <ProblemNotice error={release.error} />
        </>
      }
      end={
        mayServe && (
          <>
            <ToPage to={`inbox/${dialog.profile_id}`} look="plain">
              {t('overview.open')}
            </ToPage>
            <Button isPending={release.isPending} onPress={() => release.mutate({ params: { path } })}>
              {t('overview.give_back')}
            </Button>
          </>
        )
      }
    />
  );
}
