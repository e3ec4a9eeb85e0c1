import { useEffect, useReducer } from 'react';

/**
 * Draws a component anew from time to time: what it says of how long ago something was grows old by itself.
 * @param everyMs undefined: not any more
 * @returns the moment of the last time
 */
export function useTick(everyMs: number | undefined): number {
  const [now, tick] = useReducer(Date.now, undefined, Date.now);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
