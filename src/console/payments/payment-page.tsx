import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { queries } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Page, Section } from '../kit/page.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoney } from '../text/format.ts';
import { t } from '../text/text.ts';
import { Attention } from './attention.tsx';
import { History } from './history.tsx';
import { changes, paymentPath } from './paths.ts';
import { usePayers } from './payers.ts';
import { PaymentFacts } from './payment-facts.tsx';
import css from './payments.module.css';
import { RefundButton } from './refund-button.tsx';
import { Refunds } from './refunds.tsx';
import { isRefundable } from './standing.ts';
import { StateBadge } from './state.tsx';

/** One payment: where it stands, what needs somebody, what it gave, and everything that happened to it. */
export function PaymentPage() {
  const project_id = useProjectId();
  const { order: order_id = '' } = useParams({ strict: false }) as { order?: string };
  const mayBill = useMay('bill');
  const { data, error, refetch } = queries.useQuery('get', paymentPath, {
    params: { path: { project_id, order_id } },
  });
  useRenewals(project_id, changes, paymentPath);
  const profileId = data?.profile_id ?? null;
  const payers = usePayers(useMemo(() => [profileId], [profileId]));
  if (hasCode(error, 'payment_not_found'))
    return (
      <Empty title={t('payments.gone')} text={t('payments.gone_text')}>
        <ListLink>{t('payments.to_list')}</ListLink>
      </Empty>
    );
  const back = (
    <ListLink>
      <ArrowLeft size={14} aria-hidden="true" />
      {t('page.payments')}
    </ListLink>
  );
  if (!data)
    return (
      <Page title={t('payments.payment')} lead={back}>
        {error ? (
          <ProblemNotice error={error} again={() => void refetch()} />
        ) : (
          <Loading label={t('shell.loading')} rows={6} />
        )}
      </Page>
    );
  const name = profileId === null ? undefined : payers.get(profileId)?.name;
  return (
    <Page
      title={showMoney(data.amount.value, data.amount.currency)}
      lead={back}
      acts={mayBill && isRefundable(data) && <RefundButton payment={data} payer={name} />}
    >
      <div className={css.head}>
        <StateBadge payment={data} />
        <span>{data.description || data.operation_id}</span>
      </div>
      <Attention payment={data} />
      <PaymentFacts payment={data} payer={name} />
      {data.refunds.length > 0 && <Refunds refunds={data.refunds} />}
      <Section title={t('payments.history')}>
        <History payment={data} />
      </Section>
    </Page>
  );
}

const ListLink = ({ children }: { children: ReactNode }) => (
  <Link
    className={css.back ?? ''}
    to={`/p/${useProjectId()}/payments` as never}
    search={keepEnvironment as never}
  >
    {children}
  </Link>
);
