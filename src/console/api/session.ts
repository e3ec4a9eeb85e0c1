import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { cache } from './cache.ts';
import { api, setPerson } from './client.ts';
import { hasCode } from './problem.ts';
import type { Shape } from './shapes.ts';

export type Session = Shape<'Session'>;

const key = ['session'];

/** Keeps who is logged in; null: nobody. What was read for somebody else is forgotten. */
export function keepSession(session: Session | null): void {
  setPerson({ csrfToken: session?.csrf_token });
  const before = cache.getQueryData<Session | null>(key);
  if (session && before?.owner.id !== session.owner.id)
    cache.removeQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
  cache.setQueryData(key, session);
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

setPerson({ onSessionLost: () => cache.setQueryData(key, null) });

/** Who is logged in: undefined while that is not known, null if nobody is. */
export const useSession = () =>
  useQuery({ queryKey: key, queryFn: readSession, staleTime: Number.POSITIVE_INFINITY });

/**
 * The person at the screen, given from the root to all that is below the login. Pages do not ask the cache for it: they would learn
 * of the end of a session before the root takes them away, and have nobody to show.
 */
export const Person = createContext<Session['owner'] | null>(null);

/** The person at the screen, below the login. */
export function usePerson(): Session['owner'] {
  const person = use(Person);
  if (!person) throw new Error('nobody is logged in');
  return person;
}
