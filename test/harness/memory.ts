import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Bytes of JavaScript's heap that this process still needs: garbage is collected first, so that its amount does not
 * matter. Buffers are not among them, because what they free is counted only later.
 */
function heapInUse(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  return process.memoryUsage().heapUsed;
}

/** How many times as long as a measurement took it is until the next one, so that what is measured gets on. */
const restFor = 10;

/**
 * Measures the heap from now on, again and again.
 * @returns ends it, and gives by how many bytes the heap in use exceeded that at the beginning, at most.
 */
export function watchHeap(): () => number {
  const before = heapInUse();
  let peak = before;
  let timer: NodeJS.Timeout;
  const measure = () => {
    const since = performance.now();
    peak = Math.max(peak, heapInUse());
    timer = setTimeout(measure, restFor * (performance.now() - since));
  };
  measure();
  return () => {
    clearTimeout(timer);
    return Math.max(peak, heapInUse()) - before;
  };
}
