import { useEffect, useReducer } from 'react';

/** Draws a component anew from time to time: what it says of how long ago something was grows old by itself. */
export function useTick(everyMs: number): void {
  const [, tick] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
