import { QueryClient } from '@tanstack/react-query';
import { ApiProblem } from './problem.ts';

const isWorthAnother = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500);

/** What was read from the server. Old data stays on the screen while new data comes, and when it does not come. */
export const cache = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      // What cannot be reached now is asked for again when the connection is back (api/connection.ts).
      networkMode: 'always',
      // A refusal for the number of requests is shown until the server takes more.
      refetchInterval: ({ state: { error } }) =>
        error instanceof ApiProblem &&
        error.code === 'rate_limited' &&
        (error.retryAfterSeconds ?? 60) * 1000,
      retry: (count, error) => count < 2 && isWorthAnother(error) && navigator.onLine,
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Reads anew whatever is shown of these paths of the API, such as `/api/owner/projects/{project_id}/channels`. */
export function renew(...paths: string[]): Promise<void> {
  return cache.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(String(queryKey[1])) });
}

/** Reads anew whatever is shown, but for the session. */
export function renewAll(): void {
  void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}
