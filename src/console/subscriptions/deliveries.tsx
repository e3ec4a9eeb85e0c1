import { useEffect, useMemo, useState } from 'react';
import { renew } from '../api/cache.ts';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import { type Filter, FilterBar, useFilters } from '../kit/filters.tsx';
import type { Column } from '../kit/grid.tsx';
import { Badge, Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showDay, showMoment, showNumber } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { type Delivery, deliveriesPath } from './subscriptions.ts';

const statuses = ['queued', 'running', 'succeeded', 'failed'] as const;
const looks = { queued: 'plain', running: 'plain', succeeded: 'good', failed: 'bad' } as const;

/** How a delivery stands: one that is tried again says so. */
export function DeliveryBadge({ delivery: { status, attempts } }: { delivery: Delivery }) {
  const isAgain = status === 'queued' && attempts.length > 0;
  return (
    <Badge look={isAgain ? 'warn' : looks[status]}>
      {isAgain ? t('deliveries.again_later') : word('delivery_status', status)}
    </Badge>
  );
}

/** What the last attempt met. */
function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (!last) return '';
  return last.status === null ? (last.error ?? '') : t('deliveries.answered', { status: last.status });
}

const columns = (): Column<Delivery>[] => [
  {
    ...{ id: 'type', name: t('deliveries.type'), width: 'minmax(0, 1.5fr)', narrow: 'title' },
    text: ({ type }) => word('event_kind', type),
  },
  {
    ...{ id: 'status', name: t('deliveries.status'), width: '152px', narrow: 'end' },
    text: ({ status }) => word('delivery_status', status),
    cell: (delivery) => <DeliveryBadge delivery={delivery} />,
  },
  { id: 'answer', name: t('deliveries.answer'), width: 'minmax(0, 1.5fr)', text: lastAnswer },
  {
    ...{ id: 'attempts', name: t('deliveries.attempts'), width: '96px', isNumber: true, narrow: 'none' },
    text: ({ attempts }) => showNumber(attempts.length),
  },
  { id: 'at', name: t('deliveries.at'), width: '176px', text: ({ created_at }) => showMoment(created_at) },
];

const keyOf = ({ id }: Delivery) => id;
const lookEveryMs = 5000;

/** What a subscription was told, newest first; a row opens its attempts. */
export function Deliveries({ slug }: { slug: string }) {
  const project_id = useProjectId();
  const [openId, setOpen] = useState<string>();
  const filters = useMemo<Filter[]>(
    () => [
      {
        ...{ key: 'status', name: t('deliveries.status'), kind: 'choice' },
        options: statuses.map((each) => [each, word('delivery_status', each)]),
      },
    ],
    [],
  );
  const set = useFilters(filters);
  const { status } = set.values;
  const pages = usePages(deliveriesPath, {
    path: { project_id },
    query: { subscription: slug, ...(status && { status: status as (typeof statuses)[number] }) },
  });
  useEffect(() => {
    const timer = setInterval(() => void renew(deliveriesPath), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  const shown = useMemo(columns, []);
  const open = pages.rows.find(({ id }) => id === openId);
  return (
    <>
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        pages={pages}
        label={t('deliveries.list')}
        columns={shown}
        keyOf={keyOf}
        onOpen={({ id }) => setOpen(id)}
        empty={
          <Empty
            title={t(set.isAny ? 'log.nothing_fits' : 'deliveries.none')}
            text={set.isAny ? '' : t('deliveries.none_text')}
          />
        }
      />
      {open && <DeliveryDialog delivery={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
