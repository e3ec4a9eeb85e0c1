import { Page } from '../kit/page.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { t } from '../text/text.ts';
import { PaymentList } from './payment-list.tsx';
import { RefundList } from './refund-list.tsx';

/** What was sold, and what was given back. */
export function PaymentsPage() {
  return (
    <Page title={t('page.payments')} isWide>
      <Tabs
        label={t('page.payments')}
        tabs={[
          { id: 'payments', name: t('page.payments'), content: <PaymentList /> },
          { id: 'refunds', name: t('payments.refunds'), content: <RefundList /> },
        ]}
      />
    </Page>
  );
}
