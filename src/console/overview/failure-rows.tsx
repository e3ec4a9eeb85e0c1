import { CircleX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { useMay, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Dialog, DialogButtons } from '../kit/dialog.tsx';
import { Row, Rows } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { showCustomer } from '../text/name.ts';
import { t } from '../text/text.ts';
import type { Failures } from './failures.ts';

interface Failed {
  error: { message: string } | null;
  created_at: string;
  finished_at: string | null;
}

const whenOf = ({ finished_at: at, created_at: begun }: Failed) => at ?? begun;

/** The last error of a place, and when it was. */
const lastOf = ([last]: readonly Failed[]) =>
  last && [last.error?.message, showAgo(whenOf(last))].filter(Boolean).join(' · ');

interface FailureRowProps {
  title: string;
  items: readonly Failed[];
  /** What to do about them. */
  next: string;
  /** A row for each. */
  children: ReactNode;
}

/** What failed in one place, and each failure when somebody looks. */
function FailureRow({ title, items, next, children }: FailureRowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Row
      icon={<CircleX size={16} />}
      title={title}
      about={lastOf(items)}
      end={
        <>
          <Button onPress={() => setOpen(true)}>{t('overview.look')}</Button>
          <Dialog title={title} isOpen={isOpen} isWide onClose={() => setOpen(false)}>
            <p>{next}</p>
            <Rows label={title}>{children}</Rows>
            <DialogButtons>
              <Button onPress={() => setOpen(false)}>{t('shell.close')}</Button>
            </DialogButtons>
          </Dialog>
        </>
      }
    />
  );
}

/** An operation whose calls failed. */
export function JobFailure({ failures: { name, items } }: { failures: Failures<Shape<'JobSummary'>> }) {
  return (
    <FailureRow
      title={t('overview.jobs_failed', { name, count: items.length })}
      items={items}
      next={t('overview.jobs_next')}
    >
      {items.map((job) => (
        <Row
          key={job.job_id}
          title={job.error?.message ?? job.job_id}
          about={[showMoment(whenOf(job)), job.error?.code, job.job_id].filter(Boolean).join(' · ')}
        />
      ))}
    </FailureRow>
  );
}

/** A workflow whose runs failed; each can be carried out again. */
export function RunFailure({ failures: { name, items } }: { failures: Failures<Shape<'RunSummary'>> }) {
  return (
    <FailureRow
      title={t('overview.runs_failed', { name, count: items.length })}
      items={items}
      next={t('overview.runs_next')}
    >
      {items.map((run) => (
        <RunRow key={run.run_id} run={run} />
      ))}
    </FailureRow>
  );
}

function RunRow({ run }: { run: Shape<'RunSummary'> }) {
  const project_id = useProjectId();
  const mayBuild = useMay('build');
  const again = queries.useMutation(
    'post',
    '/api/owner/projects/{project_id}/workflows/{slug}/runs/{run_id}/rerun',
    {
      onSuccess: () => {
        renew('/api/owner/projects/{project_id}/runs');
        say(t('overview.runs_again'));
      },
    },
  );
  const path = { project_id, slug: run.workflow, run_id: run.run_id };
  return (
    <Row
      title={run.error?.message ?? run.run_id}
      about={
        <>
          {[run.step && t('overview.at_step', { step: run.step }), showMoment(whenOf(run)), run.run_id]
            .filter(Boolean)
            .join(' · ')}
          <ProblemNotice error={again.error} />
        </>
      }
      end={
        <>
          <ToPage to={`runs/${run.run_id}`} look="plain">
            {t('overview.open')}
          </ToPage>
          {mayBuild && (
            <Button
              isPending={again.isPending}
              isDisabled={again.isSuccess}
              onPress={() => again.mutate({ params: { path }, body: { from: 'failed' } })}
            >
              {t('overview.run_again')}
            </Button>
          )}
        </>
      }
    />
  );
}

/** A dialog whose scenario broke off: the customer got no answer. */
export function DialogFailure({ dialog }: { dialog: Shape<'Dialog'> }) {
  const { error, step, updated_at: at } = dialog;
  return (
    <Row
      icon={<CircleX size={16} />}
      title={t('overview.dialog_failed', { who: showCustomer(dialog) })}
      about={[step && t('overview.at_step', { step }), error?.message, showAgo(at)]
        .filter(Boolean)
        .join(' · ')}
      end={
        <ToPage to={`inbox/${dialog.profile_id}`} look="plain">
          {t('overview.answer')}
        </ToPage>
      }
    />
  );
}
