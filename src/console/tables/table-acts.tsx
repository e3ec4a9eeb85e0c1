import { useNavigate } from '@tanstack/react-router';
import { Columns3, Download, Ellipsis, Trash2, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { Button, buttonClass } from '../kit/button.tsx';
import { Question } from '../kit/dialog.tsx';
import { Menu } from '../kit/menu.tsx';
import { say } from '../kit/toast.tsx';
import { keepEnvironment } from '../shell/page-link.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { shownColumns } from './columns.ts';
import { useConditions, whereOf } from './conditions.ts';
import { ImportDialog } from './import-dialog.tsx';
import { csvAddress, type Table, tablePath, tablesPath } from './paths.ts';
import { ChangeTable } from './table-form.tsx';
import css from './tables.module.css';

/** What can be done with the whole table. */
export function TableActs({ table }: { table: Table }) {
  const project_id = useProjectId();
  const environment = useEnvironment();
  const mayBuild = useMay('build');
  const mayWork = useMay('work');
  const [doing, setDoing] = useState<'import' | 'change' | 'delete'>();
  const { conditions } = useConditions();
  const where = useMemo(() => whereOf(conditions, shownColumns(table, [])), [conditions, table]);
  const exported = csvAddress({ project_id, slug: table.id, environment }, where === '' ? {} : { where });
  const close = () => setDoing(undefined);
  return (
    <>
      {mayWork && (
        <a className={`${buttonClass()} ${css.act}`} href={exported} download>
          <Download size={16} aria-hidden="true" />
          {t(where === '' ? 'tables.export' : 'tables.export_shown')}
        </a>
      )}
      {mayBuild && (
        <>
          <Button onPress={() => setDoing('import')}>
            <Upload size={16} aria-hidden="true" />
            {t('tables.import')}
          </Button>
          <Menu
            label={t('shell.more')}
            entries={[
              {
                ...{ id: 'change', name: t('tables.change'), icon: <Columns3 size={16} /> },
                act: () => setDoing('change'),
              },
              {
                ...{ id: 'delete', name: t('tables.delete'), icon: <Trash2 size={16} /> },
                act: () => setDoing('delete'),
              },
            ]}
          >
            <Button aria-label={t('shell.more')}>
              <Ellipsis size={16} aria-hidden="true" />
            </Button>
          </Menu>
        </>
      )}
      {doing === 'import' && <ImportDialog table={table} onClose={close} />}
      {doing === 'change' && <ChangeTable table={table} onClose={close} />}
      {doing === 'delete' && <DeleteTable table={table} onClose={close} />}
    </>
  );
}

/** Deletes the table after a question that says how many rows go with it. */
function DeleteTable({ table, onClose }: { table: Table; onClose(): void }) {
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>();
  const [isPending, setPending] = useState(false);
  const { live, sandbox } = table.environments;
  const answer = async (isYes: boolean) => {
    if (!isYes) return onClose();
    setPending(true);
    setError(undefined);
    try {
      await api.DELETE(tablePath, { params: { path: { project_id, slug: table.id } } });
      say(t('tables.deleted', { name: table.name }));
      await navigate({ to: `/p/${project_id}/tables`, search: keepEnvironment } as never);
      void renew(tablesPath);
    } catch (problem) {
      setError(problem);
      setPending(false);
    }
  };
  return (
    <Question
      title={t('tables.delete_title', { name: table.name })}
      text={t('tables.delete_text', { live: showNumber(live.rows), sandbox: showNumber(sandbox.rows) })}
      verb={t('tables.delete')}
      cancel={t('shell.cancel')}
      isOpen
      isPending={isPending}
      fault={<ProblemNotice error={error} />}
      onAnswer={(isYes) => void answer(isYes)}
    />
  );
}
