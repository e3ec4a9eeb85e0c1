import { useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useCallback } from 'react';
import { queries } from '../api/client.ts';
import { hasCode } from '../api/problem.ts';
import { useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { LiveEvent } from '../api/stream.ts';
import { Page } from '../kit/page.tsx';
import { Empty, Loading } from '../kit/states.tsx';
import { LeftOut } from '../shell/left-out.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment, showSpan } from '../text/format.ts';
import { t } from '../text/text.ts';
import { usePendingApprovals } from './approvals.ts';
import { type Run, runPath, showVersion, useWorkflowName } from './run.ts';
import { RunActs } from './run-acts.tsx';
import { RunFacts } from './run-facts.tsx';
import { RunNotice } from './run-notice.tsx';
import css from './runs.module.css';
import { Status, wasCanceled } from './status.tsx';
import { StepsView } from './steps-view.tsx';

/** One run: how it stands and what it needs, its steps in time, and what it was given. */
export function RunPage() {
  const project_id = useProjectId();
  const { run: run_id = '' } = useParams({ strict: false }) as { run?: string };
  const { data, error, refetch } = queries.useQuery('get', runPath, {
    params: { path: { project_id, run_id } },
  });
  const isOfRun = useCallback(
    ({ name, data: entry }: LiveEvent) =>
      name.startsWith('run.') && (entry.subject as { id?: string } | undefined)?.id === run_id,
    [run_id],
  );
  useRenewals(project_id, isOfRun, runPath);
  if (hasCode(error, 'run_not_found'))
    return (
      <Empty title={t('runs.gone')} text={t('runs.gone_text')}>
        <ToPage to="runs" look="plain">
          {t('runs.to_list')}
        </ToPage>
      </Empty>
    );
  if (!data)
    return (
      <Page title={t('runs.run')}>
        {error ? (
          <ProblemNotice error={error} again={() => void refetch()} />
        ) : (
          <Loading label={t('shell.loading')} rows={8} />
        )}
      </Page>
    );
  return <RunView key={run_id} run={data} />;
}

function RunView({ run }: { run: Run }) {
  const nameOf = useWorkflowName();
  const mayServe = useMay('serve');
  const asked = usePendingApprovals(mayServe && run.status === 'waiting').filter(
    (approval) => approval.run_id === run.run_id,
  );
  const { workflow, version, status, finished_at: to, created_at: from } = run;
  return (
    <Page
      title={nameOf(workflow)}
      isWide
      lead={
        <span className={css.back}>
          <ToPage to="runs">
            <ArrowLeft size={14} aria-hidden="true" /> {t('page.runs')}
          </ToPage>
        </span>
      }
      acts={<RunActs run={run} />}
    >
      <div className={css.head}>
        <Status status={status} isCanceled={wasCanceled(run)} />
        <span>{showVersion(version)}</span>
        <span>{showMoment(from)}</span>
        {to !== null && <span>{showSpan(Date.parse(to) - Date.parse(from))}</span>}
      </div>
      <RunNotice run={run} approvals={asked} />
      <LeftOut from={run} />
      <StepsView run={run} />
      <RunFacts run={run} />
    </Page>
  );
}
