import { useEffect, useMemo } from 'react';
import { usePages } from '../api/pages.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { type Filter, FilterBar, useFilters } from '../kit/filters.tsx';
import type { Column, RowLink } from '../kit/grid.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showDay, showMoment, showMoney, showSince } from '../text/format.ts';
import { t, textFor } from '../text/text.ts';
import { changes, refundsPath } from './paths.ts';
import css from './payments.module.css';

type Refund = Shape<'OwnedRefund'>;

const statuses = ['queued', 'running', 'succeeded', 'failed', 'unknown'] as const;

export const refundLooks = {
  queued: 'warn',
  running: 'warn',
  succeeded: 'good',
  failed: 'bad',
  unknown: 'bad',
} as const;

const keyOf = ({ refund_id }: Refund) => refund_id;

const columns = (): readonly Column<Refund>[] => [
  {
    ...{ id: 'state', name: t('payments.state'), width: 'minmax(0, 1fr)', narrow: 'title' as const },
    text: ({ status }) => t(`payments.refund_is_${status}`),
    cell: ({ status }) => <Badge look={refundLooks[status]}>{t(`payments.refund_is_${status}`)}</Badge>,
  },
  {
    ...{ id: 'why', name: t('payments.why'), width: 'minmax(0, 2fr)' },
    text: ({ error }) => error && textFor('refund_error', error.code, error.message),
  },
  { id: 'order', name: t('payments.order'), width: 'minmax(0, 1.5fr)', text: ({ order_id }) => order_id },
  {
    ...{ id: 'amount', name: t('payments.amount'), width: '128px', isNumber: true, narrow: 'end' as const },
    text: ({ amount }) => showMoney(amount.value, amount.currency),
  },
  {
    ...{ id: 'made', name: t('payments.asked'), width: '112px', isNumber: true },
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <time title={showMoment(created_at)}>{showSince(created_at)}</time>,
  },
];

/** What was given back or should be, here or at the provider, the newest first. */
export function RefundList() {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const filters = useMemo<readonly Filter[]>(
    () => [
      {
        ...({ key: 'refund', name: t('payments.state'), kind: 'choice' } as const),
        options: statuses.map((status) => [status, t(`payments.refund_is_${status}`)]),
      },
    ],
    [],
  );
  const set = useFilters(filters);
  const status = set.values.refund as (typeof statuses)[number] | undefined;
  const pages = usePages(refundsPath, {
    path: { project_id: projectId },
    query: { ...(status && { status }) },
  });
  useRenewals(projectId, changes, refundsPath);
  const shown = useMemo(columns, []);
  const link = useMemo(
    () =>
      ({ order_id }: Refund): RowLink => ({
        to: `/p/${projectId}/payments/${order_id}`,
        search: keepEnvironment as never,
      }),
    [projectId],
  );
  // The API lists refunds of both environments together.
  const rows = useMemo(
    () => pages.rows.filter((row) => row.environment === environment),
    [pages.rows, environment],
  );
  const { hasMore, isLoadingMore, more, error } = pages;
  const isOnlyElsewhere = rows.length === 0 && hasMore && !error;
  useEffect(() => {
    if (isOnlyElsewhere && !isLoadingMore) more();
  }, [isOnlyElsewhere, isLoadingMore, more]);
  return (
    <div className={css.list}>
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        label={t('payments.refunds')}
        {...{ link, keyOf }}
        pages={{ ...pages, rows, isLoading: pages.isLoading || isOnlyElsewhere }}
        columns={shown}
        empty={
          set.isAny ? (
            <Empty title={t('payments.no_refund_fits')}>
              <Button onPress={set.clear}>{t('kit.filter_clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('payments.no_refunds')} text={t('payments.no_refunds_text')} />
          )
        }
      />
    </div>
  );
}
