import { useCallback, useEffect, useRef } from 'react';
import { renew } from './cache.ts';
import { type LiveEvent, useLive } from './stream.ts';

const soonMs = 700;
/** Some lists follow the log within a second. */
const lateMs = 2000;

/**
 * Reads anew what events concern: a moment after the first one, at most so often while they go on, and once more when they have ended.
 * @param paths of the API; the same at every call
 */
export function useRenewals(projectId: string, names: RegExp, ...paths: string[]): void {
  const soon = useRef<number>(undefined);
  const late = useRef<number>(undefined);
  const all = paths.join(' ');
  const { source } = names;
  const listen = useCallback(
    ({ name }: LiveEvent) => {
      if (!new RegExp(source).test(name)) return;
      const act = () => renew(...all.split(' '));
      soon.current ??= window.setTimeout(() => {
        soon.current = undefined;
        act();
      }, soonMs);
      clearTimeout(late.current);
      late.current = window.setTimeout(act, lateMs);
    },
    [source, all],
  );
  useLive(projectId, listen);
  useEffect(
    () => () => {
      clearTimeout(soon.current);
      clearTimeout(late.current);
      soon.current = undefined;
    },
    [],
  );
}
