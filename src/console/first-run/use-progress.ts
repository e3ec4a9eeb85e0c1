import { useRef } from 'react';
import { queries } from '../api/client.ts';
import { below, useEnvironment, useProjectId } from '../api/project.ts';
import { useRenewals } from '../api/renewals.ts';
import type { Shape } from '../api/shapes.ts';

const base = '/api/owner/projects/{project_id}';
const paths = {
  channels: `${base}/channels`,
  scenario: `${base}/scenario`,
  conversations: `${base}/conversations`,
  figures: `${base}/conversations/figures`,
  messages: `${base}/profiles/{profile_id}/messages`,
} as const;

/** How far the project has come, in the environment of the page. */
export interface Progress {
  channels: Shape<'Channel'>[];
  /** The web chat that the guide shows. */
  chat: Shape<'Channel'> | undefined;
  /** In which a customer spoke last. */
  conversation: Shape<'Conversation'> | undefined;
  /** Who waits for a person, asked for or not: whoever does so alone, or spoke last. */
  waiting: Shape<'Conversation'> | undefined;
  /** The scenario that is published; undefined without one. */
  version: number | undefined;
  /** Whether there is a draft that was saved and not published. */
  hasDraft: boolean;
  /** Whether a person has answered a customer. */
  isAnswered: boolean;
}

/**
 * Reads how far the project has come, and follows it.
 * @returns undefined until it is known. From then on it stays while more is read: what is shown beside it, such as the chat in which somebody
 *   is writing, must not go away and come back
 */
export function useProgress(): { progress: Progress | undefined; error: unknown; again(): void } {
  const projectId = useProjectId();
  const environment = useEnvironment();
  const ofProject = below(projectId);
  const channels = queries.useQuery('get', paths.channels, ofProject);
  const scenario = queries.useQuery('get', paths.scenario, ofProject);
  const conversations = queries.useQuery('get', paths.conversations, ofProject);
  const figures = queries.useQuery('get', paths.figures, ofProject);
  const isHere = (channel: { environment: string }) => channel.environment === environment;
  const conversation = conversations.data?.items.find(
    ({ customer, heard_at: at }) => at !== null && isHere(customer.channel),
  );
  // Somebody may answer without being asked for, which the figures of waiting do not count.
  const messages = queries.useQuery(
    'get',
    paths.messages,
    { params: { path: { project_id: projectId, profile_id: conversation?.profile_id ?? '' } } },
    { enabled: conversation !== undefined },
  );
  useRenewals(projectId, /^channel\./, paths.channels);
  useRenewals(projectId, /^scenario\./, paths.scenario);
  useRenewals(
    projectId,
    /^(?:message|dialog|conversation|identity)\./,
    paths.conversations,
    paths.figures,
    paths.messages,
  );
  const all = [channels, scenario, conversations, figures];
  const error = all.find((each) => each.error && !each.data)?.error ?? null;
  const again = () => {
    for (const each of all) if (each.error) void each.refetch();
  };
  const known = useRef<Progress>(undefined);
  const isKnown = all.every(({ data }) => data) && (!messages.isEnabled || messages.data || messages.error);
  if (!isKnown) return { progress: known.current, error, again };
  const here = (channels.data?.items ?? []).filter(isHere);
  known.current = {
    channels: here,
    chat: here.find(({ type }) => type === 'webchat'),
    conversation,
    waiting: conversations.data?.items.find(
      ({ customer, unanswered_since: since }) => since !== null && isHere(customer.channel),
    ),
    version: scenario.data?.published?.version,
    hasDraft: scenario.data?.draft.updated_at != null,
    isAnswered:
      (figures.data?.total.answers ?? 0) > 0 ||
      (messages.data?.items.some(({ author }) => author === 'operator') ?? false),
  };
  return { progress: known.current, error: null, again };
}
