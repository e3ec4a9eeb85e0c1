import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';
import type { Pattern } from './event-kinds.ts';

export type Subscription = Shape<'Subscription'>;
export type Delivery = Shape<'Delivery'>;

export const listPath = '/api/owner/projects/{project_id}/subscriptions';
export const subscriptionPath = '/api/owner/projects/{project_id}/subscriptions/{slug}';
export const deliveriesPath = '/api/owner/projects/{project_id}/deliveries';

/** Reads anew what is shown of subscriptions. */
export const renewSubscriptions = () => renew(listPath, subscriptionPath);

/** The parameters of the path of a subscription, for requests. */
export const ofSlug = (project_id: string, slug: string) => ({ params: { path: { project_id, slug } } });

/** Most of what changes a subscription happens without a person. */
function useNews(projectId: string) {
  useRenewals(projectId, /^subscription\./, listPath, subscriptionPath);
}

export function useSubscriptions() {
  const projectId = useProjectId();
  useNews(projectId);
  return queries.useQuery('get', listPath, below(projectId));
}

export function useSubscription(slug: string) {
  const projectId = useProjectId();
  useNews(projectId);
  return queries.useQuery('get', subscriptionPath, ofSlug(projectId, slug));
}

/** What the endpoint answered to a request; undefined if nothing. */
export const answerOf = (
  attempt:
    | Pick<Shape<'TriedDelivery'>, 'status' | 'answer' | 'answer_headers' | 'answer_truncated'>
    | undefined,
): Shape<'HeardAnswer'> | undefined =>
  attempt?.status == null
    ? undefined
    : {
        status: attempt.status,
        headers: attempt.answer_headers,
        body: attempt.answer,
        truncated: attempt.answer_truncated,
      };

/** How people call it. */
export const nameOf = ({ name, slug }: Subscription) => name || slug;

/** The secret that was made here, which an answer shows this once. */
export const secretMade = ({ signing_secret: secret }: Subscription): string | undefined =>
  secret === 'set' ? undefined : secret;

/** A subscription as a form has it. */
export interface SubscriptionValues {
  name: string;
  url: string;
  kinds: Pattern[];
  environments: ('sandbox' | 'live')[];
  secret: string;
}

/** The body of the request that stores it. */
export const wantedOf = ({ secret, url, ...values }: SubscriptionValues): Shape<'WantedSubscription'> => ({
  ...values,
  url: url.trim(),
  ...(secret.trim() !== '' && { signing_secret: secret.trim() }),
});
