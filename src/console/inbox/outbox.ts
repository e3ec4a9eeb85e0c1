import { useSyncExternalStore } from 'react';
import { api } from '../api/client.ts';
import { ApiProblem } from '../api/problem.ts';
import type { Shape } from '../api/shapes.ts';
import { renewConversation } from './conversations.ts';
import { renewThread } from './use-thread.ts';

/**
 * What was written and is not with the server yet. It survives a reload, and each message has a key of its own, so that it is
 * sent once however often it is tried.
 */
export interface Outgoing {
  key: string;
  projectId: string;
  profileId: string;
  identityId: string;
  body: Shape<'OperatorMessage'>;
  /** The customer waits for a person: whoever answers has come. */
  takes?: boolean;
  writtenAt: string;
  /** `offline`: it is tried again when the connection is back. `failed`: the server refused it, and nothing was sent. */
  state: 'sending' | 'offline' | 'failed';
  error?: string;
}

const kept = 'parley.outbox';

function readKept(): readonly Outgoing[] {
  try {
    const all = JSON.parse(localStorage.getItem(kept) ?? '[]') as Outgoing[];
    // What was on its way when the page was left may have arrived; its key sees to it that it does so once.
    return all.map((each) => (each.state === 'sending' ? { ...each, state: 'offline' } : each));
  } catch {
    return [];
  }
}

let outbox = readKept();
const listeners = new Set<() => void>();

function keep(next: readonly Outgoing[]): void {
  outbox = next;
  localStorage.setItem(kept, JSON.stringify(next));
  for (const listener of listeners) listener();
}

const change = (key: string, now: Partial<Outgoing>) =>
  keep(outbox.map((each) => (each.key === key ? { ...each, ...now } : each)));

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** What waits for a conversation. */
export function useOutgoing(profileId: string): readonly Outgoing[] {
  const all = useSyncExternalStore(subscribe, () => outbox);
  return all.filter((each) => each.profileId === profileId);
}

/** Takes a message back that was not sent. */
export const discard = (key: string) => keep(outbox.filter((each) => each.key !== key));

const isUnreached = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

/** Takes the conversation and the dialog that waits. If somebody else has it by now, the answer goes all the same. */
async function take(projectId: string, profileId: string): Promise<void> {
  const path = { project_id: projectId, profile_id: profileId };
  try {
    await api.POST('/api/owner/projects/{project_id}/conversations/{profile_id}/take', { params: { path } });
  } catch (error) {
    if (isUnreached(error)) throw error;
  }
}

/** Tries to send one. Once it is accepted it is in the thread, and waits no longer. */
export async function attempt(outgoing: Outgoing): Promise<void> {
  const { key, projectId, profileId, identityId, body, takes } = outgoing;
  change(key, { state: 'sending' });
  try {
    if (takes) await take(projectId, profileId);
    await api.POST('/api/owner/projects/{project_id}/dialogs/{identity_id}/messages', {
      params: {
        path: { project_id: projectId, identity_id: identityId },
        header: { 'idempotency-key': key },
      },
      body,
    });
    await renewThread(projectId, profileId);
    discard(key);
    // Whoever answers sees to it, if nobody did.
    void renewConversation(projectId, profileId).catch(() => {});
  } catch (error) {
    const isOffline = isUnreached(error);
    change(key, { state: isOffline ? 'offline' : 'failed', error: (error as Error).message });
  }
}

/** Keeps a message and sends it. */
export function send(message: Omit<Outgoing, 'key' | 'state' | 'writtenAt'>): Outgoing {
  const outgoing: Outgoing = {
    ...message,
    key: crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`,
    writtenAt: new Date().toISOString(),
    state: 'sending',
  };
  keep([...outbox, outgoing]);
  return outgoing;
}

/** What could not be sent for want of a connection. */
export const waitingToBeSent = () => outbox.filter(({ state }) => state === 'offline');
