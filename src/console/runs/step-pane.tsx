import { useMay } from '../api/project.ts';
import { Facts } from '../kit/facts.tsx';
import { Notice } from '../kit/states.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showMoment, showSpan } from '../text/format.ts';
import { reasonOf } from '../text/reason.ts';
import { t, word } from '../text/text.ts';
import { JobView } from './job-view.tsx';
import { RerunButton } from './rerun-button.tsx';
import { hasEnded, type Run } from './run.ts';
import css from './runs.module.css';
import { Status } from './status.tsx';
import type { StepLine } from './steps-view.tsx';
import { Value } from './value.tsx';
import { runBehind, waitsFor } from './waits.ts';

interface StepPaneProps {
  run: Run;
  line: StepLine;
}

/** In which rounds, branches and calls a step is, the outermost first. */
const showPlace = (within: Run['steps'][number]['within']): string =>
  within
    .map(({ step, round, branch, flow }) =>
      round !== undefined
        ? t('runs.in_round', { step, n: round + 1 })
        : branch !== undefined
          ? t('runs.in_branch', { step, n: branch + 1 })
          : t('runs.in_flow', { step, flow: flow ?? '' }),
    )
    .join(' › ');

/** One step: what it was given, what came of it, and how to begin again there. */
export function StepPane({ run, line: { step, attempt, span } }: StepPaneProps) {
  const mayBuild = useMay('build');
  const { id, type, status, input, output, error, within, job_id: job, started_at: from } = step;
  const waits = waitsFor(step);
  const behind = runBehind(step);
  return (
    <>
      <header className={css.paneHead}>
        <h3>{id}</h3>
        <Status status={status} />
      </header>
      {error && (
        <Notice look="bad">
          <p>{reasonOf(error)}</p>
          <code>{error.code}</code>
        </Notice>
      )}
      {waits && <Notice look="plain">{waits}</Notice>}
      <div className={css.acts}>
        {mayBuild && hasEnded(run) && within.length === 0 && (
          <RerunButton run={run} wish={{ step: id }} step={id} />
        )}
        <ToPage to={`workflows/${run.workflow}`} search={{ step: id }} look="plain">
          {t('dialogs.to_step')}
        </ToPage>
      </div>
      <Facts
        facts={[
          [t('runs.type'), word('steptype', type)],
          [t('runs.inside'), showPlace(within)],
          [t('runs.attempt_name'), attempt],
          [t('runs.began'), showMoment(from)],
          [t(status === 'waiting' ? 'runs.so_far' : 'runs.span'), showSpan(span)],
          [t('runs.other_run'), behind && <ToPage to={`runs/${behind}`}>{behind}</ToPage>],
        ]}
      />
      <Value name={t('runs.given')} value={input} />
      <Value name={t('runs.came')} value={output} />
      {job !== null && <JobView key={job} jobId={job} />}
    </>
  );
}
