import { Link } from '@tanstack/react-router';
import { Download, Upload, Users } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { queries } from '../api/client.ts';
import { type Pages, usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import { useSearch } from '../api/search.ts';
import { Button } from '../kit/button.tsx';
import { FilterBar } from '../kit/filters.tsx';
import type { RowLink } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { SearchBox } from '../kit/search-box.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showDay, showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import { type CustomerRow, customerColumns, keyOfCustomer } from './list-columns.tsx';
import { useCustomerFilters } from './list-filters.ts';
import { countPath, customersPath, useLiveList } from './live-list.ts';
import { Selection } from './selection.tsx';

/** Who the customers are: found by words or by filters, several of them tagged at once. */
export function CustomersPage() {
  const projectId = useProjectId();
  const given = useCustomerFilters();
  const { filters, set, order, setOrder, narrowing, words, setWords } = given;
  const columns = useMemo(customerColumns, []);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  const path = { project_id: projectId };
  const listed = usePages(customersPath, { path, query: { ...narrowing, order } }, { isOn: words === '' });
  const found = useFound(words);
  const pages = words === '' ? listed : found;
  const { hasNews, showNews } = useLiveList(projectId, listed, box);
  const link = useMemo(
    () =>
      ({ id }: CustomerRow): RowLink => ({
        to: `/p/${projectId}/customers/${id}`,
        search: keepEnvironment as never,
      }),
    [projectId],
  );
  const exported = `${customersPath.replace('{project_id}', projectId).replace(/profiles$/, 'customers.csv')}?${new URLSearchParams({ ...narrowing, order })}`;
  const clear = () => (words === '' ? set.clear() : setWords(''));
  return (
    <Page
      title={t('page.customers')}
      isWide
      acts={
        <>
          <Link
            className={css.act ?? ''}
            to={`/p/${projectId}/customers/suggestions` as never}
            search={keepEnvironment as never}
          >
            <Users size={16} aria-hidden="true" />
            {t('customers.suggestions')}
          </Link>
          <Link
            className={css.act ?? ''}
            to={`/p/${projectId}/customers/import` as never}
            search={keepEnvironment as never}
          >
            <Upload size={16} aria-hidden="true" />
            {t('customers.import')}
          </Link>
          <a className={css.act} href={exported} download="customers.csv" title={t('customers.export_help')}>
            <Download size={16} aria-hidden="true" />
            {t('customers.export')}
          </a>
        </>
      }
    >
      <FilterBar
        filters={words === '' ? filters : []}
        set={set}
        showDay={showDay}
        end={<Count words={words} narrowing={narrowing} found={found} />}
      >
        <SearchBox label={t('customers.search')} value={words} onChange={setWords} />
      </FilterBar>
      <div ref={box}>
        <List
          label={t('page.customers')}
          {...{ pages, columns, link, selected }}
          keyOf={keyOfCustomer}
          onSelect={setSelected}
          {...(words === '' && {
            order: { by: order, direction: order === 'name' ? 'ascending' : 'descending' },
            onOrder: setOrder,
          })}
          notice={hasNews && words === '' && <Button onPress={showNews}>{t('customers.news')}</Button>}
          empty={
            words !== '' || set.isAny ? (
              <Empty title={t(words === '' ? 'customers.none_fits' : 'customers.none_found')}>
                <Button onPress={clear}>{t(words === '' ? 'kit.filter_clear' : 'kit.search_clear')}</Button>
              </Empty>
            ) : (
              <Empty title={t('customers.empty')} text={t('customers.empty_text')}>
                <Link
                  className={css.act ?? ''}
                  to={`/p/${projectId}/channels` as never}
                  search={keepEnvironment as never}
                >
                  {t('customers.to_channels')}
                </Link>
                <Link
                  className={css.act ?? ''}
                  to={`/p/${projectId}/customers/import` as never}
                  search={keepEnvironment as never}
                >
                  {t('customers.import')}
                </Link>
              </Empty>
            )
          }
        />
      </div>
      <Selection rows={pages.rows} selected={selected} onSelect={setSelected} />
    </Page>
  );
}

/** Whom words find, in the form of a list that is all there. */
function useFound(words: string): Pages<CustomerRow, unknown> & { isNarrow: boolean } {
  const { data, error, isPending, refetch } = useSearch(words, { type: 'customers', keeps: true });
  return {
    rows: words === '' ? [] : (data?.customers?.items ?? []),
    first: undefined,
    ...{ isLoading: isPending, error: error as Error | null, hasMore: false, isLoadingMore: false },
    more: () => {},
    again: () => void refetch(),
    isNarrow: data?.customers?.narrow === true,
  };
}

interface CountProps {
  words: string;
  narrowing: Record<string, string>;
  found: ReturnType<typeof useFound>;
}

/** How many there are; beyond ten thousand, that there are more. */
function Count({ words, narrowing, found }: CountProps) {
  const projectId = useProjectId();
  const { data } = queries.useQuery(
    'get',
    countPath,
    { params: { path: { project_id: projectId }, query: narrowing } },
    { enabled: words === '', placeholderData: (before) => before },
  );
  const count = words === '' ? data?.count : found.rows.length;
  if (count === undefined || (words !== '' && found.isLoading)) return null;
  const isExact = words === '' ? data?.exact : !found.isNarrow;
  return (
    <span role="status">
      {t(isExact ? 'customers.count' : 'customers.count_more', { count, shown: showNumber(count) })}
    </span>
  );
}
