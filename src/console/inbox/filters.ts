import type { Environment } from '../api/project.ts';
import type { Shape } from '../api/shapes.ts';
import { showName } from '../text/name.ts';

/** Which conversations are listed, as the address has it. */

export type Conversation = Shape<'Conversation'>;

export const views = ['all', 'mine', 'unassigned', 'waiting', 'held', 'unread'] as const;
export type View = (typeof views)[number];

/** What stands behind the `?` of the address. */
export interface InboxSearch {
  view?: View;
  closed?: boolean;
  channel?: string;
  tag?: string;
  /** Words to look for. */
  q?: string;
}

/** Reads the address; what it cannot mean is left out. */
export function readSearch({ view, closed, channel, tag, q }: Record<string, unknown>): InboxSearch {
  const word = (given: unknown) => (given === undefined || given === '' ? undefined : String(given));
  return {
    ...(views.includes(view as View) && view !== 'all' && { view: view as View }),
    ...(String(closed) === 'true' && { closed: true }),
    ...Object.fromEntries(
      Object.entries({ channel: word(channel), tag: word(tag), q: word(q) }).filter(([, given]) => given),
    ),
  };
}

/** Whether anything narrows the list, so that "all" would show more. */
export const isNarrowed = ({ view, channel, tag }: InboxSearch) =>
  view !== undefined || channel !== undefined || tag !== undefined;

/** What the list is asked for. */
export interface ListQuery {
  environment: Environment;
  open: boolean;
  assignee?: 'me' | 'none';
  unanswered?: true;
  held?: true;
  unread?: true;
  channel_id?: string;
  tag?: string;
}

export function queryOf({ view, closed, channel, tag }: InboxSearch, environment: Environment): ListQuery {
  return {
    ...{ environment, open: !closed },
    ...(view === 'mine' && { assignee: 'me' as const }),
    ...(view === 'unassigned' && { assignee: 'none' as const }),
    ...(view === 'waiting' && { unanswered: true as const }),
    ...(view === 'held' && { held: true as const }),
    ...(view === 'unread' && { unread: true as const }),
    ...(channel !== undefined && { channel_id: channel }),
    ...(tag !== undefined && { tag }),
  };
}

/** How a customer is called: by their name, or by what their channel calls them. */
export const nameOf = ({ customer }: Conversation): string => showName(customer.name, customer.external_id);
