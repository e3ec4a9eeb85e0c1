import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { cache, renewAll } from './cache.ts';
import { api, setPerson } from './client.ts';
import { hasCode } from './problem.ts';
import type { Shape } from './shapes.ts';

/** Who is logged in. */
export interface Session extends Shape<'Session'> {
  /** It has ended by itself: the page waits until somebody logs in again. */
  isOver?: true;
}

const key = ['session'];
const known = () => cache.getQueryData<Session | null>(key);

/** The id of the person who is logged in, as far as this page knows. */
export const knownPerson = (): string | undefined => known()?.owner.id;

/** The other pages of this browser, which have the same session. */
const others = new BroadcastChannel('parley-session');

/** Those who wait for the next login; they hear whether it is the same person. */
let waiting: ((isSame: boolean) => void)[] = [];

/** Resolves at the next login of this page. @returns whether the person of before has logged in again */
export const nextLogin = (): Promise<boolean> => new Promise((resolve) => waiting.push(resolve));

/** Keeps who is logged in; null: nobody. What was read for somebody else is forgotten. */
export function keepSession(session: Session | null): void {
  setPerson({ csrfToken: session?.csrf_token });
  const before = known();
  const isSame = session !== null && before?.owner.id === session.owner.id;
  if (session && !isSame) cache.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
  cache.setQueryData(key, session);
  if (isSame && before?.isOver) renewAll();
  if (session) others.postMessage('in');
  const heard = waiting;
  waiting = [];
  for (const hear of heard) hear(isSame);
}

async function readSession(): Promise<Session | null> {
  try {
    const { data } = await api.GET('/api/owner/session');
    setPerson({ csrfToken: data?.csrf_token });
    return data ?? null;
  } catch (error) {
    if (hasCode(error, 'session_required')) return null;
    throw error;
  }
}

/** The session has ended. What is on the screen stays for the person who was there, who may log in again. */
function logInAgain(): Promise<boolean> {
  const session = known();
  if (!session) return Promise.resolve(false);
  const again = nextLogin();
  cache.setQueryData(key, { ...session, isOver: true });
  return again;
}

/**
 * Looks whether somebody has logged in by another page of this browser, whose session is this page's as well.
 * @returns whether it is the person of before, with another session
 */
async function takeUp(): Promise<boolean> {
  const before = known();
  const now = await readSession().catch(() => undefined);
  if (!now || (now.csrf_token === before?.csrf_token && !before.isOver)) return false;
  keepSession(now);
  return now.owner.id === before?.owner.id;
}

setPerson({ logInAgain, takeUp });
others.onmessage = () => void (known()?.isOver && takeUp());

/** Who is logged in: undefined while that is not known, null if nobody is. */
export const useSession = () =>
  useQuery({ queryKey: key, queryFn: readSession, staleTime: Number.POSITIVE_INFINITY });

/**
 * The person at the screen, given from the root to all that is below the login. Whose session ends by itself stays that person, below the
 * window that asks for the login. Pages do not ask the cache for it: they would learn that somebody has logged out before the root takes
 * them away, and have nobody to show.
 */
export const Person = createContext<Session['owner'] | null>(null);

/** The person at the screen, below the login. */
export function usePerson(): Session['owner'] {
  const person = use(Person);
  if (!person) throw new Error('nobody is logged in');
  return person;
}
