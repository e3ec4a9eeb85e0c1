import { renew } from '../api/cache.ts';
import { api } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { Notice } from '../kit/states.tsx';
import { showMoment } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';
import type { Approval } from './approvals.ts';
import { Decide } from './decide.tsx';
import { type Run, runPath, runsPath } from './run.ts';
import css from './runs.module.css';
import { SkipButton } from './skip-button.tsx';
import { wasCanceled } from './status.tsx';

/** What a run needs of somebody: a decision, or a look at why it ended. */
export function RunNotice({ run, approvals }: { run: Run; approvals: readonly Approval[] }) {
  const { status, error, cause, steps } = run;
  const failedAt = steps.findLast((step) => step.status === 'failed');
  const wait =
    run.waits_until !== undefined && run.environment === 'sandbox' ? (
      <WaitNotice run={run} until={run.waits_until} />
    ) : null;
  if (approvals.length > 0)
    return (
      <>
        {approvals.map((approval) => (
          <Notice
            key={approval.id}
            look="warn"
            title={t('runs.asks', { step: approval.step })}
            acts={
              <span className={css.acts}>
                <Decide approval={approval} isMain />
              </span>
            }
          >
            <p>{approval.text}</p>
          </Notice>
        ))}
        {wait}
      </>
    );
  if (wait) return wait;
  if (status !== 'failed' && status !== 'unknown') return null;
  if (wasCanceled(run)) return <Notice look="plain">{t('runs.was_canceled')}</Notice>;
  return (
    <Notice
      look={status === 'unknown' ? 'warn' : 'bad'}
      title={
        failedAt
          ? t(status === 'unknown' ? 'runs.unknown_at' : 'runs.failed_at', { step: failedAt.id })
          : t('runs.failed')
      }
    >
      <p>{error && reasonOf(error)}</p>
      {cause && <p>{t('runs.cause', { step: cause.step, message: cause.message })}</p>}
      {status === 'unknown' && <p>{t('runs.unknown_next')}</p>}
    </Notice>
  );
}

/** A run of the sandbox need not wait: whoever tries it lets it go on. */
function WaitNotice({ run, until }: { run: Run; until: string }) {
  const project_id = useProjectId();
  const mayBuild = useMay('build');
  if (!mayBuild) return null;
  const path = { project_id, slug: run.workflow, run_id: run.run_id };
  return (
    <Notice
      look="plain"
      title={t('waits.until', { when: showMoment(until) })}
      acts={
        <SkipButton
          until={until}
          skip={() =>
            api.POST('/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/skip', {
              params: { path },
              body: { until },
            })
          }
          renew={() => renew(runPath, runsPath)}
        />
      }
    >
      <p>{t('waits.skip_help')}</p>
    </Notice>
  );
}
