import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Page } from '../kit/page.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import { customerName, MergeDialog } from '../profile/index.ts';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import { Initial } from './list-columns.tsx';
import own from './suggestions-page.module.css';

const path = '/api/owner/projects/{project_id}/link-suggestions';

/** Pairs of customers with the same number or address: merged, or told apart. */
export function SuggestionsPage() {
  const projectId = useProjectId();
  const pages = usePages(path, { path: { project_id: projectId } });
  const [merging, setMerging] = useState<string[]>();
  const { rows, isLoading, error, hasMore, more, again, isLoadingMore } = pages;
  return (
    <Page title={t('customers.suggestions')} lead={t('customers.suggestions_lead')}>
      {isLoading && <Loading label={t('shell.loading')} rows={4} />}
      {!isLoading && !error && rows.length === 0 && (
        <Empty title={t('customers.no_suggestions')} text={t('customers.no_suggestions_text')} />
      )}
      {rows.length > 0 && (
        <ul className={own.box} aria-label={t('customers.suggestions')}>
          {rows.map((pair) => (
            <Pair
              key={`${pair.kind} ${pair.value} ${pair.customers.map(({ id }) => id).join()}`}
              pair={pair}
              onMerge={() => setMerging(pair.customers.map(({ id }) => id))}
            />
          ))}
        </ul>
      )}
      <ProblemNotice error={error} again={again} />
      {hasMore && !error && (
        <div className={css.more}>
          <Button isPending={isLoadingMore} onPress={more}>
            {t('customers.more_pairs')}
          </Button>
        </div>
      )}
      {merging && (
        <MergeDialog
          profileIds={merging}
          onClose={() => setMerging(undefined)}
          onMerged={() => renew(path)}
        />
      )}
    </Page>
  );
}

function Pair({
  pair: { kind, value, customers },
  onMerge,
}: {
  pair: Shape<'LinkSuggestion'>;
  onMerge(): void;
}) {
  const projectId = useProjectId();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const dismiss = async () => {
    setPending(true);
    setError(undefined);
    try {
      await api.POST(`${path}/dismiss`, {
        params: { path: { project_id: projectId } },
        body: { profile_ids: customers.map(({ id }) => id) },
      });
      renew(path);
    } catch (fault) {
      setError(fault);
    }
    setPending(false);
  };
  return (
    <li className={own.pair}>
      <p className={own.pairWhy}>
        {t(kind === 'mail' ? 'customers.same_mail' : 'customers.same_phone', { value })}
      </p>
      {customers.map((customer) => (
        <div key={customer.id} className={own.pairOne}>
          <Initial name={customerName(customer)} />
          <span className={css.grow}>
            <Link to={`/p/${projectId}/customers/${customer.id}` as never} search={keepEnvironment as never}>
              {customerName(customer)}
            </Link>
            <span className={css.muted}>
              {customer.identities
                .map(({ channel, external_id: id }) => `${t(`customers.type_${channel as 'webchat'}`)} ${id}`)
                .join(', ')}
            </span>
            <span className={css.muted}>
              {t('customers.came_at', { when: showMoment(customer.created_at) })}
            </span>
          </span>
        </div>
      ))}
      <div className={own.pairActs}>
        <Button onPress={onMerge}>{t('customers.look_at_merge')}</Button>
        <Button look="quiet" isPending={isPending} onPress={() => void dismiss()}>
          {t('customers.not_one')}
        </Button>
      </div>
      <ProblemNotice error={error} />
    </li>
  );
}
