import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Figure, median, whole } from './figures.ts';
import { cpuMs, memoryMib, pause, type Running, startServer } from './processes.ts';

/** The figures of a start as in the README: the compiled server, nothing set, the embedded database in an empty folder. */

const firstGoalMs = 4000;
const secondGoalMs = 1500;
const memoryGoalMib = 120;
/** Until nothing that a start does is left. */
const restMs = 5000;

/** Time from the start of the process until it is ready, in a new folder and again in the same, and its memory at rest. */
export async function starts(rounds: number): Promise<Figure[]> {
  const first: Start[] = [];
  const second: Start[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const folder = mkdtempSync(join(tmpdir(), 'parley-bench-start-'));
    try {
      for (const starts of [first, second]) {
        const server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
        starts.push({ ms: server.readyMs, cpu: cpuMs(server.pid) });
        if (starts === second) {
          await pause(restMs);
          memory.push(memoryMib(server.pid).now);
        }
        await server.stop();
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return [
    timeOf('First start to ready', first, firstGoalMs),
    timeOf('Second start to ready', second, secondGoalMs),
    memoryAtRest('embedded', ...memory),
  ];
}

interface Start {
  ms: number;
  /** Processor time of Node until then, in ms. */
  cpu: number;
}

function timeOf(name: string, starts: Start[], goalMs: number): Figure {
  return {
    name: `${name} / ${goalMs / 1000} s`,
    ratios: starts.map(({ ms }) => ms / goalMs),
    goal: { at: 'most', value: 1 },
    detail:
      `${whole(median(starts.map(({ ms }) => ms)))} ms, with ${whole(median(starts.map(({ cpu }) => cpu)))} ms of ` +
      'processor time of Node',
  };
}

/** The memory of a server that does nothing, without the processes of the embedded database. */
export function memoryAtRest(name: string, ...mib: number[]): Figure {
  return {
    name: `Memory of the server (${name}) at rest / ${memoryGoalMib} MiB`,
    ratios: mib.map((each) => each / memoryGoalMib),
    goal: { at: 'most', value: 1 },
    detail: `${whole(median(mib))} MiB resident`,
  };
}

/** The same of a server that runs. */
export async function restOf(name: string, { pid }: Running): Promise<Figure> {
  await pause(restMs);
  return memoryAtRest(name, memoryMib(pid).now);
}
