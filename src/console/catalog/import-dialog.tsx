import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { upload } from '../api/upload.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { useSettled } from '../kit/settled.ts';
import { Loading, Notice } from '../kit/states.tsx';
import { useStay } from '../kit/stay.ts';
import { Switch } from '../kit/switch.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { UploadFault } from '../shell/upload-fault.tsx';
import { t } from '../text/text.ts';
import css from './import.module.css';
import {
  endings,
  type ImportReport as ImportReportShape,
  type ImportWishes,
  keptFormat,
  noWishes,
  type Preview,
  previewPath,
  sendPath,
  typeOf,
  type WaitingList,
} from './import-file.ts';
import { ImportOptions } from './import-options.tsx';
import { ImportFound, ImportPreview } from './import-preview.tsx';
import { ImportQuestion, ImportReport } from './import-report.tsx';
import { everything } from './paths.ts';

type Stage =
  | { at: 'choosing' }
  | { at: 'looking'; file: File; error?: unknown; isStopped?: boolean }
  | { at: 'sending'; file: File; part: number }
  | { at: 'asked'; file: File; list: WaitingList; error?: unknown }
  | { at: 'done'; file: File; report: ImportReportShape };

/** Reads a file without importing it, again once somebody has changed how it is read. */
function usePreview(file: File | undefined, wishes: ImportWishes) {
  const path = useSettled(previewPath(wishes), 300);
  const at = file && `${file.name} ${file.size} ${file.lastModified}`;
  return useQuery({
    queryKey: ['import', at, path],
    queryFn: ({ signal }) => upload<Preview>(path, file!, typeOf(file!.name), { signal }),
    ...{ enabled: file !== undefined, retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    placeholderData: keepPreviousData,
  });
}

/** Keeps how the file was read for the source of the newest import, which was this one. */
async function keepFormat(wishes: ImportWishes): Promise<void> {
  const body = keptFormat(wishes);
  const { data } = await api.GET('/api/owner/catalog/imports', { params: { query: { page_size: 1 } } });
  const id = data!.results[0]?.source;
  if (body && id)
    await api.PUT('/api/owner/catalog/sources/{id}/import-format', { params: { path: { id } }, body });
}

/** Offers from a file of any size: it is looked at first, then good rows are stored as they come, and the others named by line. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const [wishes, setWishes] = useState(noWishes);
  const [keeps, setKeeps] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useStay(stage.at === 'sending');
  const preview = usePreview(stage.at === 'looking' ? stage.file : undefined, wishes);
  const found = preview.error ? undefined : preview.data;
  const replaces = wishes.kind === 'replace';
  const send = async (file: File) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const sending = (part: number) => setStage({ at: 'sending', file, part });
    sending(0);
    try {
      const report = await upload<ImportReportShape | WaitingList>(
        sendPath(wishes),
        file,
        typeOf(file.name),
        {
          ...{ onProgress: sending, signal },
        },
      );
      if (keeps) await keepFormat(wishes);
      const isAsked = 'state' in report && report.state === 'needs_confirmation';
      setStage(
        isAsked
          ? { at: 'asked', file, list: report }
          : { at: 'done', file, report: report as ImportReportShape },
      );
    } catch (error) {
      setStage({ at: 'looking', file, ...(signal.aborted ? { isStopped: true } : { error }) });
    }
    void renew(...everything);
  };
  const answer = async (file: File, list: WaitingList, isYes: boolean) => {
    const params = { path: { id: list.import } };
    try {
      if (!isYes) {
        await api.POST('/api/owner/catalog/imports/{id}/cancel', { params });
        return onClose();
      }
      const { data } = await api.POST('/api/owner/catalog/imports/{id}/confirm', { params });
      setStage({ at: 'done', file, report: { ...data!, state: 'done', errors: list.errors } });
    } catch (error) {
      setStage({ at: 'asked', file, list, error });
    } finally {
      void renew(...everything);
    }
  };
  const other = <Button onPress={() => setStage({ at: 'choosing' })}>{t('tables.import_other')}</Button>;
  const look = (file: File | undefined) => {
    if (!file) return;
    // What was said about another file need not be true of this one.
    const { kind, source, vanishedStatus } = wishes;
    setWishes({ ...noWishes, kind, source, vanishedStatus });
    setStage({ at: 'looking', file });
  };
  return (
    <Dialog title={t('catalog.import_title')} isOpen onClose={onClose} isWide isKept={stage.at === 'sending'}>
      {stage.at === 'choosing' && (
        <>
          <FileDrop
            text={t('catalog.import_text')}
            verb={t('tables.import_choose')}
            types={endings}
            onFile={look}
          />
          <DialogButtons>
            <Button onPress={onClose}>{t('shell.close')}</Button>
          </DialogButtons>
        </>
      )}
      {stage.at === 'looking' && (
        <>
          <div className={css.parts}>
            {stage.isStopped && (
              <Notice look="warn">
                {t(replaces ? 'catalog.import_stopped_list' : 'catalog.import_stopped')}
              </Notice>
            )}
            <UploadFault
              error={stage.error}
              file={stage.file}
              broken={{
                title: t('tables.import_broken', { name: stage.file.name }),
                text: t(replaces ? 'catalog.import_broken_list' : 'catalog.import_broken'),
                verb: t('tables.import_again'),
              }}
              again={(file) => void send(file)}
            />
            <ProblemNotice error={preview.error} again={() => void preview.refetch()} />
            {preview.isPending && <Loading label={t('catalog.import_looking')} rows={4} />}
            {found && (
              <ImportFound
                preview={found}
                onComma={wishes.hasComma ? undefined : () => setWishes({ ...wishes, hasComma: true })}
              />
            )}
            <ImportOptions {...{ wishes }} onChange={setWishes} name={stage.file.name} found={found?.found} />
            {found && <ImportPreview preview={found} />}
            {keptFormat(wishes) && (
              <Switch
                label={t('catalog.import_keep', { source: wishes.source.trim() })}
                help={t('catalog.import_keep_help')}
                isSelected={keeps}
                onChange={setKeeps}
              />
            )}
          </div>
          <DialogButtons>
            {other}
            <Button
              look="main"
              autoFocus
              isPending={preview.isFetching}
              isDisabled={!found || found.rows === 0 || (replaces && wishes.source.trim() === '')}
              onPress={() => void send(stage.file)}
            >
              {t(replaces ? 'catalog.import_ask' : 'catalog.import')}
            </Button>
          </DialogButtons>
        </>
      )}
      {stage.at === 'sending' && (
        <>
          <Progress {...stage} />
          <DialogButtons>
            <Button onPress={() => stop.current?.abort(new Error('stopped'))}>{t('tables.stop')}</Button>
          </DialogButtons>
        </>
      )}
      {stage.at === 'asked' && (
        <>
          <ImportQuestion source={wishes.source.trim()} list={stage.list} />
          <ProblemNotice error={stage.error} />
          <DialogButtons>
            <Button onPress={() => void answer(stage.file, stage.list, false)}>
              {t('catalog.import_drop')}
            </Button>
            <Button look="main" autoFocus onPress={() => void answer(stage.file, stage.list, true)}>
              {t('catalog.import_apply')}
            </Button>
          </DialogButtons>
        </>
      )}
      {stage.at === 'done' && (
        <>
          <ImportReport name={stage.file.name} report={stage.report} />
          <DialogButtons>
            {other}
            <Button onPress={onClose}>{t('shell.close')}</Button>
          </DialogButtons>
        </>
      )}
    </Dialog>
  );
}

function Progress({ file, part }: { file: File; part: number }) {
  const percent = Math.round(part * 100);
  const name = t('tables.import_sending', { name: file.name, percent });
  return (
    <div className={css.progress}>
      <p role="status">{part < 1 ? name : t('catalog.import_storing')}</p>
      <progress aria-label={name} value={percent} max={100} />
    </div>
  );
}
