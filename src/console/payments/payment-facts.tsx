import type { Shape } from '../api/shapes.ts';
import { Facts } from '../kit/facts.tsx';
import { Section } from '../kit/page.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';

interface PaymentFactsProps {
  payment: Shape<'OwnedPayment'>;
  /** The name of the customer, for who may see it. */
  payer: string | undefined;
}

/** What the customer has of it: what it gives, gave, or why it gives nothing. */
function accessOf(payment: Shape<'OwnedPayment'>): string {
  const { product, access_until: until, status, test, refund, problems } = payment;
  if (product === null) return t('payments.access_none');
  const values = { product };
  if (test) return t('payments.access_test', values);
  const isGivenBack =
    refund?.status === 'succeeded' || problems.some(({ code }) => code === 'already_refunded');
  if (isGivenBack) return t('payments.access_ended', values);
  if (status !== 'succeeded')
    return t(status === 'canceled' ? 'payments.access_not' : 'payments.access_later', values);
  return until === null
    ? t('payments.access_open', values)
    : t('payments.access_until', { ...values, when: showMoment(until) });
}

/** What is known of a payment. */
export function PaymentFacts({ payment, payer }: PaymentFactsProps) {
  const { status, error, cancellation, payment_url: url, profile_id: profile } = payment;
  return (
    <Section title={t('payments.facts')}>
      <Facts
        facts={[
          [
            t('payments.customer'),
            payer !== undefined && profile !== null && <ToPage to={`customers/${profile}`}>{payer}</ToPage>,
          ],
          [t('payments.access'), accessOf(payment)],
          [t('payments.made'), showMoment(payment.created_at)],
          [t('payments.paid_at'), payment.paid_at && showMoment(payment.paid_at)],
          [
            t('payments.canceled_why'),
            status === 'canceled' &&
              (cancellation
                ? t('payments.canceled_by', { party: cancellation.party, reason: cancellation.reason })
                : error?.message),
          ],
          [
            t('payments.pay_at'),
            url && (
              <a href={url} target="_blank" rel="noreferrer">
                {t('payments.pay_link')}
              </a>
            ),
          ],
          [t('payments.test_money'), payment.test && t('payments.test_text')],
          [t('payments.operation'), payment.operation_id],
          [t('payments.order'), <code key="order">{payment.order_id}</code>],
          [
            t('payments.provider_id'),
            payment.provider_payment_id && <code>{payment.provider_payment_id}</code>,
          ],
          [t('payments.compared'), comparedOf(payment)],
        ]}
      />
    </Section>
  );
}

/** How the books of the provider were compared with this payment. */
const comparedOf = ({ checks, next_check_at: next, test, environment }: Shape<'OwnedPayment'>): string => {
  if (test && environment === 'sandbox') return t('payments.compared_not');
  return [
    t('payments.compared_times', { count: checks }),
    next ? t('payments.compared_next', { when: showMoment(next) }) : t('payments.compared_done'),
  ].join(' ');
};
