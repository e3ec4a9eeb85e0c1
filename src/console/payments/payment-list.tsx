import { useMemo, useState } from 'react';
import { queries } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { below, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { FilterBar } from '../kit/filters.tsx';
import type { Column, RowLink } from '../kit/grid.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showDay, showMoment, showMoney, showSince } from '../text/format.ts';
import { t } from '../text/text.ts';
import { usePaymentFilters } from './list-filters.ts';
import { changes, paymentsPath } from './paths.ts';
import { type Payers, usePayers } from './payers.ts';
import css from './payments.module.css';
import { standingOf } from './standing.ts';
import { StateBadge } from './state.tsx';

type Payment = Shape<'Payment'>;

const keyOf = ({ order_id }: Payment) => order_id;
const noPayers: Payers = new Map();

/** Names of customers stand before what they bought, for who may see them. */
const columns = (payers: Payers, isNamed: boolean): readonly Column<Payment>[] => {
  const nameOf = ({ profile_id }: Payment) => (profile_id && payers.get(profile_id)?.name) || '';
  return [
    {
      ...{ id: 'description', name: t('payments.what'), width: 'minmax(0, 2fr)', narrow: 'title' as const },
      text: ({ description, operation_id }) => description || operation_id,
    },
    ...(isNamed
      ? [{ id: 'customer', name: t('payments.customer'), width: 'minmax(0, 1.2fr)', text: nameOf }]
      : []),
    {
      ...{ id: 'state', name: t('payments.state'), width: 'minmax(0, 1.2fr)' },
      text: (payment) => t(`payments.is_${standingOf(payment)}`),
      cell: (payment) => (
        <span className={css.states}>
          <StateBadge payment={payment} />
          {payment.test && payment.environment === 'live' && <Badge>{t('payments.test')}</Badge>}
        </span>
      ),
    },
    {
      ...{ id: 'amount', name: t('payments.amount'), width: '128px', isNumber: true, narrow: 'end' as const },
      text: ({ amount }) => showMoney(amount.value, amount.currency),
    },
    {
      ...{ id: 'made', name: t('payments.made'), width: '112px', isNumber: true },
      text: ({ created_at }) => created_at,
      cell: ({ created_at }) => <time title={showMoment(created_at)}>{showSince(created_at)}</time>,
    },
  ];
};

/** The payments of the environment, the newest first. */
export function PaymentList() {
  const projectId = useProjectId();
  const mayServe = useMay('serve');
  const mayBuild = useMay('build');
  const [payers, setPayers] = useState(noPayers);
  const { filters, set, query } = usePaymentFilters(payers);
  const pages = usePages(paymentsPath, { path: { project_id: projectId }, query });
  const known = usePayers(useMemo(() => pages.rows.map(({ profile_id }) => profile_id), [pages.rows]));
  // Those who were named on an earlier page stay named.
  if ([...known].some(([id, { name }]) => payers.get(id)?.name !== name))
    setPayers(new Map([...payers, ...known]));
  useRenewals(projectId, changes, paymentsPath);
  const shown = useMemo(() => columns(payers, mayServe), [payers, mayServe]);
  const link = useMemo(
    () =>
      ({ order_id }: Payment): RowLink => ({
        to: `/p/${projectId}/payments/${order_id}`,
        search: keepEnvironment as never,
      }),
    [projectId],
  );
  return (
    <div className={css.list}>
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        label={t('page.payments')}
        {...{ pages, link, keyOf }}
        columns={shown}
        empty={
          set.isAny ? (
            <Empty title={t('payments.none_fits')}>
              <Button onPress={set.clear}>{t('kit.filter_clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('payments.empty')} text={t('payments.empty_text')}>
              {mayBuild && <Begin />}
            </Empty>
          )
        }
      />
    </div>
  );
}

/** Leads to what is to be done before anything can be paid: a shop, and then an operation that sells through it. */
function Begin() {
  const { data } = queries.useQuery(
    'get',
    '/api/owner/projects/{project_id}/connections',
    below(useProjectId()),
  );
  const shop = data?.items.find(({ kind }) => kind === 'yookassa');
  if (!data) return null;
  return (
    <ToPage
      to={shop ? 'operations' : 'connections'}
      search={{ new: shop ? shop.slug : 'yookassa' }}
      look="plain"
    >
      {t(shop ? 'payments.make_operation' : 'payments.connect_shop')}
    </ToPage>
  );
}
