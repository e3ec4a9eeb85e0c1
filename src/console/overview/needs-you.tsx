import { lazy, type ReactNode, Suspense } from 'react';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Loading, Notice } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showNumber } from '../text/format.ts';
import { loadAllTexts, t } from '../text/text.ts';
import { failureRows } from './failure-rows.tsx';
import { failureKinds, keyOf } from './failures.ts';
import { HeldRow, SubscriptionRow, UnsettledRow, WaitingRow } from './need-rows.tsx';
import { Some } from './some.tsx';
import type { NeedsRead } from './use-needs.ts';

// Few are asked to decide something, and what a decision says is not among the texts of a first visit.
const Approvals = lazy(async () => {
  const [{ Approvals }] = await Promise.all([import('./approvals.tsx'), loadAllTexts()]);
  return { default: Approvals };
});

/** What waits for somebody: outcomes that nobody knows, customers who wait, what failed, and dialogs that people hold. */
export function NeedsYou({ needs, error, again }: NeedsRead) {
  if (error)
    return (
      <Alone>
        <ProblemNotice error={error} again={again} />
      </Alone>
    );
  if (!needs)
    return (
      <Alone>
        <Loading label={t('shell.loading')} />
      </Alone>
    );
  const { unknown, waiting, approvals, failures, held, exact } = needs.counts;
  const { count } = needs;
  if (count + needs.heldDialogs.length === 0)
    return (
      <Alone>
        <Notice look="good">{t('overview.nothing_waits')}</Notice>
      </Alone>
    );
  return (
    <>
      {waiting ? <WhoWaits count={waiting} /> : null}
      <Section
        id="needs-you"
        title={t('overview.needs_you')}
        acts={
          count > 0 && (
            <Badge look="bad">
              {showNumber(count)}
              {!exact && '+'}
            </Badge>
          )
        }
      >
        <Rows label={t('overview.needs_you')}>
          <Some
            of={needs.waiting}
            count={waiting}
            row={(each) => <WaitingRow key={each.profile_id} conversation={each} />}
          />
          <Some
            of={needs.unsettled}
            count={unknown}
            row={(record) => <UnsettledRow key={record.id} record={record} />}
          />
          {approvals ? (
            <Suspense fallback={<Row title={t('overview.to_decide', { count: approvals })} />}>
              <Approvals />
            </Suspense>
          ) : null}
          <Some
            of={needs.subscriptions}
            row={(each) => <SubscriptionRow key={each.slug} subscription={each} />}
          />
          {failureKinds.map((kind) => {
            const Failed = failureRows[kind];
            return (
              <Some
                key={kind}
                of={(failures ?? []).filter((each) => each.kind === kind)}
                row={(group) => <Failed key={keyOf(group)} group={group} />}
              />
            );
          })}
          <Some
            of={needs.heldDialogs}
            count={held}
            row={(each) => <HeldRow key={each.identity_id} dialog={each} />}
          />
        </Rows>
      </Section>
    </>
  );
}

const Alone = ({ children }: { children: ReactNode }) => (
  <Section title={t('overview.needs_you')}>{children}</Section>
);

/** Above all else: that customers wait. */
const WhoWaits = ({ count }: { count: number }) => (
  <Notice
    look="warn"
    title={t('overview.customers_wait', { count })}
    acts={
      <ToPage to="inbox" search={{ view: 'waiting' }} look="main">
        {t('overview.to_inbox')}
      </ToPage>
    }
  />
);
