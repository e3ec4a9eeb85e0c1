import { useSyncExternalStore } from 'react';
import { cache } from './cache.ts';
import { api } from './client.ts';
import { ApiProblem } from './problem.ts';
import { knownPerson } from './session.ts';
import type { Shape } from './shapes.ts';

/**
 * An answer to a customer that is not with the server yet. It survives a reload, and has a key of its own, so that it is sent once however
 * often it is tried. All tabs of the browser have it, and one of them sends.
 */
export interface Outgoing {
  key: string;
  /** Who wrote it: whoever logs in next in this browser does not send it. */
  personId: string;
  projectId: string;
  profileId: string;
  identityId: string;
  body: Shape<'OperatorMessage'>;
  writtenAt: string;
  /**
   * `queued`: it is on its way, or waits for those before it. `late`: the server did not take it, and is asked again. `failed`: the server
   * refused it, and nothing was sent.
   */
  state: 'queued' | 'late' | 'failed';
  error?: string;
  /** The message that it has become. */
  messageId?: string;
}

const prefix = 'parley.outbox.';
const againMs = 3000;

function readKept(): readonly Outgoing[] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  return names
    .map((name) => JSON.parse(localStorage.getItem(name)!) as Outgoing)
    .sort((one, other) => (one.writtenAt < other.writtenAt ? -1 : 1));
}

let outbox = readKept();
const listeners = new Set<() => void>();

function reread(): void {
  outbox = readKept();
  for (const listener of listeners) listener();
}

function keep(outgoing: Outgoing): void {
  localStorage.setItem(prefix + outgoing.key, JSON.stringify(outgoing));
  reread();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What waits for a conversation, in the order in which it was written. @param messages what the thread shows already */
export function useOutgoing(
  profileId: string,
  messages: readonly { id: string }[] = [],
): readonly Outgoing[] {
  const all = useSyncExternalStore(subscribe, () => outbox);
  const shown = new Set(messages.map(({ id }) => id));
  return all.filter((each) => each.profileId === profileId && !shown.has(each.messageId ?? ''));
}

/** Takes a message back that was not sent. */
export function discard(key: string): void {
  localStorage.removeItem(prefix + key);
  reread();
}

/** Keeps a message and sends it. */
export function send(message: Omit<Outgoing, 'key' | 'state' | 'writtenAt' | 'error'>): void {
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  keep({ ...message, key, writtenAt: new Date().toISOString(), state: 'queued' });
  void deliver();
}

/** Tries once more what the server had refused. */
export function sendAgain({ error: _, ...outgoing }: Outgoing): void {
  keep({ ...outgoing, state: 'queued' });
  void deliver();
}

const isDue = ({ state, personId }: Outgoing) => state !== 'failed' && personId === knownPerson();

/** Browsers have locks only where the address is https or localhost. Elsewhere the key of a message alone sees to it that it is sent once. */
let before: Promise<void> = Promise.resolve();
function inTurn(act: () => Promise<void>): Promise<void> {
  if (navigator.locks) return navigator.locks.request('parley-outbox', act);
  before = before.then(act);
  return before;
}

/** Sends what is due, those of a conversation one after the other: behind one that the server could not take the others wait. */
const deliver = () =>
  inTurn(async () => {
    // Another tab may have sent some.
    reread();
    const stuck = new Set<string>();
    for (;;) {
      const next = outbox.find((each) => isDue(each) && !stuck.has(each.profileId));
      if (!next) return;
      if (!(await attempt(next))) stuck.add(next.profileId);
    }
  });

/** @returns whether it waits no longer: it is with the server, or was refused */
async function attempt(outgoing: Outgoing): Promise<boolean> {
  const { key, projectId, profileId, identityId, body } = outgoing;
  try {
    const { data } = await api.POST('/api/owner/projects/{project_id}/dialogs/{identity_id}/messages', {
      params: {
        path: { project_id: projectId, identity_id: identityId },
        header: { 'idempotency-key': key },
      },
      body,
    });
    keep({ ...outgoing, messageId: data!.message_id });
  } catch (error) {
    const isUnsure = isUntaken(error);
    keep({ ...outgoing, state: isUnsure ? 'late' : 'failed', error: (error as Error).message });
    return !isUnsure;
  }
  // It is gone from here when all that tells of the customer knows of it.
  await cache.invalidateQueries({
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(profileId),
  });
  discard(key);
  return true;
}

/** Whether nothing is known of what became of a request, or it may be repeated in a moment. */
const isUntaken = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500 || error.status === 429);

/** Sends what was left behind, and what the server could not take, for as long as the page lives. @returns ends that */
export function watchOutbox(): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) reread();
  };
  addEventListener('storage', hear);
  const look = () => {
    if (outbox.some(isDue)) void deliver();
  };
  look();
  const timer = setInterval(look, againMs);
  return () => {
    removeEventListener('storage', hear);
    clearInterval(timer);
  };
}
