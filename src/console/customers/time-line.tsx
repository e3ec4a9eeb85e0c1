import { useMemo } from 'react';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { useAddress, wordAt } from '../kit/address.ts';
import { Button } from '../kit/button.tsx';
import { Select } from '../kit/select.tsx';
import { Badge, Empty, Loading } from '../kit/states.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showDate, showMoment, showTime } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import { type Happened, show } from './happening.tsx';
import own from './time-line.module.css';

const path = '/api/owner/projects/{project_id}/profiles/{profile_id}/timeline';
const types = ['message', 'payment', 'event', 'run', 'job', 'dialog', 'link', 'note'] as const;
type Type = (typeof types)[number];

/** Everything that happened with a customer, newest first; one type of it by the address. */
export function TimeLine({ profileId }: { profileId: string }) {
  const projectId = useProjectId();
  const [search, change] = useAddress();
  const type = types.find((each) => each === wordAt(search, 'show'));
  const pages = usePages(path, {
    path: { project_id: projectId, profile_id: profileId },
    query: type ? { type } : {},
  });
  // Entries do not always name the customer.
  useRenewals(projectId, records, path, path.replace(/\/timeline$/, ''), path.replace(/timeline$/, 'links'));
  const days = useMemo(() => byDay(pages.rows), [pages.rows]);
  const options = [
    ['', t('customers.all')] as const,
    ...types.map((each) => [each, t(`customers.show_${each}`)] as const),
  ];
  return (
    <section className={css.part} aria-label={t('customers.time_line')}>
      <header className={css.partHead}>
        <h2>{t('customers.time_line')}</h2>
        <Select<Type | ''>
          label={t('customers.show')}
          isLabelHidden
          value={type ?? ''}
          options={options}
          onChange={(next) => change({ show: next || undefined })}
        />
      </header>
      {pages.isLoading && <Loading label={t('shell.loading')} rows={6} />}
      {!pages.isLoading && pages.rows.length === 0 && !pages.error && (
        <Empty title={t(type ? 'customers.nothing_of_it' : 'customers.nothing_yet')}>
          {type && <Button onPress={() => change({ show: undefined })}>{t('customers.all')}</Button>}
        </Empty>
      )}
      {days.map(({ day, items }) => (
        <div key={day}>
          <h3 className={own.day}>{day}</h3>
          <ol className={own.line}>
            {items.map((item) => (
              <Line key={keyOf(item)} item={item} />
            ))}
          </ol>
        </div>
      ))}
      <ProblemNotice error={pages.error} again={pages.again} />
      {pages.hasMore && !pages.error && (
        <div className={css.more}>
          <Button isPending={pages.isLoadingMore} onPress={pages.more}>
            {t('customers.earlier')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Line({ item }: { item: Happened }) {
  const { icon, look, who, text, fault } = show(item);
  const isTest = 'message' in item && item.message.environment === 'sandbox';
  return (
    <li className={own.happened}>
      <span className={own.mark} data-look={look} aria-hidden="true">
        {icon}
      </span>
      <span className={own.who}>
        {who} {isTest && <Badge look="warn">{t('shell.sandbox')}</Badge>}
      </span>
      <time className={own.when} dateTime={item.at} title={showMoment(item.at)}>
        {showTime(item.at)}
      </time>
      {text && <p className={own.said}>{text}</p>}
      {fault && <p className={own.fault}>{fault}</p>}
    </li>
  );
}

function keyOf(item: Happened): string {
  switch (item.type) {
    case 'message':
      return item.message.id;
    case 'event':
      return `event ${item.event.event_id}`;
    case 'payment':
      return item.payment.order_id;
    case 'run':
      return item.run.run_id;
    case 'job':
      return item.job.job_id;
    case 'dialog':
      return `dialog ${item.dialog.identity_id}`;
    case 'link':
      return item.link.id;
    case 'note':
      return item.note.id;
  }
}

function byDay(items: readonly Happened[]): { day: string; items: Happened[] }[] {
  const days: { day: string; items: Happened[] }[] = [];
  for (const item of items) {
    const day = showDate(item.at);
    const last = days.at(-1);
    if (last?.day === day) last.items.push(item);
    else days.push({ day, items: [item] });
  }
  return days;
}

const records = /^(?:message|event|revision|dialog|run|job|payment|refund|profile|identity)\./;
