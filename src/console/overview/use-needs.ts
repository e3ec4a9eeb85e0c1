import { useState } from 'react';
import { queries } from '../api/client.ts';
import { below, useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { type Failures, failuresBy, isRecent, slugOf } from './failures.ts';

const base = '/api/owner/projects/{project_id}';
const paths = {
  unsettled: `${base}/unsettled`,
  conversations: `${base}/conversations`,
  dialogs: `${base}/dialogs`,
  jobs: `${base}/jobs`,
  runs: `${base}/runs`,
  readiness: `${base}/readiness`,
  subscriptions: `${base}/subscriptions`,
} as const;

const dayMs = 86_400_000;

/** What needs somebody, in the environment of the page: only what the person may see. */
export interface Needs {
  unsettled: Shape<'Record'>[];
  /** Whether there are unsettled ones beyond these. */
  isMoreUnsettled: boolean;
  /** Those who wait for an answer of a person: asked for or not. */
  waiting: Shape<'Conversation'>[];
  isMoreWaiting: boolean;
  /** Subscriptions that are disabled or fail, as the readiness says it. */
  subscriptions: { slug: string; title: string; detail: string; isDisabled: boolean }[];
  jobs: Failures<Shape<'JobSummary'>>[];
  runs: Failures<Shape<'RunSummary'>>[];
  failedDialogs: Shape<'Dialog'>[];
  heldDialogs: Shape<'Dialog'>[];
}

/** Reads what needs somebody, and reads it anew when something happens. @returns undefined until all is known */
export function useNeeds(): { needs: Needs | undefined; error: unknown; again(): void } {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const [from] = useState(() => new Date(Date.now() - dayMs).toISOString());
  const mayServe = useMay('serve');
  const mayWork = useMay('work');
  const seesUnsettled = useMay('sales');
  const mayBuild = useMay('build');
  const { path } = below(projectId).params;
  // What happened while another page was open is not known here.
  const fresh = (enabled: boolean) => ({ enabled, staleTime: 0 });
  const lastDay = { params: { path, query: { status: 'failed' as const, environment, from } } };

  const unsettled = queries.useQuery('get', paths.unsettled, below(projectId), fresh(seesUnsettled));
  const waiting = queries.useQuery(
    'get',
    paths.conversations,
    { params: { path, query: { unanswered: true, open: true, environment } } },
    fresh(mayServe),
  );
  const held = queries.useQuery(
    'get',
    paths.dialogs,
    { params: { path, query: { held: true } } },
    fresh(mayWork),
  );
  const failed = queries.useQuery(
    'get',
    paths.dialogs,
    { params: { path, query: { state: 'failed' } } },
    fresh(mayWork),
  );
  const jobs = queries.useQuery('get', paths.jobs, lastDay, fresh(mayWork));
  const runs = queries.useQuery('get', paths.runs, lastDay, fresh(mayWork));
  const readiness = queries.useQuery('get', paths.readiness, below(projectId), {
    enabled: mayBuild,
    staleTime: 60_000,
  });
  const subscribed = queries.useQuery('get', paths.subscriptions, below(projectId), fresh(mayBuild));
  useRenewals(projectId, /\.(?:unknown|settled)$/, paths.unsettled);
  useRenewals(projectId, /^(?:dialog|conversation|message)\./, paths.conversations, paths.dialogs);
  useRenewals(projectId, /^job\.(?:failed|settled)$/, paths.jobs);
  useRenewals(projectId, /^run\.(?:failed|created)$/, paths.runs);
  useRenewals(projectId, /^subscription\./, paths.readiness, paths.subscriptions);

  // The readiness asks other systems, so it comes later than the rest.
  const all = [unsettled, waiting, held, failed, jobs, runs, subscribed];
  const error = all.find((each) => each.error && !each.data)?.error ?? null;
  const again = () => {
    for (const each of all) if (each.error) void each.refetch();
  };
  const isKnown = all.every(({ data, isEnabled }) => data || !isEnabled);
  if (!isKnown) return { needs: undefined, error, again };
  const isHere = (one: { environment: string }) => one.environment === environment;
  // Most subscriptions tell only of the live environment.
  const slugsHere = (subscribed.data?.items ?? [])
    .filter(({ environments }) => environments.includes(environment))
    .map(({ slug }) => slug);
  const dialogsHere = (data: typeof held.data) =>
    (data?.items ?? []).filter(({ channel }) => isHere(channel));
  return {
    needs: {
      unsettled: (unsettled.data?.items ?? []).filter(isHere),
      isMoreUnsettled: unsettled.data ? unsettled.data.next_offset !== null : false,
      waiting: waiting.data?.items ?? [],
      isMoreWaiting: waiting.data ? waiting.data.next_cursor !== null : false,
      subscriptions: (readiness.data?.items ?? [])
        .filter(({ id, status }) => id.startsWith('subscription:') && status !== 'ok')
        .map(({ id, title, detail, status }) => ({
          ...{ slug: slugOf(id), title, detail },
          isDisabled: status === 'blocking',
        }))
        .filter(({ slug }) => slugsHere.includes(slug)),
      jobs: failuresBy(jobs.data?.items ?? [], ({ operation_id: operation }) => operation),
      runs: failuresBy(runs.data?.items ?? [], ({ workflow }) => workflow),
      failedDialogs: dialogsHere(failed.data).filter(({ updated_at: at }) => isRecent(at)),
      // Whom nobody has taken yet is among those who wait, and so is whoever waits for the one who has.
      heldDialogs: dialogsHere(held.data).filter((each) => each.held?.by != null),
    },
    error: null,
    again,
  };
}
