import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { renew } from '../api/cache.ts';
import { useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { upload } from '../api/upload.ts';
import { Button } from '../kit/button.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { Page } from '../kit/page.tsx';
import { Select } from '../kit/select.tsx';
import { Notice } from '../kit/states.tsx';
import { useStay } from '../kit/stay.ts';
import { keepEnvironment } from '../shell/page-link.tsx';
import { UploadFault } from '../shell/upload-fault.tsx';
import { t } from '../text/text.ts';
import css from './customers.module.css';
import own from './import-page.module.css';
import { ImportReport } from './import-report.tsx';
import { useChannelOptions } from './list-filters.ts';
import { countPath, customersPath } from './live-list.ts';

type Report = Shape<'CustomersImport'>;

/** Where a file is: chosen, on its way for a trial or for good, and what became of it. */
type Stage =
  | { at: 'choosing'; file?: File; error?: unknown; needsChannel?: boolean }
  | { at: 'sending'; file: File; isDry: boolean; part: number }
  | { at: 'tried'; file: File; report: Report; error?: unknown }
  | { at: 'done'; file: File; report: Report };

/** Whether the first line of a file has the column of ids in a channel. */
async function namesExternalIds(file: File): Promise<boolean> {
  const [names = ''] = (await file.slice(0, 10_000).text()).split(/\r?\n/, 1);
  return names.split(',').some((name) => name.replaceAll('"', '').trim() === 'external_id');
}

/** Customers from a file: first what would become of each row, then the import itself. */
export function ImportPage() {
  const projectId = useProjectId();
  const [channel, setChannel] = useState('');
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const stop = useRef<AbortController>(undefined);
  useStay(stage.at === 'sending');

  const sendFile = async (file: File, isDry: boolean, before: Stage) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    const sending = (part: number) => setStage({ at: 'sending', file, isDry, part });
    sending(0);
    const query = new URLSearchParams({ dry_run: String(isDry), ...(channel && { channel_id: channel }) });
    const address = `/api/owner/projects/${projectId}/customers.csv?${query}`;
    try {
      const report = await upload<Report>(address, file, 'text/csv', { onProgress: sending, signal });
      setStage({ at: isDry ? 'tried' : 'done', file, report });
      if (!isDry) renew(customersPath, countPath, `${customersPath}/tags`);
    } catch (error) {
      const back = before.at === 'tried' ? before : { at: 'choosing' as const, file };
      setStage(signal.aborted ? back : { ...back, error });
    }
  };
  const choose = async (file: File | undefined) => {
    if (!file) return;
    if (channel === '' && (await namesExternalIds(file))) {
      setStage({ at: 'choosing', file, needsChannel: true });
    } else await sendFile(file, true, { at: 'choosing' });
  };

  return (
    <Page title={t('customers.import_title')} lead={t('customers.import_lead')}>
      {stage.at === 'choosing' && (
        <>
          <Choice channel={channel} onChannel={setChannel} onFile={(file) => void choose(file)} />
          {stage.needsChannel && (
            <Notice look="warn" title={t('customers.import_needs_channel', { name: stage.file?.name ?? '' })}>
              {t('customers.import_channel_missing')}
            </Notice>
          )}
          <UploadFault
            {...{ error: stage.error, file: stage.file }}
            again={(file) => void choose(file)}
            broken={{
              title: t('tables.import_broken', { name: stage.file?.name ?? '' }),
              text: t('customers.import_broken_trial'),
              verb: t('tables.import_again'),
            }}
          />
          <ColumnsHelp />
        </>
      )}
      {stage.at === 'sending' && (
        <Progress stage={stage} onStop={() => stop.current?.abort(new Error('stopped'))} />
      )}
      {(stage.at === 'tried' || stage.at === 'done') && (
        <>
          <ImportReport report={stage.report} fileName={stage.file.name} isDone={stage.at === 'done'} />
          {stage.at === 'tried' && (
            <UploadFault
              {...{ error: stage.error, file: stage.file }}
              broken={{
                title: t('tables.import_broken', { name: stage.file.name }),
                text: t('customers.import_broken'),
                verb: t('tables.import_again'),
              }}
              again={(file) => void sendFile(file, false, stage)}
            />
          )}
          <div className={css.head}>
            {stage.at === 'tried' && stage.report.created + stage.report.changed > 0 && (
              <Button look="main" onPress={() => void sendFile(stage.file, false, stage)}>
                {t('customers.import_now', { count: stage.report.created + stage.report.changed })}
              </Button>
            )}
            <Button onPress={() => setStage({ at: 'choosing' })}>{t('customers.import_other')}</Button>
            <Link
              className={css.act ?? ''}
              to={`/p/${projectId}/customers` as never}
              search={keepEnvironment as never}
            >
              {t('customers.to_list')}
            </Link>
          </div>
        </>
      )}
    </Page>
  );
}

interface ChoiceProps {
  channel: string;
  onChannel(id: string): void;
  onFile(file: File | undefined): void;
}

function Choice({ channel, onChannel, onFile }: ChoiceProps) {
  const channels = useChannelOptions() ?? [];
  return (
    <>
      <div className={own.short}>
        <Select
          label={t('customers.import_channel')}
          value={channel}
          options={[['', t('customers.import_no_channel')], ...channels]}
          onChange={onChannel}
        />
      </div>
      <FileDrop
        text={t('customers.import_drop')}
        verb={t('customers.import_choose')}
        types={['.csv', 'text/csv']}
        onFile={onFile}
      />
    </>
  );
}

const columns = ['profile_id', 'external_id', 'name', 'status', 'tags', 'state'] as const;

/** The columns that a file may have. */
function ColumnsHelp() {
  return (
    <section className={css.part} aria-label={t('customers.import_columns')}>
      <h2>{t('customers.import_columns')}</h2>
      <dl className={own.columnsHelp}>
        {columns.map((column) => (
          <div key={column} style={{ display: 'contents' }}>
            <dt>
              <code>{column === 'state' ? 'state.city' : column}</code>
            </dt>
            <dd>{t(`customers.column_${column}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Progress({ stage, onStop }: { stage: Stage & { at: 'sending' }; onStop(): void }) {
  const { file, isDry, part } = stage;
  const percent = Math.round(part * 100);
  const name = t(isDry ? 'customers.import_trying' : 'customers.import_storing', { name: file.name });
  return (
    <div className={own.progress}>
      <p role="status">{part < 1 ? name : t('customers.import_reading')}</p>
      <div
        className={own.track}
        role="progressbar"
        aria-label={name}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div className={own.bar} style={{ width: `${percent}%` }} />
      </div>
      <div>
        <Button onPress={onStop}>{t('customers.import_stop')}</Button>
      </div>
    </div>
  );
}
