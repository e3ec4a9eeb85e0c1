import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Bytes of JavaScript's heap that this process still needs: garbage is collected first, so that its amount does not
 * matter. Buffers are not among them, because what they free is counted only later.
 */
export function heapInUse(): number {
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  return process.memoryUsage().heapUsed;
}
