import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { newKey } from '../api/new-key.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { showMoney } from '../text/format.ts';
import { t } from '../text/text.ts';
import { paymentPath, paymentsPath, refundsPath } from './paths.ts';

interface RefundButtonProps {
  payment: Shape<'OwnedPayment'>;
  payer: string | undefined;
}

/** What follows from the refund, in a sentence. */
function followsFrom({ test, product, access_until: until }: Shape<'Payment'>): string {
  if (test) return t('payments.refund_test');
  if (product === null) return t('payments.refund_whole');
  return t(until === null ? 'payments.refund_access' : 'payments.refund_access_until', { product });
}

/** Gives the whole sum back, after a question. The server makes one refund of an order however often it is asked. */
export function RefundButton({ payment, payer }: RefundButtonProps) {
  const project_id = useProjectId();
  const { order_id, amount } = payment;
  // One key for each attempt of a person: pressing again after a lost answer asks for the same refund.
  const [key, setKey] = useState(newKey);
  const sum = showMoney(amount.value, amount.currency);
  const refund = async () => {
    await api.POST('/api/owner/projects/{project_id}/payments/{order_id}/refund', {
      params: { path: { project_id, order_id }, header: { 'idempotency-key': key } },
      body: {},
    });
    setKey(newKey());
    renew(paymentPath, paymentsPath, refundsPath);
    say(t('payments.refund_begun'));
  };
  return (
    <ConfirmButton
      look="bad"
      title={payer ? t('payments.refund_title_to', { sum, who: payer }) : t('payments.refund_title', { sum })}
      text={followsFrom(payment)}
      verb={t('payments.refund_verb', { sum })}
      act={refund}
    >
      {t('payments.refund')}
    </ConfirmButton>
  );
}
