import { useMemo, useState } from 'react';
import { usePages } from '../api/pages.ts';
import { useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Button } from '../kit/button.tsx';
import { FilterBar } from '../kit/filters.tsx';
import { Page } from '../kit/page.tsx';
import { Empty } from '../kit/states.tsx';
import { List } from '../shell/list.tsx';
import { showDay } from '../text/format.ts';
import { t } from '../text/text.ts';
import { dialogColumns, dialogsPath, keyOfDialog } from './dialog-columns.tsx';
import { useDialogFilters } from './dialog-filters.ts';
import { DialogWindow } from './dialog-window.tsx';

/** Where the scenario stands with each customer, and what it waits for. */
export function DialogsPage() {
  const projectId = useProjectId();
  const { filters, set, query } = useDialogFilters();
  const pages = usePages(dialogsPath, { path: { project_id: projectId }, query });
  const columns = useMemo(dialogColumns, []);
  const [openId, setOpenId] = useState<string>();
  useRenewals(projectId, /^dialog\./, dialogsPath);
  const open = pages.rows.find((row) => keyOfDialog(row) === openId);
  return (
    <Page title={t('page.dialogs')} lead={t('dialogs.lead')} isWide>
      <FilterBar filters={filters} set={set} showDay={showDay} />
      <List
        label={t('page.dialogs')}
        {...{ pages, columns }}
        keyOf={keyOfDialog}
        onOpen={(row) => setOpenId(keyOfDialog(row))}
        empty={
          set.isAny ? (
            <Empty title={t('dialogs.none_fits')}>
              <Button onPress={set.clear}>{t('kit.filter_clear')}</Button>
            </Empty>
          ) : (
            <Empty title={t('dialogs.empty')} text={t('dialogs.empty_text')} />
          )
        }
      />
      {open && <DialogWindow dialog={open} onClose={() => setOpenId(undefined)} />}
    </Page>
  );
}
