import type { Shape } from '../api/shapes.ts';
import { Notice } from '../kit/states.tsx';
import { SettleButton } from '../outcomes/index.ts';
import { showMoment } from '../text/format.ts';
import { t, textFor } from '../text/text.ts';
import { unknownRecordOf } from './standing.ts';

/** What needs somebody: an outcome that nobody knows, a refund that failed, reports of the provider that do not fit. */
export function Attention({ payment }: { payment: Shape<'OwnedPayment'> }) {
  const recordId = unknownRecordOf(payment);
  const isOfRefund = payment.refund?.status === 'unknown';
  const { refund, problems } = payment;
  return (
    <>
      {recordId !== undefined && <Unknown id={recordId} payment={payment} isOfRefund={isOfRefund} />}
      {refund?.status === 'failed' && (
        <Notice look="bad" title={t('payments.refund_failed_title')}>
          {refund.error && <p>{textFor('refund_error', refund.error.code, refund.error.message)}</p>}
          <p>{t('payments.refund_failed_text')}</p>
        </Notice>
      )}
      {problems.map(({ code, message, at }) => (
        <Notice key={`${code} ${at}`} look="warn" title={textFor('payments', `problem_${code}`, message)}>
          <p>
            {showMoment(at)}: {message}
          </p>
        </Notice>
      ))}
    </>
  );
}

interface UnknownProps {
  id: string;
  payment: Shape<'OwnedPayment'>;
  isOfRefund: boolean;
}

/** Says that nobody knows, what the server does about it by itself, and leads to the settlement. */
function Unknown({ id, payment, isOfRefund }: UnknownProps) {
  const { next_check_at: next, error } = payment;
  const why = (isOfRefund ? payment.refund?.error : error)?.message ?? '';
  return (
    <Notice
      look="bad"
      title={t(isOfRefund ? 'payments.unknown_refund' : 'payments.unknown_payment')}
      acts={<SettleButton id={id} />}
    >
      {why && <p>{why}</p>}
      <p>{next ? t('payments.looked_up', { when: showMoment(next) }) : t('payments.not_looked_up')}</p>
    </Notice>
  );
}
