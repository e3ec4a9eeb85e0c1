import { useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Facts } from '../kit/facts.tsx';
import { say } from '../kit/toast.tsx';
import { ConfirmButton } from '../shell/confirm-button.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { showMoment, showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { countsOf } from './import-counts.ts';
import { everything, type ImportRecord } from './paths.ts';

/** One import: what it did, and what can be done with it. */
export function ImportRecordDialog({ record, onClose }: { record: ImportRecord; onClose(): void }) {
  const { id, mode, state, on_duplicate: onDuplicate } = record;
  const [error, setError] = useState<unknown>();
  const params = { path: { id } };
  const isWaiting = state === 'needs_confirmation' || (state === 'interrupted' && mode === 'replace');
  const end = (words: string) => {
    void renew(...everything);
    say(words);
    onClose();
  };
  const attempt = async (act: () => Promise<unknown>, words: string) => {
    setError(undefined);
    try {
      await act();
      end(words);
    } catch (problem) {
      setError(problem);
    }
  };
  const undo = async () => {
    const { data } = await api.POST('/api/owner/catalog/imports/{id}/undo', { params });
    const { removed, restored, returned, left } = data!;
    end(
      t('catalog.import_undone', {
        ...{ removed: showNumber(removed), restored: showNumber(restored) },
        ...{ returned: showNumber(returned), left: showNumber(left) },
      }),
    );
  };
  return (
    <Dialog title={t('catalog.import_one', { id })} isOpen onClose={onClose} isWide>
      <Facts
        facts={[
          [t('catalog.source'), record.source_name ?? t('catalog.import_many')],
          [
            t('catalog.import_way'),
            t('catalog.import_mode', { mode: mode === 'add' && onDuplicate === 'update' ? 'update' : mode }),
          ],
          [t('catalog.imports_state'), t('catalog.import_state', { state })],
          ...countsOf(record),
          [t('catalog.import_began'), showMoment(record.started_at)],
          [t('catalog.import_ended'), record.ended_at && showMoment(record.ended_at)],
          [t('catalog.import_why'), record.detail],
        ]}
      />
      {record.failed > 0 && (
        <p>
          <a href={`/api/owner/catalog/imports/${id}/errors`} download={`import-${id}.csv`}>
            {t('catalog.import_faults_file')}
          </a>
        </p>
      )}
      <ProblemNotice error={error} />
      <DialogButtons>
        <Button onPress={onClose}>{t('shell.close')}</Button>
        {record.can_undo && (
          <ConfirmButton
            title={t('catalog.import_undo_title')}
            text={t('catalog.import_undo_text')}
            verb={t('catalog.import_undo')}
            act={undo}
          >
            {t('catalog.import_undo')}
          </ConfirmButton>
        )}
        {isWaiting && (
          <>
            <Button
              onPress={() =>
                void attempt(
                  () => api.POST('/api/owner/catalog/imports/{id}/cancel', { params }),
                  t('catalog.import_dropped'),
                )
              }
            >
              {t('catalog.import_drop')}
            </Button>
            <Button
              look="main"
              onPress={() =>
                void attempt(
                  () => api.POST('/api/owner/catalog/imports/{id}/confirm', { params }),
                  t('catalog.import_applied'),
                )
              }
            >
              {t('catalog.import_apply')}
            </Button>
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}
