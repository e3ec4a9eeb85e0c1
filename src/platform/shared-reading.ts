import { inTime } from './in-time.ts';

/**
 * Reads something for all that ask for it at nearly the same time: again only when what was read is too old, and never before the last
 * reading has ended. What failed is read again.
 * @param keptMs how long it is good, from the end of the reading
 * @param patienceMs how long a caller waits; as long as it takes if absent
 * @returns a function that gives what was read, or rejects
 */
export function shareReading<Result>(
  read: () => Promise<Result>,
  { keptMs, patienceMs }: { keptMs: number; patienceMs?: number },
): () => Promise<Result> {
  let last: Promise<Result> | undefined;
  let goodUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (!last || performance.now() > goodUntil) {
      goodUntil = Number.POSITIVE_INFINITY;
      last = read();
      last.then(
        () => {
          goodUntil = performance.now() + keptMs;
        },
        () => {
          last = undefined;
        },
      );
    }
    return inTime(patienceMs, last);
  };
}
