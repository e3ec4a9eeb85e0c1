import { type PoolMember, startProcess, startThread } from './pool-member.ts';
import type { FromThread } from './thread-messages.ts';

/**
 * Runs work that may take too long in a few threads, or in processes if it may also take any memory. Each piece has a limit of
 * processor time, and one of elapsed time in case it waits for what never comes; a thread that exceeds one is terminated and replaced.
 * Threads start at first use and end after a time without work.
 */

/** Why a piece of work gave no result: its time was over, or it took too much memory. `phase` is the number of limits that it had set. */
export interface Ended {
  ended: 'clock' | 'crash';
  phase: number;
}

/** Too much work is waiting already. */
export class PoolBusy extends Error {}

export interface PoolOptions {
  /** The module that a thread runs: it calls `serveThread`. */
  file: URL;
  threads?: number;
  /** What they are. A process survives work that needs more memory than there is. */
  kind?: 'thread' | 'process';
  /** Of what is worked on, in MiB. In a process one value may take more for a moment: it is looked at every few milliseconds. */
  memoryMib?: number;
  idleMs?: number;
  /** How long work waits for a thread, in milliseconds. */
  waitMs?: number;
  /** Elapsed time that work has beyond five times its processor time, in milliseconds. */
  patienceMs?: number;
}

interface Job {
  owner: string;
  work: unknown;
  /** Processor time for the first phase, in milliseconds. */
  ms: number;
  resolve(result: unknown): void;
  reject(error: Error): void;
  timer?: NodeJS.Timeout;
}

interface Thread {
  member: PoolMember;
  /** The thread's id in the operating system, null if unknown; undefined while it starts. */
  task: string | null | undefined;
  job: Job | undefined;
  phase: number;
  /** On the thread's clock of processor time, and the limit there; in milliseconds. */
  began: number;
  limit: number;
  /** On the clock of this process, in milliseconds. */
  latest: number;
  /** Memory that it had when the work began, in MiB. */
  mib: number;
  idle: NodeJS.Timeout | undefined;
}

const mostThreads = 2;
const idleMs = 10_000;
const waitMs = 8000;
const mostWaiting = 500;
const mostWaitingOfOne = 50;
const msBetweenLooks = 10;
const memoryMib = 128;
/** Elapsed time that a piece of work has: this many times its processor time, as others use the processors too, and `patienceMs`. */
const patienceByTheWall = 5;
const patienceMs = 10_000;

/** See the comment at the top of this file. */
export class ThreadPool {
  readonly #options: Required<PoolOptions>;
  readonly #threads = new Set<Thread>();
  /** Waiting work by owner. The first entry is next. */
  readonly #waiting = new Map<string, Job[]>();
  #look: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = {
      threads: mostThreads,
      kind: 'thread',
      memoryMib,
      idleMs,
      waitMs,
      patienceMs,
      ...options,
    };
  }

  /** Number of threads that exist now. */
  get size(): number {
    return this.#threads.size;
  }

  /**
   * Runs a piece of work in a thread.
   * @param owner has at most one thread at a time; owners take turns
   * @param ms limit of the thread's own processor time, in milliseconds
   * @throws PoolBusy
   */
  run<Result>(owner: string, work: unknown, ms: number): Promise<{ result: Result } | Ended> {
    return new Promise((resolve, reject) => {
      const ofOwner = this.#waiting.get(owner) ?? [];
      const all = [...this.#waiting.values()].reduce((sum, jobs) => sum + jobs.length, 0);
      if (this.#closed || all >= mostWaiting || ofOwner.length >= mostWaitingOfOne) {
        reject(busy());
        return;
      }
      const job: Job = { owner, work, ms, resolve: resolve as Job['resolve'], reject };
      job.timer = setTimeout(() => this.#giveUp(job), this.#options.waitMs);
      this.#waiting.set(owner, [...ofOwner, job]);
      this.#assign();
    });
  }

  /** Ends all threads at once. Work that waits or is being done is refused, as nothing is known of it. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of [...this.#waiting.values()].flat()) this.#giveUp(job);
    for (const { job } of this.#threads) job?.reject(busy());
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  #giveUp(job: Job): void {
    clearTimeout(job.timer);
    const left = (this.#waiting.get(job.owner) ?? []).filter((other) => other !== job);
    if (left.length > 0) this.#waiting.set(job.owner, left);
    else this.#waiting.delete(job.owner);
    job.reject(busy());
  }

  #assign(): void {
    while (this.#waiting.size > 0) {
      const busy = new Set([...this.#threads].flatMap(({ job }) => job?.owner ?? []));
      const owner = [...this.#waiting.keys()].find((name) => !busy.has(name));
      if (owner === undefined) return;
      const thread = [...this.#threads].find(({ task, job }) => task !== undefined && job === undefined);
      if (!thread) {
        const isStarting = [...this.#threads].some(({ task }) => task === undefined);
        if (!isStarting && this.#threads.size < this.#options.threads) this.#start();
        return;
      }
      const [job, ...later] = this.#waiting.get(owner)!;
      this.#waiting.delete(owner);
      if (later.length > 0) this.#waiting.set(owner, later);
      this.#give(thread, job!);
    }
  }

  #give(thread: Thread, job: Job): void {
    clearTimeout(job.timer);
    clearTimeout(thread.idle);
    thread.job = job;
    thread.phase = 0;
    thread.mib = thread.member.usedMib();
    this.#startClock(thread, job.ms);
    thread.member.hold(true);
    thread.member.send({ work: job.work });
    this.#look ??= setInterval(() => this.#lookAtAll(), msBetweenLooks);
  }

  #startClock(thread: Thread, ms: number): void {
    const byTheWall = ms * patienceByTheWall;
    // Where its processor time cannot be read, both clocks show elapsed time.
    thread.limit = thread.task === null ? byTheWall : ms;
    thread.began = usedMs(thread);
    thread.latest = performance.now() + byTheWall + this.#options.patienceMs;
  }

  #lookAtAll(): void {
    for (const thread of this.#threads) {
      if (!thread.job) continue;
      const isLate = usedMs(thread) - thread.began > thread.limit || performance.now() > thread.latest;
      // What takes too much of both has always taken memory first: filling it takes the time.
      if (thread.member.usedMib() - thread.mib > this.#options.memoryMib) this.#fail(thread, 'crash');
      else if (isLate) this.#fail(thread, 'clock');
    }
    // Asked afterwards: what ended above made room, and another thread may have begun.
    if ([...this.#threads].some(({ job }) => job)) return;
    clearInterval(this.#look);
    this.#look = undefined;
  }

  #start(): void {
    const { file, kind, memoryMib } = this.#options;
    const member = kind === 'process' ? startProcess(file, memoryMib) : startThread(file, memoryMib);
    const thread: Thread = {
      member,
      task: undefined,
      job: undefined,
      phase: 0,
      began: 0,
      limit: 0,
      latest: 0,
      mib: 0,
      idle: undefined,
    };
    this.#threads.add(thread);
    member.listen(
      (message) => this.#hear(thread, message),
      () => this.#fail(thread, 'crash'),
    );
  }

  #hear(thread: Thread, message: FromThread): void {
    if ('task' in message) thread.task = message.task;
    else if ('clock' in message) {
      thread.phase++;
      this.#startClock(thread, message.clock);
      return;
    } else {
      const { job } = thread;
      thread.job = undefined;
      job?.resolve(message);
    }
    thread.member.hold(false);
    thread.idle = setTimeout(() => void this.#end(thread), this.#options.idleMs).unref();
    this.#assign();
  }

  #fail(thread: Thread, ended: Ended['ended']): void {
    if (!this.#threads.has(thread)) return;
    thread.job?.resolve({ ended, phase: thread.phase } satisfies Ended);
    thread.job = undefined;
    void this.#end(thread);
    // A thread that cannot start is not tried again at once; the waiting work gives up after its time.
    if (thread.task !== undefined) this.#assign();
  }

  async #end(thread: Thread): Promise<void> {
    this.#threads.delete(thread);
    clearTimeout(thread.idle);
    await thread.member.end();
  }
}

const busy = () => new PoolBusy('too much is waiting to be checked');

const usedMs = ({ member, task }: Thread): number => member.usedMs(task);
