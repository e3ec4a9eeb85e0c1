import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { usePages } from '../api/pages.ts';
import { type Environment, useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Button } from '../kit/button.tsx';
import type { Column, RowLink } from '../kit/grid.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { showMoment, showNumber, showSince } from '../text/format.ts';
import { t } from '../text/text.ts';
import { changes, type Table, tablesPath } from './paths.ts';
import { NewTable } from './table-form.tsx';

const keyOf = ({ id }: Table) => id;

const columns = (environment: Environment): readonly Column<Table>[] => [
  { id: 'name', name: t('tables.name'), width: 'minmax(0, 2fr)', text: ({ name }) => name },
  {
    ...{ id: 'slug', name: t('kit.slug'), width: 'minmax(0, 1fr)' },
    text: ({ id }) => id,
    cell: ({ id }) => <code>{id}</code>,
  },
  {
    ...{ id: 'columns', name: t('tables.columns'), width: 'minmax(0, 2fr)', narrow: 'none' as const },
    text: (table) => table.columns.map(({ name }) => name).join(', '),
  },
  {
    ...{ id: 'rows', name: t('tables.rows'), width: '104px', isNumber: true, narrow: 'end' as const },
    text: ({ environments }) => environments[environment].rows,
    cell: ({ environments }) => showNumber(environments[environment].rows),
  },
  {
    ...{ id: 'changed', name: t('tables.changed'), width: '112px', isNumber: true },
    text: ({ updated_at }) => updated_at,
    cell: ({ updated_at }) => <time title={showMoment(updated_at)}>{showSince(updated_at)}</time>,
  },
];

/** The tables of the project, with how many rows each has in the environment of the page. */
export function TablesPage() {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const mayBuild = useMay('build');
  const [isMaking, setMaking] = useState(false);
  const pages = usePages(tablesPath, { path: { project_id: projectId } });
  useRenewals(projectId, changes, tablesPath);
  const shown = useMemo(() => columns(environment), [environment]);
  const link = useMemo(
    () =>
      ({ id }: Table): RowLink => ({
        to: `/p/${projectId}/tables/${id}`,
        search: keepEnvironment as never,
      }),
    [projectId],
  );
  const make = mayBuild && (
    <Button look="main" onPress={() => setMaking(true)}>
      <Plus size={16} aria-hidden="true" />
      {t('tables.new')}
    </Button>
  );
  return (
    <Page title={t('page.tables')} lead={t('tables.lead')} acts={pages.rows.length > 0 && make} isWide>
      <List
        label={t('page.tables')}
        {...{ pages, link, keyOf }}
        columns={shown}
        empty={
          <Empty title={t('tables.none')} text={t('tables.none_text')}>
            {make}
          </Empty>
        }
      />
      {isMaking && <NewTable taken={pages.rows.map(keyOf)} onClose={() => setMaking(false)} />}
    </Page>
  );
}
