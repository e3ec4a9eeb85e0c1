import { useParams } from '@tanstack/react-router';
import { usePages } from '../api/pages.ts';
import { hasCode } from '../api/problem.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import { Facts } from '../kit/facts.tsx';
import { Page, Row, Rows, Section } from '../kit/page.tsx';
import { useCall } from '../outcomes/index.ts';
import { Loaded } from '../shell/loaded.tsx';
import { NotFound } from '../shell/not-found.tsx';
import { ToPage, useCanOpen } from '../shell/to-page.tsx';
import { showAction } from '../text/action.ts';
import { showMoment } from '../text/format.ts';
import { t, word } from '../text/text.ts';
import { type Job, JobView, useJob } from './job-view.tsx';
import { jobPath } from './operations.ts';

const auditPath = '/api/owner/projects/{project_id}/audit';

/** A run of an operation: how it ended, what was sent, and what happened to it. */
export function JobPage() {
  const { job: id = '' } = useParams({ strict: false }) as { job?: string };
  const job = useJob(id);
  const mayBuild = useMay('build');
  const call = useCall({ id, kind: 'job' });
  useRenewals(useProjectId(), /^job\./, jobPath, auditPath);
  if (hasCode(job.error, 'job_not_found')) return <NotFound />;
  return (
    <Page title={call?.name ?? t('jobs.one')} lead={<code>{id}</code>}>
      <Loaded from={job}>
        {(shown) => (
          <>
            <JobView job={shown} />
            <About job={shown} />
            {mayBuild && <History id={id} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function About({ job: { operation_id, run_id, identity_id, order_id, ...job } }: { job: Job }) {
  const hasPage = useCanOpen(`operations/${operation_id}`);
  const opensRun = useCanOpen(`runs/${run_id}`);
  const when = (at: string | null) => at && showMoment(at);
  return (
    <Section title={t('jobs.about')}>
      <Facts
        facts={[
          [
            t('jobs.operation'),
            hasPage ? (
              <ToPage key="operation" to={`operations/${operation_id}`}>
                {operation_id}
              </ToPage>
            ) : (
              operation_id
            ),
          ],
          [t('jobs.at'), when(job.created_at)],
          [t('jobs.started'), when(job.started_at)],
          [t('jobs.finished'), when(job.finished_at)],
          [
            t('jobs.run'),
            run_id &&
              (opensRun ? (
                <ToPage key="run" to={`runs/${run_id}`}>
                  {run_id}
                </ToPage>
              ) : (
                run_id
              )),
          ],
          [t('jobs.customer'), identity_id && <code>{identity_id}</code>],
          [t('jobs.order'), order_id && <code>{order_id}</code>],
        ]}
      />
    </Section>
  );
}

/** What the audit log has of a job: its acceptance, its outcome with the number of attempts, and who settled it, by which run if by one. */
function History({ id }: { id: string }) {
  const projectId = useProjectId();
  const { rows } = usePages(auditPath, {
    path: { project_id: projectId },
    query: { subject_id: id },
  });
  if (rows.length === 0) return null;
  return (
    <Section title={t('jobs.history')}>
      <Rows label={t('jobs.history')}>
        {[...rows].reverse().map(({ id: number, action, at, actor, data }) => (
          <Row
            key={number}
            title={showAction(action, data)}
            about={[
              showMoment(at),
              actor.name ?? word('actor', actor.type),
              typeof data.attempts === 'number' && t('jobs.attempts', { count: data.attempts }),
              typeof data.note === 'string' && data.note,
            ]
              .filter(Boolean)
              .join(' · ')}
            end={
              typeof data.rerun === 'string' && (
                <ToPage to={`runs/${data.rerun}`}>{t('jobs.by_rerun')}</ToPage>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  );
}
