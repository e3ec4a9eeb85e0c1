import { renew } from '../api/cache.ts';
import { queries } from '../api/client.ts';
import { below, useProjectId } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { t } from '../text/text.ts';

export type Receiver = Shape<'Receiver'>;
export type Call = Shape<'Arrival'>;

export const listPath = '/api/owner/projects/{project_id}/receivers';
export const receiverPath = '/api/owner/projects/{project_id}/receivers/{slug}';
export const rotatePath = '/api/owner/projects/{project_id}/receivers/{slug}/rotate';
export const tryPath = '/api/owner/projects/{project_id}/receivers/{slug}/try';
export const callsPath = '/api/owner/projects/{project_id}/receivers/{slug}/deliveries';

export const callPath = '/api/owner/projects/{project_id}/receivers/{slug}/deliveries/{event_id}';
export const replayPath = '/api/owner/projects/{project_id}/receivers/{slug}/deliveries/{event_id}/replay';

/** Reads anew what is shown of receivers. */
export const renewReceivers = () => renew(listPath, receiverPath);

/** The parameters of the path of a receiver, for requests. */
export const ofSlug = (project_id: string, slug: string) => ({ params: { path: { project_id, slug } } });

export const useReceivers = () => queries.useQuery('get', listPath, below(useProjectId()));

export const useReceiver = (slug: string) =>
  queries.useQuery('get', receiverPath, ofSlug(useProjectId(), slug));

/** The secret that was made here, which an answer shows this once. */
export const secretMade = ({ secret }: Receiver): string | undefined =>
  secret === 'set' || secret === 'not set' ? undefined : secret;

/** What a call of a receiver does, in a line. */
export function whatFollows({ target }: Receiver): string {
  if (target === null) return t('receivers.starts_triggers');
  return 'workflow' in target
    ? t('receivers.starts_workflow', { name: target.workflow })
    : t('receivers.makes_event');
}

/** Whether a call was handled, and nobody had asked for it. */
export const isIdle = (outcome: Call['outcome']): boolean =>
  outcome?.status === 'handled' &&
  outcome.runs.length === 0 &&
  outcome.flows === 0 &&
  outcome.not_started === undefined;
