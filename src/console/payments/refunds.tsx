import type { Shape } from '../api/shapes.ts';
import { Row, Rows, Section } from '../kit/page.tsx';
import { Badge } from '../kit/states.tsx';
import { showMoment, showMoney } from '../text/format.ts';
import { t, textFor } from '../text/text.ts';
import { refundLooks } from './refund-list.tsx';

/** The refunds of a payment, the newest first. More than one only if those before failed. */
export function Refunds({ refunds }: { refunds: readonly Shape<'OwnedRefund'>[] }) {
  return (
    <Section title={t('payments.refunds')}>
      <Rows label={t('payments.refunds')}>
        {refunds.map(({ refund_id, status, amount, error, created_at, finished_at, provider_refund_id }) => (
          <Row
            key={refund_id}
            title={showMoney(amount.value, amount.currency)}
            about={[
              t('payments.asked_at', { when: showMoment(created_at) }),
              finished_at && t('payments.ended_at', { when: showMoment(finished_at) }),
              error && textFor('refund_error', error.code, error.message),
              provider_refund_id,
            ]
              .filter(Boolean)
              .join(' · ')}
            end={<Badge look={refundLooks[status]}>{t(`payments.refund_is_${status}`)}</Badge>}
          />
        ))}
      </Rows>
    </Section>
  );
}
