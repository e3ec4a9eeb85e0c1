import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { builtMember } from './member-build.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

/** What a pool has its work done by: a thread of this process, or a process of its own. Both run a module that calls `serveThread`. */
export interface PoolMember {
  send(message: ToThread): void;
  /** @param gone it has ended, whatever the reason */
  listen(hear: (message: FromThread) => void, gone: () => void): void;
  /** Whether this process stays alive for it. */
  hold(isWanted: boolean): void;
  /** Processor time that it has used, or elapsed time where the system does not tell it; in milliseconds. */
  usedMs(task: string | null | undefined): number;
  /** Memory that a process has now, in MiB; 0 for a thread, which has that of its process, and where the system does not tell it. */
  usedMib(): number;
  /** Ends it at once, whatever it is doing. */
  end(): Promise<unknown>;
}

/** A thread. One that runs out of memory by a single large value takes the whole process with it. */
export function startThread(file: URL, memoryMib: number): PoolMember {
  const resourceLimits = { maxOldGenerationSizeMb: memoryMib };
  const worker = new Worker(builtMember(file), { execArgv: [], resourceLimits });
  worker.unref();
  return {
    send: (message) => worker.postMessage(message),
    listen(hear, gone) {
      worker.on('message', hear);
      worker.on('error', gone);
      worker.on('exit', gone);
    },
    hold: (isWanted) => (isWanted ? worker.ref() : worker.unref()),
    usedMs: (task) => processorMs(task, 'self'),
    usedMib: () => 0,
    end: () => worker.terminate(),
  };
}

/**
 * A process, for work that may exceed any memory. It has none of the environment of this one, so it knows no secrets, and it ends
 * with this one (`watchParent`).
 */
export function startProcess(file: URL, memoryMib: number): PoolMember {
  const program = `import(${JSON.stringify(builtMember(file).href)})`;
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMib}`, '-e', program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Like the structured clone of threads.
    serialization: 'advanced',
    env: { TZ: 'UTC' },
  });
  const hold = (isWanted: boolean) => {
    for (const handle of [child, child.channel]) {
      if (isWanted) handle?.ref();
      else handle?.unref();
    }
  };
  hold(false);
  return {
    // It may have died since; `gone` says so.
    send: (message) => child.send(message, () => {}),
    listen(hear, gone) {
      child.on('message', (message) => hear(message as unknown as FromThread));
      child.on('error', gone);
      child.on('exit', gone);
    },
    hold,
    usedMs: (task) => processorMs(task, String(child.pid)),
    usedMib: () => residentMib(child.pid),
    end: async () => child.kill('SIGKILL'),
  };
}

function processorMs(task: string | null | undefined, process: string): number {
  if (task === null || task === undefined) return performance.now();
  try {
    // Nanoseconds, https://docs.kernel.org/scheduler/sched-stats.html
    return Number(readFileSync(`/proc/${process}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0; // It has ended.
  }
}

function residentMib(process: number | undefined): number {
  try {
    // https://docs.kernel.org/filesystems/proc.html, in KiB
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0; // It has ended.
  }
}
