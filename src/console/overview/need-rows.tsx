import { Bell, CircleHelp, Hand, Webhook } from 'lucide-react';
import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { toReply } from '../api/reply.ts';
import { usePerson } from '../api/session.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Row } from '../kit/page.tsx';
import { Badge } from '../kit/states.tsx';
import { say } from '../kit/toast.tsx';
import { SettleRecord, useCall } from '../outcomes/index.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { showCustomer, showName } from '../text/name.ts';
import { reasonOf } from '../text/reason.ts';
import { t, word } from '../text/text.ts';
import type { Needs } from './use-needs.ts';

/** Of an answer, as much as a line has room for; the rest stands where it is settled. */
const beginning = (body: string) => {
  const line = body.replaceAll(/\s+/g, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
};

/** An outcome that nobody knows, with the ways to settle it. */
export function UnsettledRow({ record }: { record: Shape<'Record'> }) {
  const maySettle = useMay('settle');
  const call = useCall(record);
  return (
    <Row
      icon={<CircleHelp size={16} />}
      title={t('overview.outcome_unknown', { what: call?.name ?? word('kind', record.kind) })}
      about={[
        call?.words,
        record.error && reasonOf(record.error),
        record.answer?.body && t('overview.answered', { text: beginning(record.answer.body) }),
        showAgo(record.finished_at ?? record.created_at),
        !maySettle && t('overview.settled_by'),
      ]
        .filter(Boolean)
        .join(' · ')}
      end={maySettle && <SettleRecord record={record} />}
    />
  );
}

/** A customer who waits for a person. */
export function WaitingRow({
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
      about={[since && showAgo(since), customer.channel.name, last?.direction === 'in' && last.text]
        .filter(Boolean)
        .join(' · ')}
      end={
        <ToPage to={`inbox/${id}`} search={toReply} look="plain">
          {t('overview.answer')}
        </ToPage>
      }
    />
  );
}

/** A subscription that fails or has stopped. */
export function SubscriptionRow({
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
export function HeldRow({ dialog }: { dialog: Shape<'Dialog'> }) {
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
