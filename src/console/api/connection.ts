import { useSyncExternalStore } from 'react';
import { cache, renewAll } from './cache.ts';
import { hasCode } from './problem.ts';

/** Whether the server can be reached, as the last request, the stream and the browser tell. */

let isLost = !navigator.onLine;
const listeners = new Set<() => void>();

/** Says that the server was reached, or not. When it is back, whatever is shown is read anew, once. */
export function noteConnection(isThere: boolean): void {
  if (isLost === !isThere) return;
  isLost = !isThere;
  for (const listener of listeners) listener();
  if (isThere) renewAll();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether there is no connection. */
export const useIsOffline = () => useSyncExternalStore(subscribe, () => isLost);

async function isReachable(): Promise<boolean> {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => undefined);
  return answer?.ok === true;
}

/** Looks out for the end and the return of the connection, for as long as the page lives. */
export function watchConnection(): void {
  addEventListener('offline', () => noteConnection(false));
  addEventListener('online', async () => noteConnection(await isReachable()));
  cache.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated') return;
    if (query.state.status === 'error' && hasCode(query.state.error, 'offline')) noteConnection(false);
  });
  setInterval(async () => {
    if (isLost && (await isReachable())) noteConnection(true);
  }, 3000);
}
