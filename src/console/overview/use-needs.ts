import { queries } from '../api/client.ts';
import { below, useEnvironment, useMay, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import { slugOf } from './failures.ts';

const base = '/api/owner/projects/{project_id}';
const paths = {
  needs: `${base}/needs`,
  unsettled: `${base}/unsettled`,
  conversations: `${base}/conversations`,
  dialogs: `${base}/dialogs`,
  readiness: `${base}/readiness`,
  subscriptions: `${base}/subscriptions`,
} as const;

/** What needs somebody, in the environment of the page: only what the person may see. */
export interface Needs {
  /** How much there is of all of it, and what failed. */
  counts: Shape<'Needs'>;
  /** How much of it waits for somebody: all but what somebody has taken. */
  count: number;
  /** The first of them. */
  unsettled: Shape<'Record'>[];
  /** The first of those who wait for an answer of a person: asked for or not. */
  waiting: Shape<'Conversation'>[];
  /** Subscriptions that are disabled or fail, as the readiness says it. */
  subscriptions: { slug: string; title: string; detail: string; isDisabled: boolean }[];
  heldDialogs: Shape<'Dialog'>[];
}

/** What is known of it: nothing until all is. */
export interface NeedsRead {
  needs: Needs | undefined;
  error: unknown;
  again(): void;
}

/** Reads what needs somebody, and reads it anew when something happens. */
export function useNeeds(): NeedsRead {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const mayServe = useMay('serve');
  const mayWork = useMay('work');
  const seesUnsettled = useMay('sales');
  const mayBuild = useMay('build');
  const { path } = below(projectId).params;
  // What happened while another page was open is not known here.
  const fresh = (enabled: boolean) => ({ enabled, staleTime: 0 });

  const counted = queries.useQuery(
    'get',
    paths.needs,
    { params: { path, query: { environment } } },
    fresh(true),
  );
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
  const readiness = queries.useQuery('get', paths.readiness, below(projectId), {
    enabled: mayBuild,
    staleTime: 60_000,
  });
  const subscribed = queries.useQuery('get', paths.subscriptions, below(projectId), fresh(mayBuild));
  // What is said and sent changes none of the counts but that of those who wait, of which the list tells.
  useRenewals(
    projectId,
    /^(?:dialog|conversation|approval|subscription)\.|\.(?:failed|unknown|settled)$/,
    paths.needs,
  );
  useRenewals(projectId, /\.(?:unknown|settled)$/, paths.unsettled);
  useRenewals(projectId, /^(?:dialog|conversation|message)\./, paths.conversations, paths.dialogs);
  useRenewals(projectId, /^subscription\./, paths.readiness, paths.subscriptions);

  // The readiness asks other systems, so it comes later than the rest.
  const all = [counted, unsettled, waiting, held, subscribed];
  const error = all.find((each) => each.error && !each.data)?.error ?? null;
  const again = () => {
    for (const each of all) if (each.error) void each.refetch();
  };
  const isKnown = all.every(({ data, isEnabled }) => data || !isEnabled);
  if (!isKnown || !counted.data) return { needs: undefined, error, again };
  const isHere = (one: { environment: string }) => one.environment === environment;
  // Most subscriptions tell only of the live environment.
  const slugsHere = (subscribed.data?.items ?? [])
    .filter(({ environments }) => environments.includes(environment))
    .map(({ slug }) => slug);
  const unsettledHere = (unsettled.data?.items ?? []).filter(isHere);
  const waitingHere = waiting.data?.items ?? [];
  const counts = {
    ...counted.data,
    // Where the list has all of them, it says how many.
    ...(unsettled.data?.next_offset === null && { unknown: unsettledHere.length }),
    ...(waiting.data?.next_cursor === null && { waiting: waitingHere.length }),
  };
  const subscriptions = (readiness.data?.items ?? [])
    .filter(({ id, status }) => id.startsWith('subscription:') && status !== 'ok')
    .map(({ id, title, detail, status }) => ({
      ...{ slug: slugOf(id), title, detail },
      isDisabled: status === 'blocking',
    }))
    .filter(({ slug }) => slugsHere.includes(slug));
  const { unknown, waiting: waits, approvals, failures } = counts;
  return {
    needs: {
      counts,
      count:
        (unknown ?? 0) + (waits ?? 0) + (approvals ?? 0) + subscriptions.length + (failures?.length ?? 0),
      unsettled: unsettledHere,
      waiting: waitingHere,
      subscriptions,
      // Whom nobody has taken yet is among those who wait, and so is whoever waits for the one who has.
      heldDialogs: (held.data?.items ?? []).filter((each) => isHere(each.channel) && each.held?.by != null),
    },
    error: null,
    again,
  };
}
