import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';

/**
 * Time limits of tests. On an idle machine a test waits only for moments; on a busy machine it takes as many times
 * longer as there are programs for each core. A fixed limit would fail there although nothing is wrong, so every limit
 * is given for an idle machine and stretched here.
 */

/** A stalled test still has to end. */
const mostPatience = 4;

/** A limit for an idle machine, stretched by how busy this one is now: a whole number, which some timers insist on. */
export function patient(idleMs: number): number {
  const programs = Math.max(loadavg()[0]!, runnable());
  return Math.ceil(idleMs * Math.min(mostPatience, Math.max(1, programs / availableParallelism())));
}

/** The same in whole seconds, as the steps of a scenario are given them. */
export function wholeSeconds(idleSeconds: number): number {
  return patient(idleSeconds);
}

/** The same for a setting of a server under test. @param most that the setting may have */
export function patientSeconds(idleSeconds: number, most = Number.POSITIVE_INFINITY): string {
  return String(Math.min(most, wholeSeconds(idleSeconds)));
}

/**
 * Programs that run at this moment or want to, https://man7.org/linux/man-pages/man5/proc_loadavg.5.html: the average
 * comes a minute late. 0 where the system does not say.
 */
function runnable(): number {
  try {
    return Number(/ (\d+)\/\d+ /.exec(readFileSync('/proc/loadavg', 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * A deadline that moves while the machine is busy: by its load, which is a late average, and by every moment in which
 * this process got no processor.
 */
export class Patience {
  readonly #idleMs: number;
  readonly #began = Date.now();
  #lostMs = 0;

  /** @param idleMs how long it may take on an idle machine */
  constructor(idleMs: number) {
    this.#idleMs = idleMs;
  }

  get isOver(): boolean {
    return Date.now() - this.#began - this.#lostMs > patient(this.#idleMs);
  }

  /** Waits so long, and notices how much longer it took. */
  async pause(ms: number): Promise<void> {
    const began = Date.now();
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.#lostMs += Math.max(0, Date.now() - began - ms - 5);
  }
}

/**
 * Processor time of a function in this process, in milliseconds: unlike elapsed time it is the same on a busy machine. Other
 * threads count too, so elapsed time is taken where that is less.
 */
export function processorMs(work: () => void): number;
export function processorMs(work: () => Promise<void>): Promise<number>;
export function processorMs(work: () => void | Promise<void>): number | Promise<number> {
  const wall = performance.now();
  const before = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(before);
    return Math.min(performance.now() - wall, (user + system) / 1000);
  };
  const done = work();
  return done instanceof Promise ? done.then(spent) : spent();
}
