/** The interval of grouped log lines, in milliseconds. */
export const seldomMs = 10_000;

/**
 * Groups log lines about events that may happen thousands of times a second.
 *
 * @param write is called at once for the first event, with 0; then at the end of every ten seconds with further events, with
 *   their number and the arguments of the last one.
 */
export function seldom<Given extends unknown[]>(
  write: (more: number, ...given: Given) => void,
): (...given: Given) => void {
  let more: number | undefined;
  let last: Given;
  const count = () => {
    if (!more) {
      more = undefined;
      return;
    }
    write(more, ...last);
    more = 0;
    setTimeout(count, seldomMs).unref();
  };
  return (...given) => {
    last = given;
    if (more !== undefined) {
      more++;
      return;
    }
    more = 0;
    write(0, ...given);
    setTimeout(count, seldomMs).unref();
  };
}

/**
 * Like `seldom`, with separate groups for each key.
 * @param write gets the key after the number
 */
export function seldomByKey<Key, Given extends unknown[]>(
  write: (more: number, key: Key, ...given: Given) => void,
): (key: Key, ...given: Given) => void {
  const lines = new Map<Key, (key: Key, ...given: Given) => void>();
  return (key, ...given) => {
    const line = lines.get(key) ?? seldom(write);
    lines.set(key, line);
    line(key, ...given);
  };
}
