import { type ReactNode, useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge, Loading, Notice } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { t } from '../text/text.ts';
import { DialogFailure, JobFailure, RunFailure } from './failure-rows.tsx';
import { HeldRow, SubscriptionRow, UnsettledRow, WaitingRow } from './need-rows.tsx';
import { useNeeds } from './use-needs.ts';

/** So many of a kind are shown before somebody asks for the rest. */
const few = 3;

/** What waits for somebody: outcomes that nobody knows, customers who wait, what failed, and dialogs that people hold. */
export function NeedsYou() {
  const { needs, error, again } = useNeeds();
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
  const count =
    needs.unsettled.length +
    needs.waiting.length +
    needs.subscriptions.length +
    needs.jobs.length +
    needs.runs.length +
    needs.failedDialogs.length;
  if (count + needs.heldDialogs.length === 0)
    return (
      <Alone>
        <Notice look="good">{t('overview.nothing_waits')}</Notice>
      </Alone>
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

const Alone = ({ children }: { children: ReactNode }) => (
  <Section title={t('overview.needs_you')}>{children}</Section>
);

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
