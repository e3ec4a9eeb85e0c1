import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, Combine, MessageSquare } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasCode } from '../api/problem.ts';
import { useProjectId } from '../api/project.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import {
  AccessRights,
  customerName,
  MergeDialog,
  MergeSuggestions,
  Orders,
  Rename,
  StateFields,
  Tags,
  useCustomer,
} from '../profile/index.ts';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import { Accounts } from './accounts.tsx';
import own from './customer-page.module.css';
import css from './customers.module.css';
import { FindCustomer } from './find-customer.tsx';
import { LinkHistory } from './link-history.tsx';
import { Status } from './status.tsx';
import { TimeLine } from './time-line.tsx';

/** One customer: who they are, everything that happened with them, and what is kept of them. */
export function CustomerPage() {
  const projectId = useProjectId();
  const { customer: profileId = '' } = useParams({ strict: false }) as { customer?: string };
  const navigate = useNavigate();
  const { data: customer, error, refetch } = useCustomer(profileId);
  const [isFinding, setFinding] = useState(false);
  const [other, setOther] = useState<string>();
  const go = (id: string) =>
    void navigate({ to: `/p/${projectId}/customers/${id}`, search: keepEnvironment } as never);
  if (hasCode(error, 'profile_not_found'))
    return (
      <Empty title={t('customers.gone')} text={t('customers.gone_text')}>
        <ListLink>{t('customers.to_list')}</ListLink>
      </Empty>
    );
  if (!customer)
    return (
      <Page title={t('page.customers')}>
        {error ? (
          <ProblemNotice error={error} again={() => void refetch()} />
        ) : (
          <Loading label={t('shell.loading')} rows={8} />
        )}
      </Page>
    );
  return (
    <Page
      title={customerName(customer)}
      isWide
      lead={
        <ListLink>
          <ArrowLeft size={14} aria-hidden="true" />
          {t('page.customers')}
        </ListLink>
      }
      acts={
        <>
          <Rename customer={customer} />
          <Button onPress={() => setFinding(true)}>
            <Combine size={16} aria-hidden="true" />
            {t('customers.merge')}
          </Button>
          <Link
            className={css.act ?? ''}
            to={`/p/${projectId}/inbox/${customer.id}` as never}
            search={keepEnvironment as never}
          >
            <MessageSquare size={16} aria-hidden="true" />
            {t('customers.open_conversation')}
          </Link>
        </>
      }
    >
      <div className={css.head}>
        <Status customer={customer} />
        <span title={showMoment(customer.active_at)}>
          {t('customers.active_at', { when: showAgo(customer.active_at) })}
        </span>
        <span>{t('customers.came_at', { when: showMoment(customer.created_at) })}</span>
      </div>
      <div className={own.columns}>
        <TimeLine profileId={profileId} />
        <aside className={own.aside} aria-label={t('customers.facts')}>
          <MergeSuggestions profileId={profileId} onMerged={go} />
          <Tags customer={customer} />
          <AccessRights customer={customer} />
          <Orders customer={customer} />
          <StateFields customer={customer} />
          <Accounts customer={customer} />
          <LinkHistory profileId={profileId} />
        </aside>
      </div>
      {isFinding && (
        <FindCustomer
          except={profileId}
          onClose={() => setFinding(false)}
          onFound={(id) => {
            setFinding(false);
            setOther(id);
          }}
        />
      )}
      {other && (
        <MergeDialog profileIds={[profileId, other]} onClose={() => setOther(undefined)} onMerged={go} />
      )}
    </Page>
  );
}

const ListLink = ({ children }: { children: ReactNode }) => (
  <Link
    className={own.back ?? ''}
    to={`/p/${useProjectId()}/customers` as never}
    search={keepEnvironment as never}
  >
    {children}
  </Link>
);
