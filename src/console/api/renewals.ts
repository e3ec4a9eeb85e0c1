import { useCallback, useEffect, useRef } from 'react';
import { renew } from './cache.ts';
import { type LiveEvent, useLately } from './stream.ts';

/** Some lists follow the log within a second. */
const lateMs = 2000;

/**
 * Acts for a row of calls: a moment after the first one, at most so often while they go on, and once more when they have ended and
 * everything that follows the log has followed.
 * @param act may be another one at each call
 */
export function useCalmly(act: () => void, soonMs: number): () => void {
  const soon = useRef<number>(undefined);
  const late = useRef<number>(undefined);
  const latest = useRef(act);
  latest.current = act;
  useEffect(
    () => () => {
      clearTimeout(soon.current);
      clearTimeout(late.current);
      soon.current = undefined;
    },
    [],
  );
  return useCallback(() => {
    soon.current ??= window.setTimeout(() => {
      soon.current = undefined;
      latest.current();
    }, soonMs);
    clearTimeout(late.current);
    late.current = window.setTimeout(() => latest.current(), lateMs);
  }, [soonMs]);
}

/**
 * Reads anew what events concern (`useCalmly`), also those of the moment before the component was there.
 * @param concerns the names of such events, or a function that stays the same for as long as it means the same
 * @param paths of the API
 */
export function useRenewals(
  projectId: string,
  concerns: RegExp | ((event: LiveEvent) => boolean),
  ...paths: string[]
): void {
  const act = useCalmly(() => void renew(...paths), 700);
  const rule = concerns instanceof RegExp ? concerns.source : concerns;
  const listen = useCallback(
    (event: LiveEvent) => {
      if (typeof rule === 'string' ? new RegExp(rule).test(event.name) : rule(event)) act();
    },
    [rule, act],
  );
  useLately(projectId, listen);
}
