import { Badge } from '../kit/states.tsx';
import { showDay, showMoney } from '../text/format.ts';
import { t } from '../text/text.ts';
import type { Customer } from './customer.ts';
import { Part } from './part.tsx';
import css from './profile.module.css';

const looks = {
  created: 'plain',
  pending: 'warn',
  succeeded: 'good',
  canceled: 'plain',
  unknown: 'warn',
} as const;

/** What a customer ordered and paid, the newest first. */
export function Orders({ customer: { orders } }: { customer: Customer }) {
  return (
    <Part title={t('profile.orders')}>
      {orders.length === 0 && <p className={css.none}>{t('profile.no_orders')}</p>}
      <ul className={css.list}>
        {orders.map(({ order_id: id, description, amount, status, refund, created_at: at, test }) => (
          <li key={id} className={css.item}>
            <span className={css.grow}>
              {description}
              <span className={css.muted}>
                {showDay(at)}
                {test && ` · ${t('profile.test')}`}
              </span>
            </span>
            <span className={css.money}>
              {showMoney(amount.value, amount.currency)}
              <Badge look={looks[status]}>
                {refund?.status === 'succeeded' ? t('profile.refunded') : t(`profile.order_${status}`)}
              </Badge>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}
