import { readlinkSync } from 'node:fs';
import { parentPort, Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './thread-messages.ts';

/**
 * Serves as a member of a `ThreadPool`: as a thread, or as the process that it is in.
 * @param carryOut does one piece of work, at once or in a promise that never rejects; it may begin a new phase with a time limit of its own, in milliseconds
 */
export function serveThread(carryOut: (work: never, newClock: (ms: number) => void) => unknown): void {
  const say = (message: FromThread) =>
    parentPort ? parentPort.postMessage(message) : process.send?.(message);
  const serve = ({ work }: ToThread) => {
    const result = carryOut(work as never, (ms) => say({ clock: ms }));
    if (result instanceof Promise) void result.then((settled) => say({ result: settled }));
    else say({ result });
  };
  if (parentPort) parentPort.on('message', serve);
  else {
    process.on('message', (message) => serve(message as ToThread));
    watchParent();
  }
  say({ task: ownTask() });
}

/**
 * Ends this process when its parent has died. Work without an end keeps the main thread from noticing, so another thread looks.
 */
function watchParent(): void {
  const watch = `const parent = ${process.ppid};
    setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGKILL'), 500);`;
  new Worker(watch, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 8 } }).unref();
}

function ownTask(): string | null {
  try {
    return readlinkSync('/proc/thread-self').split('/').at(-1)!;
  } catch {
    return null;
  }
}
