import { readlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

/**
 * Serves as a thread of a `ThreadPool`.
 * @param carryOut does one piece of work, at once or in a promise that never rejects; it may begin a new phase with a time limit of its own, in milliseconds
 */
export function serveThread(carryOut: (work: never, newClock: (ms: number) => void) => unknown): void {
  const port = parentPort!;
  const say = (message: FromThread) => port.postMessage(message);
  port.on('message', ({ work }: ToThread) => {
    const result = carryOut(work as never, (ms) => say({ clock: ms }));
    if (result instanceof Promise) void result.then((settled) => say({ result: settled }));
    else say({ result });
  });
  say({ task: ownTask() });
}

function ownTask(): string | null {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1)!;
  } catch {
    return null;
  }
}
