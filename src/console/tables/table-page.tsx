import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Page } from '../kit/page.tsx';
import { Empty, Loading, Notice } from '../kit/states.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { t } from '../text/text.ts';
import { ColumnList } from './column-list.tsx';
import { changes, rowsPath, tablePath } from './paths.ts';
import { Sheet } from './sheet.tsx';
import { TableActs } from './table-acts.tsx';
import css from './tables.module.css';

/** One table: its rows in the environment of the page, and what can be done with them. */
export function TablePage() {
  const project_id = useProjectId();
  const { slug = '' } = useParams({ strict: false }) as { slug?: string };
  const mayWork = useMay('work');
  const table = queries.useQuery('get', tablePath, { params: { path: { project_id, slug } } });
  useRenewals(project_id, changes, tablePath, rowsPath);
  const back = (
    <ListLink>
      <ArrowLeft size={14} aria-hidden="true" />
      {t('page.tables')}
    </ListLink>
  );
  if (hasCode(table.error, 'table_not_found'))
    return (
      <Empty title={t('tables.gone')} text={t('tables.gone_text')}>
        <ListLink>{t('tables.to_list')}</ListLink>
      </Empty>
    );
  if (!table.data)
    return (
      <Page title={t('page.tables')} lead={back} isWide>
        {table.error ? (
          <ProblemNotice error={table.error} again={() => void table.refetch()} />
        ) : (
          <Loading label={t('shell.loading')} rows={8} />
        )}
      </Page>
    );
  return (
    <Page title={table.data.name} lead={back} acts={<TableActs table={table.data} />} isWide>
      {mayWork ? (
        <Sheet key={slug} table={table.data} />
      ) : (
        <>
          <Notice look="plain">{t('tables.columns_only')}</Notice>
          <ColumnList table={table.data} />
        </>
      )}
    </Page>
  );
}

const ListLink = ({ children }: { children: ReactNode }) => (
  <Link
    className={css.back ?? ''}
    to={`/p/${useProjectId()}/tables` as never}
    search={keepEnvironment as never}
  >
    {children}
  </Link>
);
