import { queries } from '../api/client.ts';
import { useProjectId } from '../api/project.ts';
import { CopyText } from '../kit/copy.tsx';
import { showJson } from '../kit/json-field.tsx';
import { More } from '../kit/more.tsx';
import { HeardAnswer } from '../shell/heard-answer.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { t } from '../text/text.ts';
import css from './runs.module.css';
import { Status } from './status.tsx';

/** The job that carries out a step: how it stands, what it was about to send, and what was answered. */
export function JobView({ jobId }: { jobId: string }) {
  const job = queries.useQuery('get', '/api/owner/projects/{project_id}/jobs/{job_id}', {
    params: { path: { project_id: useProjectId(), job_id: jobId } },
  });
  return (
    <section className={css.value}>
      <p className={css.valueName}>{t('runs.job')}</p>
      <Loaded from={job} rows={2}>
        {({ status, operation_id: operation, request, answer, hidden }) => (
          <>
            <p className={css.line}>
              <code>{operation}</code> <Status status={status} />
            </p>
            {request ? (
              <More title={t('runs.request')}>
                <CopyText label={t('runs.request')} text={showJson(request)} />
              </More>
            ) : (
              hidden === undefined && <p className={css.note}>{t('runs.no_request')}</p>
            )}
            <HeardAnswer answer={answer} />
          </>
        )}
      </Loaded>
    </section>
  );
}
