import { useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import type { Shape } from '../api/shapes.ts';
import { upload } from '../api/upload.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { type Column, Grid } from '../kit/grid.tsx';
import { Notice } from '../kit/states.tsx';
import { useStay } from '../kit/stay.ts';
import { Switch } from '../kit/switch.tsx';
import { UploadFault } from '../shell/upload-fault.tsx';
import { showNumber } from '../text/format.ts';
import { t } from '../text/text.ts';
import css from './catalog.module.css';
import { everything } from './paths.ts';

type Report = Shape<'OfferImport'>;
type Fault = Report['errors'][number];

type Stage =
  | { at: 'choosing'; file?: File; error?: unknown; isStopped?: boolean }
  | { at: 'sending'; file: File; part: number }
  | { at: 'done'; file: File; report: Report };

/** What is wrong with the fields of a row, as sentences. */
function sentencesOf(errors: unknown, path = ''): string[] {
  if (Array.isArray(errors)) return errors.map((each) => (path ? `${path}: ${each}` : String(each)));
  if (typeof errors !== 'object' || errors === null) return [String(errors)];
  return Object.entries(errors).flatMap(([name, inner]) =>
    sentencesOf(inner, name === 'non_field_errors' ? path : path ? `${path}.${name}` : name),
  );
}

const lineOf = ({ line, index }: Fault) => line ?? index + 1;

const columns = (): readonly Column<Fault>[] => [
  {
    ...{ id: 'line', name: t('tables.line'), width: '104px' },
    text: lineOf,
    cell: (fault) => t('tables.line_n', { line: lineOf(fault) }),
  },
  {
    ...{ id: 'why', name: t('tables.why') },
    text: ({ errors }) => sentencesOf(errors).join(' '),
  },
];

/** Offers from a file of any size: good rows are stored as they come, the others are named by line. */
export function ImportDialog({ onClose }: { onClose(): void }) {
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const [updates, setUpdates] = useState(false);
  const [hasComma, setHasComma] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useStay(stage.at === 'sending');
  const send = async (file: File | undefined) => {
    if (!file) return;
    stop.current = new AbortController();
    const { signal } = stop.current;
    const sending = (part: number) => setStage({ at: 'sending', file, part });
    sending(0);
    const type = /\.(?:ndjson|jsonl)$/i.test(file.name) ? 'application/x-ndjson' : 'text/csv';
    try {
      const options = { onProgress: sending, signal };
      const query = new URLSearchParams({
        ...(updates && { on_duplicate: 'update' }),
        ...(hasComma && { decimal: 'comma' }),
      });
      const path = `/api/owner/catalog/offers/import?${query}`;
      const report = await upload<Report>(path, file, type, options);
      setStage({ at: 'done', file, report });
    } catch (error) {
      setStage({ at: 'choosing', file, ...(signal.aborted ? { isStopped: true } : { error }) });
    }
    void renew(...everything);
  };
  return (
    <Dialog title={t('catalog.import_title')} isOpen onClose={onClose} isWide isKept={stage.at === 'sending'}>
      {stage.at === 'choosing' && (
        <>
          <Switch
            label={t('catalog.import_updates')}
            help={t('catalog.import_updates_help')}
            isSelected={updates}
            onChange={setUpdates}
          />
          <Switch
            label={t('catalog.import_comma')}
            help={t('catalog.import_comma_help')}
            isSelected={hasComma}
            onChange={setHasComma}
          />
          <FileDrop
            text={t('catalog.import_text')}
            verb={t('tables.import_choose')}
            types={['.csv', '.ndjson', '.jsonl', 'text/csv']}
            onFile={(file) => void send(file)}
          />
          {stage.isStopped && <Notice look="warn">{t('catalog.import_stopped')}</Notice>}
          <UploadFault
            error={stage.error}
            file={stage.file}
            broken={{
              title: t('tables.import_broken', { name: stage.file?.name ?? '' }),
              text: t('catalog.import_broken'),
              verb: t('tables.import_again'),
            }}
            again={(file) => void send(file)}
          />
        </>
      )}
      {stage.at === 'sending' && <Progress stage={stage} />}
      {stage.at === 'done' && <ImportReport {...stage} />}
      <DialogButtons>
        {stage.at === 'sending' ? (
          <Button onPress={() => stop.current?.abort(new Error('stopped'))}>{t('tables.stop')}</Button>
        ) : (
          <>
            {stage.at === 'done' && (
              <Button onPress={() => setStage({ at: 'choosing' })}>{t('tables.import_other')}</Button>
            )}
            <Button onPress={onClose}>{t('shell.close')}</Button>
          </>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function Progress({ stage: { file, part } }: { stage: Stage & { at: 'sending' } }) {
  const percent = Math.round(part * 100);
  const name = t('tables.import_sending', { name: file.name, percent });
  return (
    <div className={css.progress}>
      <p role="status">{part < 1 ? name : t('catalog.import_storing')}</p>
      <progress aria-label={name} value={percent} max={100} />
    </div>
  );
}

function ImportReport({ file, report }: { file: File; report: Report }) {
  const { created, updated, unchanged = 0, skipped, failed, errors, unread_from_line: unread } = report;
  const stored = created + (updated ?? 0);
  return (
    <>
      <Notice
        look={failed > 0 || unread !== undefined ? 'warn' : 'good'}
        title={t('catalog.imported', { count: stored, shown: showNumber(stored), name: file.name })}
      >
        <p>
          {updated === undefined
            ? t('catalog.import_rest', { skipped: showNumber(skipped), failed: showNumber(failed) })
            : t('catalog.import_updated', {
                created: showNumber(created),
                updated: showNumber(updated),
                unchanged: showNumber(unchanged),
                failed: showNumber(failed),
              })}
        </p>
        {unread !== undefined && <p>{t('catalog.import_unread', { line: unread })}</p>}
      </Notice>
      {errors.length > 0 && (
        <div className={css.faults}>
          {failed > errors.length && <p>{t('catalog.import_first', { shown: showNumber(errors.length) })}</p>}
          <Grid
            label={t('tables.faults')}
            columns={columns()}
            rows={errors}
            keyOf={({ index }) => String(index)}
            hasKeys={false}
            empty={null}
          />
        </div>
      )}
    </>
  );
}
