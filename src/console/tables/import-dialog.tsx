import { useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { ApiProblem, hasCode } from '../api/problem.ts';
import { useEnvironment, useProjectId } from '../api/project.ts';
import { upload } from '../api/upload.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { Fields } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { useStay } from '../kit/stay.ts';
import { say } from '../kit/toast.tsx';
import { UploadFault } from '../shell/upload-fault.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import { ImportPreview } from './import-preview.tsx';
import { type ImportReport, readReport } from './import-report.ts';
import { csvAddress, rowsPath, type Table, tablePath, tablesPath } from './paths.ts';

const modes = ['append', 'upsert', 'replace'] as const;
type Mode = (typeof modes)[number];

/** More is refused by the server. */
const mostBytes = 32 * 2 ** 20;
const tooLarge = () => new ApiProblem(413, { code: 'body_too_large' });

/** Where a file is: chosen, on its way for a trial or for good, or tried. */
type Stage =
  | { at: 'choosing'; file?: File; error?: unknown }
  | { at: 'sending'; file: File; part: number }
  | { at: 'tried'; file: File; report: ImportReport; error?: unknown };

/** Whether the file may be written now: after a conflict somebody has to look again first. */
const canWrite = ({ report, error }: Stage & { at: 'tried' }): boolean =>
  report.faults.length === 0 && report.rows > 0 && !hasCode(error, 'revision_conflict');

/** Rows from a CSV: first what the server reads in it, then the import. Between the two nobody else may have written. */
export function ImportDialog({ table, onClose }: { table: Table; onClose(): void }) {
  const project_id = useProjectId();
  const environment = useEnvironment();
  const [mode, setMode] = useState<Mode>('append');
  const names = table.columns.map(({ name }) => name);
  const [key, setKey] = useState(names[0] ?? '');
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const stop = useRef<AbortController>(undefined);
  useStay(stage.at === 'sending');

  const sendFile = async (file: File, how: { mode: Mode; key: string }, tried?: ImportReport) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const sending = (part: number) => setStage({ at: 'sending', file, part });
    sending(0);
    const query = {
      mode: how.mode,
      ...(how.mode === 'upsert' && { key: how.key }),
      ...(tried ? { revision: String(tried.revision) } : { dry_run: 'true' }),
    };
    const address = csvAddress({ project_id, slug: table.id, environment }, query);
    try {
      const options = { onProgress: sending, signal, read: readReport };
      const report = await upload<ImportReport>(address, file, 'text/csv', options);
      if (!tried) return setStage({ at: 'tried', file, report });
      void renew(rowsPath, tablePath, tablesPath);
      say(t('tables.imported', { count: report.written }));
      onClose();
    } catch (error) {
      const back = tried ? { at: 'tried' as const, file, report: tried } : { at: 'choosing' as const, file };
      setStage(signal.aborted ? back : { ...back, error });
    }
  };
  const choose = (file: File | undefined) => {
    if (!file) return;
    if (file.size > mostBytes) setStage({ at: 'choosing', file, error: tooLarge() });
    else void sendFile(file, { mode, key });
  };
  // What would become of the file is another now.
  const retry = (how: { mode: Mode; key: string }) => {
    setMode(how.mode);
    setKey(how.key);
    if (stage.at === 'tried') void sendFile(stage.file, how);
    else setStage({ at: 'choosing' });
  };
  const columns = [...new Set([...names, ...(stage.at === 'tried' ? stage.report.columns : [])])];
  return (
    <Dialog title={t('tables.import_title')} isOpen onClose={onClose} isWide isKept={stage.at === 'sending'}>
      <Fields>
        <Select
          label={t('tables.mode')}
          value={mode}
          options={modes.map((each) => [each, t(`tables.mode_${each}`)] as const)}
          onChange={(next) => retry({ mode: next, key: key || (columns[0] ?? '') })}
          isDisabled={stage.at === 'sending'}
        />
        {mode === 'upsert' && columns.length > 0 && (
          <Select
            label={t('tables.key')}
            help={t('tables.key_help')}
            value={key}
            options={columns.map((name) => [name, name] as const)}
            onChange={(next) => retry({ mode, key: next })}
            isDisabled={stage.at === 'sending'}
          />
        )}
        {stage.at === 'choosing' && (
          <>
            <FileDrop
              text={t('tables.import_text')}
              verb={t('tables.import_choose')}
              types={['.csv', 'text/csv']}
              onFile={choose}
            />
            <FileFault stage={stage} again={choose} />
          </>
        )}
        {stage.at === 'sending' && (
          <p role="status">
            {t('tables.import_sending', { name: stage.file.name, percent: Math.round(stage.part * 100) })}
          </p>
        )}
        {stage.at === 'tried' && (
          <>
            <ImportPreview report={stage.report} fileName={stage.file.name} />
            {mode === 'replace' && stage.report.faults.length === 0 && (
              <Notice look="warn">
                {t('tables.replace_text', {
                  count: stage.report.total,
                  before: showNumber(stage.report.total),
                  rows: stage.report.rows,
                  after: showNumber(stage.report.rows),
                  environment: t(`shell.${environment}`),
                })}
              </Notice>
            )}
            {hasCode(stage.error, 'revision_conflict') ? (
              <Notice
                look="bad"
                title={t('tables.conflict')}
                acts={
                  <Button onPress={() => void sendFile(stage.file, { mode, key })}>
                    {t('tables.look_again')}
                  </Button>
                }
              >
                {t('tables.conflict_text')}
              </Notice>
            ) : (
              <FileFault stage={stage} again={(file) => void sendFile(file, { mode, key }, stage.report)} />
            )}
          </>
        )}
      </Fields>
      <DialogButtons>
        {stage.at === 'sending' ? (
          <Button onPress={() => stop.current?.abort(new Error('stopped'))}>{t('tables.stop')}</Button>
        ) : (
          <Button onPress={onClose}>{t('shell.cancel')}</Button>
        )}
        {stage.at === 'tried' && (
          <>
            <Button onPress={() => setStage({ at: 'choosing' })}>{t('tables.import_other')}</Button>
            {canWrite(stage) && (
              <Button
                look={mode === 'replace' ? 'bad' : 'main'}
                onPress={() => void sendFile(stage.file, { mode, key }, stage.report)}
              >
                {t(mode === 'replace' ? 'tables.replace_now' : 'tables.import_now', {
                  count: stage.report.rows,
                })}
              </Button>
            )}
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}

interface FileFaultProps {
  stage: Stage & { at: 'choosing' | 'tried' };
  again(file: File): void;
}

/** Why a file was not read or not written. */
function FileFault({ stage: { at, file, error }, again }: FileFaultProps) {
  if (file && hasCode(error, 'body_too_large')) {
    return (
      <Notice look="bad" title={t('tables.import_large', { name: file.name })}>
        {t('tables.import_large_text')}
      </Notice>
    );
  }
  const broken = {
    title: t('tables.import_broken', { name: file?.name ?? '' }),
    text: t(at === 'tried' ? 'tables.import_broken_write' : 'tables.import_broken_trial'),
    verb: t('tables.import_again'),
  };
  return <UploadFault {...{ error, file, again, broken }} />;
}
