import type { Logger } from 'pino';
import { Batcher } from '../../platform/batcher.ts';
import { databaseFault } from '../../platform/database-faults.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Progress } from '../../platform/progress.ts';
import { seldom } from '../../platform/seldom.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { InnerTasks } from './apply.ts';
import { claimTasks, LeaseLost, markBegun, renewLeases } from './claim.ts';
import { type Finished, finishTasks, type Written } from './finish.ts';
import { type Begin, type InnerKind, kindOf, namesOf, type OuterKind, type TaskKinds } from './kinds.ts';
import { isOutcomeLost } from './lost-lease.ts';
import type { AttemptCounter } from './metrics.ts';
import type { TaskQueue } from './queue.ts';
import { surprise, warn } from './surprise.ts';
import type { TargetLimits } from './targets.ts';
import type { LaneTicket, Pause, Task, TaskOutcome } from './task.ts';
import { undeliveredNotes } from './undelivered.ts';
import { WaitingLanes } from './waiting-lanes.ts';

export interface RunnerOptions {
  /** For what tasks themselves do. */
  database: Database;
  /** For claims, beginnings, outcomes and leases: they must not wait for turns that wait for locks. */
  hot: Database;
  tickets: Tickets<LaneTicket>;
  kinds: TaskKinds;
  /** Counts the outcomes of attempts. */
  outcomes: AttemptCounter;
  log: Logger;
  leaseMs: number;
  /** Notified of every claim. */
  progress: Progress;
  /** Tasks that run at once in this process; half as many may be added while one project has most of the slots. */
  concurrency: number;
  /** Limits of one channel or connection. */
  limitsOf(projectId: string, targetId: string): Promise<TargetLimits>;
  queue: TaskQueue;
}

/** Why an outcome could not be written. */
interface Unwritten {
  error: unknown;
}

/** Most lanes in one claim: each takes an advisory lock until the claim commits, and the database has a limited number. */
const lanesPerClaim = 100;
const databasePauseMs = 500;
const renewAgainMs = 1000;
/** Less than the limit of a worker's statement. A mark that arrives later comes from a caller that has given up. */
const beginWithinMs = 4000;
const writeBeforeEndMs = 500;

const notBegun = {
  code: 'not_begun',
  message: 'The database did not take note in time that this was about to begin, so it did not begin.',
};

/**
 * Runs tasks: claims the heads of lanes in batches, runs them at the same time, writes their outcomes in batches, and
 * continues with the lanes that it finished.
 *
 * The lanes in memory (`WaitingLanes`) are only hints. If the process dies, the sweep finds the lanes again.
 */
export class TaskRunner {
  readonly #options: RunnerOptions;
  readonly #lanes: WaitingLanes;
  readonly #running = new Set<Task>();
  /** Lanes that were handed over and not offered yet. */
  #handedOver: LaneTicket[] = [];
  readonly #begin: Batcher<Task & { sent?: string | undefined }, boolean>;
  readonly #finish: Batcher<Finished, Written | Unwritten | undefined>;
  readonly #inner: InnerTasks;
  readonly #noteUndelivered: ReturnType<typeof undeliveredNotes>;
  #claiming = false;
  #stopping = false;
  /** Nothing more is written, because the process is about to end. */
  #over = false;
  /** Number of outcomes that are being written. */
  #writing = 0;
  /** The database's clock as the last claim reported it, and this process's clock at that moment; in milliseconds. */
  #clock: { database: number; own: number } | undefined;
  readonly #leaseLost: (task: Task) => void;
  readonly #unwritten: (task: Task, error: unknown) => void;
  #renewAgain: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { database, hot, kinds, log, queue } = options;
    this.#lanes = new WaitingLanes(options, () => void this.#claim());
    this.#noteUndelivered = undeliveredNotes(log);
    this.#begin = new Batcher((tasks) => markBegun(hot, tasks, this.#inDatabaseTime(beginWithinMs)));
    this.#finish = new Batcher((batch) => this.#finishTogether(batch));
    this.#inner = new InnerTasks({ database, kinds, log, queue, write: (finished) => this.#write(finished) });
    this.#leaseLost = seldom((more, task) =>
      log.warn(
        { tasks: namesOf(kinds, [task]), times: Math.max(1, more) },
        'the lease of this task ran out before its outcome was written; it becomes unknown or runs again',
      ),
    );
    this.#unwritten = seldom((more, task, error) =>
      log.error(
        { err: error, tasks: namesOf(kinds, [task]), times: Math.max(1, more) },
        'the outcome of this task could not be written; it becomes unknown if it had begun, and runs again if not',
      ),
    );
  }

  start(): void {
    const { tickets, leaseMs } = this.#options;
    // A ticket of an older build, which may run beside this one, has no origin.
    tickets.consume((lanes) =>
      this.offer(lanes.map(([project, lane, target, origin = '']) => [project, lane, target, origin])),
    );
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / 3);
  }

  /**
   * Takes care of these lanes, now or later: a lane without room here is fetched from the database when there is room.
   * @param behind one lane of each origin that has more of them
   */
  offer(lanes: LaneTicket[], behind: LaneTicket[] = []): void {
    if (this.#stopping) return;
    this.#lanes.offer(lanes, behind);
  }

  /**
   * Takes over lanes from within this process, as many as it can begin with at once; other workers may have room for the rest.
   * @returns the rest
   */
  takeOver(lanes: LaneTicket[]): LaneTicket[] {
    const busy = this.#running.size + this.#lanes.size + this.#handedOver.length;
    const room = this.#stopping ? 0 : Math.max(0, this.#options.concurrency - busy);
    if (room === 0 || lanes.length === 0) return lanes;
    // Whoever waits for the answer to what was accepted comes first.
    if (this.#handedOver.length === 0) setImmediate(() => this.#offerHandedOver());
    this.#handedOver.push(...lanes.slice(0, room));
    return lanes.slice(room);
  }

  #offerHandedOver(): void {
    const lanes = this.#handedOver;
    this.#handedOver = [];
    if (this.#stopping) this.#options.tickets.send(lanes);
    else this.offer(lanes);
  }

  /**
   * Takes no more tasks and waits at most `graceMs` for the running ones; the sweep finds those that remain. The database must
   * stay open meanwhile, because outcomes are still written.
   */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    await this.#options.tickets.stopConsuming();
    this.#options.tickets.send(this.#lanes.stop());
    const until = Date.now() + graceMs;
    while ((this.#running.size > 0 || this.#claiming) && Date.now() < until) await pause(20);
    this.#over = true;
    const end = Date.now() + writeBeforeEndMs;
    while (this.#writing > 0 && Date.now() < end) await pause(20);
    clearInterval(this.#renewal);
    clearTimeout(this.#renewAgain);
    if (this.#running.size > 0) {
      const { log, kinds } = this.#options;
      log.warn(
        { tasks: this.#running.size, ids: namesOf(kinds, [...this.#running]) },
        'stopped before these tasks had an outcome; those that had begun become unknown, the others run again',
      );
    }
  }

  async #claim(): Promise<void> {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      while (!this.#stopping) {
        const lanes = this.#lanes.take(lanesPerClaim);
        if (lanes.length === 0) return;
        try {
          const { hot, leaseMs } = this.#options;
          const tasks = await this.#options.progress.watch(() => claimTasks(hot, lanes, leaseMs));
          if (tasks[0]) this.#clock = { database: tasks[0].claimedAt.getTime(), own: performance.now() };
          // A task uses the slot of its lane. A lane that turned out to be empty gives its slot back.
          const claimed = new Set(tasks.map((task) => task.projectId + task.lane));
          this.#lanes.release(lanes.filter((lane) => !claimed.delete(lane[0] + lane[1])));
          for (const task of tasks) void this.#carryOut(task);
          this.#lanes.wake(lanes);
        } catch (error) {
          warn(this.#options.log, error, 'tasks cannot be claimed from the database; trying again');
          this.#lanes.release(lanes);
          this.#lanes.giveBack(lanes);
          await pause(databasePauseMs);
        }
      }
    } finally {
      this.#claiming = false;
    }
  }

  async #carryOut(task: Task): Promise<void> {
    this.#enter(task);
    try {
      const written = await this.#outcomeOf(task);
      if (this.#over && written === undefined) return; // `stop` has logged this.
      this.#leave(task);
      const lane: LaneTicket = [task.projectId, task.lane, task.targetId, task.origin];
      if (written === undefined) {
        if (await isOutcomeLost(this.#options.database, task)) this.#leaseLost(task);
        else this.#options.tickets.send([lane]);
        return;
      }
      const { state, delayMs, wake } = written;
      if (state !== 'paused')
        this.#options.outcomes.inc({ kind: task.kind, outcome: state === 'queued' ? 'retried' : state });
      if (delayMs > 0) this.#options.tickets.send([lane], delayMs);
      const next = delayMs > 0 ? wake : [lane, ...wake];
      if (this.#stopping)
        this.#options.tickets.send(next); // for other processes
      else this.offer(next);
    } catch (error) {
      this.#leave(task);
      this.#unwritten(task, error);
    }
  }

  /** @returns undefined if the lease was lost; then nothing was done or nothing was written */
  async #outcomeOf(task: Task): Promise<Written | undefined> {
    let kind: OuterKind | InnerKind;
    try {
      kind = kindOf(this.#options.kinds, task.kind);
    } catch (error) {
      return this.#write({ task, outcome: surprise(this.#options.log, task, error, 'retry') });
    }
    if ('apply' in kind) return this.#inner.apply(task);
    const outcome = await this.#act(kind, task);
    return outcome && this.#write({ task, outcome });
  }

  /** @returns undefined if the lease was lost after the task had begun */
  async #act(kind: OuterKind, task: Task): Promise<TaskOutcome | Pause | undefined> {
    let begun = false;
    const begin: Begin = async (sent) => {
      const given = sent === undefined ? task : { ...task, sent: JSON.stringify(sent) };
      const asked = performance.now();
      if (!(await this.#begin.submit(given))) throw new LeaseLost();
      // A process that stood still meanwhile may have lost the lease, and the lane has gone on.
      if (performance.now() - asked > this.#options.leaseMs / 2) throw new LeaseLost();
      begun = true;
    };
    try {
      return await kind.run(task, begin);
    } catch (error) {
      // If another worker has the lease by now, writing this outcome changes nothing.
      if (error instanceof LeaseLost) return begun ? undefined : { state: 'retry', error: notBegun };
      return surprise(this.#options.log, task, error, begun ? 'unknown' : 'retry');
    }
  }

  /**
   * Writes an outcome. It must be written, so this waits for a database that is away: only the database can tell whether the
   * lease was lost.
   * @returns undefined if the lease was lost, or if this process ends
   */
  async #write(finished: Finished): Promise<Written | undefined> {
    const until = Date.now() + this.#options.leaseMs;
    while (!this.#over) {
      this.#writing++;
      try {
        const written = await this.#finish.submit(finished);
        if (written && 'error' in written) throw written.error;
        if (written) this.#noteUndelivered(finished.task, finished.outcome, written.state);
        return written;
      } catch (error) {
        if (Date.now() > until && !databaseFault(error)) throw error;
        warn(this.#options.log, error, 'an outcome cannot be written yet; trying again');
      } finally {
        this.#writing--;
      }
      await pause(databasePauseMs);
    }
    return undefined;
  }

  /** Writes outcomes by one statement; if that fails, in halves, so that a bad outcome fails alone. It never throws. */
  async #finishTogether(batch: Finished[]): Promise<(Written | Unwritten | undefined)[]> {
    const { hot, kinds, queue } = this.#options;
    try {
      return await finishTasks(hot, kinds, queue, batch);
    } catch (error) {
      if (batch.length === 1 || databaseFault(error)) return batch.map(() => ({ error }));
      const half = batch.length >> 1;
      return [
        ...(await this.#finishTogether(batch.slice(0, half))),
        ...(await this.#finishTogether(batch.slice(half))),
      ];
    }
  }

  /** The time this many milliseconds from now, on the database's clock. */
  #inDatabaseTime(ms: number): Date | undefined {
    return this.#clock && new Date(this.#clock.database + performance.now() - this.#clock.own + ms);
  }

  #enter(task: Task): void {
    this.#running.add(task);
    this.#lanes.enter(task);
  }

  #leave(task: Task): void {
    if (this.#running.delete(task)) this.#lanes.leave(task);
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      await renewLeases(this.#options.hot, [...this.#running], this.#options.leaseMs);
    } catch (error) {
      warn(this.#options.log, error, 'leases cannot be renewed; trying again');
      clearTimeout(this.#renewAgain);
      if (!this.#over) this.#renewAgain = setTimeout(() => void this.#renew(), renewAgainMs);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
