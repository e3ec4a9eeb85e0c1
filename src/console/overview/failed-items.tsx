import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { toReply } from '../api/reply.ts';
import type { Shape } from '../api/shapes.ts';
import { Button } from '../kit/button.tsx';
import { Row, Rows } from '../kit/page.tsx';
import { say } from '../kit/toast.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { ProblemNotice } from '../shell/problem-notice.tsx';
import { ToPage } from '../shell/to-page.tsx';
import { showAgo, showMoment } from '../text/format.ts';
import { showCustomer } from '../text/name.ts';
import { reasonOf } from '../text/reason.ts';
import { t } from '../text/text.ts';
import { among, type Failures } from './failures.ts';

/** The failures of a group one by one, read when somebody looks: the newest hundred of their place. */

const base = '/api/owner/projects/{project_id}';
const runsPath = `${base}/runs` as const;

interface ItemsProps {
  group: Failures;
  label: string;
}

const whenOf = ({ finished_at: at, created_at: begun }: { finished_at: string | null; created_at: string }) =>
  showMoment(at ?? begun);

/** The calls of an operation. */
export function FailedJobs({ group, label }: ItemsProps) {
  const { path } = below(useProjectId()).params;
  const query = {
    ...{ status: 'failed' as const, environment: useEnvironment() },
    ...(group.place !== null && { operation_id: group.place }),
  };
  return (
    <Loaded from={queries.useQuery('get', `${base}/jobs`, { params: { path, query } }, { staleTime: 0 })}>
      {({ items }) => (
        <Rows label={label}>
          {among(items, group).map((job) => (
            <Row
              key={job.job_id}
              title={job.error ? reasonOf(job.error) : job.job_id}
              about={[whenOf(job), job.error?.code, job.job_id].filter(Boolean).join(' · ')}
              end={
                <ToPage to={`jobs/${job.job_id}`} look="plain">
                  {t('overview.open')}
                </ToPage>
              }
            />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}

/** The runs of a workflow; each can be carried out again. */
export function FailedRuns({ group, label }: ItemsProps) {
  const { path } = below(useProjectId()).params;
  const query = {
    ...{ status: 'failed' as const, environment: useEnvironment() },
    ...(group.place !== null && { workflow: group.place }),
  };
  return (
    <Loaded from={queries.useQuery('get', runsPath, { params: { path, query } }, { staleTime: 0 })}>
      {({ items }) => (
        <Rows label={label}>
          {among(items, group).map((run) => (
            <RunRow key={run.run_id} run={run} />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}

function RunRow({ run }: { run: Shape<'RunSummary'> }) {
  const project_id = useProjectId();
  const mayBuild = useMay('build');
  const again = queries.useMutation('post', `${base}/workflows/{slug}/runs/{run_id}/rerun`, {
    onSuccess: () => {
      renew(runsPath);
      say(t('overview.runs_again'));
    },
  });
  const path = { project_id, slug: run.workflow, run_id: run.run_id };
  return (
    <Row
      title={run.error ? reasonOf(run.error) : run.run_id}
      about={
        <>
          {[run.step && t('overview.at_step', { step: run.step }), whenOf(run), run.run_id]
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

/** The dialogs whose scenario broke off there: these customers got no answer. */
export function FailedDialogs({ group, label }: ItemsProps) {
  const { path } = below(useProjectId()).params;
  const environment = useEnvironment();
  const query = { state: 'failed' as const, ...(group.place !== null && { step: group.place }) };
  return (
    <Loaded from={queries.useQuery('get', `${base}/dialogs`, { params: { path, query } }, { staleTime: 0 })}>
      {({ items }) => (
        <Rows label={label}>
          {among(
            items.filter(({ channel }) => channel.environment === environment),
            group,
          ).map((dialog) => (
            <Row
              key={dialog.identity_id}
              title={showCustomer(dialog)}
              about={[dialog.error && reasonOf(dialog.error), showAgo(dialog.updated_at)]
                .filter(Boolean)
                .join(' · ')}
              end={
                <ToPage to={`inbox/${dialog.profile_id}`} search={toReply} look="plain">
                  {t('overview.answer')}
                </ToPage>
              }
            />
          ))}
        </Rows>
      )}
    </Loaded>
  );
}
