import type { Logger } from 'pino';
import { Batcher } from '../../platform/batcher.ts';
import type { Database } from '../../platform/postgres.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { claimTasks, LeaseLost, markBegun, renewLeases } from './claim.ts';
import { type Finished, finishTasks } from './finish.ts';
import { kindOf, type TaskKinds } from './kinds.ts';
import { type TargetLimits, Targets } from './targets.ts';
import type { LaneTicket, Task, TaskOutcome } from './task.ts';

export interface RunnerOptions {
  database: Database;
  tickets: Tickets<LaneTicket>;
  kinds: TaskKinds;
  log: Logger;
  leaseMs: number;
  /** Tasks under way at once in this process. */
  concurrency: number;
  /** How many of these may go through one channel or connection. */
  limitsOf(projectId: string, targetId: string): Promise<TargetLimits>;
  /** The shard of the project counters that this process subtracts from. */
  shard: number;
}

/** Lanes in one claim: each holds an advisory lock until the claim commits, and the database has room for some. */
const lanesPerClaim = 100;
/** Lanes waiting in memory before the queue is asked to hold on to its tickets. */
const crowded = 2000;
const databasePauseMs = 500;

/**
 * Carries out tasks: claims the heads of lanes in batches, runs them side by side, writes their outcomes in batches,
 * and goes on with the lanes it finished.
 *
 * The lanes it keeps in memory are hints and may be lost with the process; the sweep finds them again. A slow channel
 * holds back only its own lanes: they are parked while as many of its tasks are under way as it may have.
 */
export class TaskRunner {
  readonly #options: RunnerOptions;
  readonly #waiting = new Map<string, LaneTicket>();
  readonly #targets: Targets;
  readonly #running = new Set<Task>();
  readonly #begin: Batcher<Task, boolean>;
  readonly #finish: Batcher<Finished, number | undefined>;
  #claiming = false;
  #stopping = false;
  #heldBack: (() => void)[] = [];
  #renewal: NodeJS.Timeout | undefined;

  constructor(options: RunnerOptions) {
    this.#options = options;
    const { database, kinds, shard } = options;
    this.#targets = new Targets(options.limitsOf, (lanes) => void this.offer(lanes));
    this.#begin = new Batcher((tasks) => markBegun(database, tasks));
    this.#finish = new Batcher((batch) => finishTasks(database, kinds, shard, batch));
  }

  start(): void {
    const { tickets, leaseMs } = this.#options;
    tickets.consume((lanes) => this.offer(lanes));
    this.#renewal = setInterval(() => void this.#renew(), leaseMs / 3);
  }

  /** Looks after these lanes. Resolves when there is room for more, which holds back a flood of tickets. */
  async offer(lanes: LaneTicket[]): Promise<void> {
    if (this.#stopping) return;
    for (const lane of lanes) this.#waiting.set(nameOf(lane), lane);
    void this.#claim();
    if (this.#waiting.size > crowded) await new Promise<void>((resolve) => this.#heldBack.push(resolve));
  }

  /** Takes no more tasks and waits for those under way, `graceMs` at the most; the sweep finds what is left over. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#letIn();
    await this.#options.tickets.stopConsuming();
    this.#options.tickets.send([...this.#waiting.values(), ...this.#targets.stop()]);
    const until = Date.now() + graceMs;
    while ((this.#running.size > 0 || this.#claiming) && Date.now() < until) await pause(20);
    clearInterval(this.#renewal);
    if (this.#running.size > 0) {
      this.#options.log.warn(
        { tasks: this.#running.size },
        'stopped before these tasks had an outcome; those that had begun will be shown as unknown',
      );
    }
  }

  async #claim(): Promise<void> {
    if (this.#claiming) return;
    this.#claiming = true;
    try {
      while (!this.#stopping) {
        const lanes = this.#takeLanes();
        if (lanes.length === 0) return;
        try {
          const { database, leaseMs } = this.#options;
          const tasks = await claimTasks(database, lanes, leaseMs);
          for (const task of tasks) void this.#carryOut(task);
          // A lane that turned out to be empty left room behind.
          for (const [, , target] of lanes) if (target !== null) this.#targets.release(target);
        } catch (error) {
          this.#options.log.warn({ err: error }, 'tasks cannot be claimed from the database; trying again');
          for (const lane of lanes) this.#waiting.set(nameOf(lane), lane);
          await pause(databasePauseMs);
        }
      }
    } finally {
      this.#claiming = false;
    }
  }

  /** The next lanes to claim, taken out of the waiting ones; those of busy targets are parked on the way. */
  #takeLanes(): LaneTicket[] {
    const room = Math.min(lanesPerClaim, this.#options.concurrency - this.#running.size);
    const taken: LaneTicket[] = [];
    const takenByTarget = new Map<string, number>();
    for (const [name, lane] of this.#waiting) {
      if (taken.length >= room) break;
      this.#waiting.delete(name);
      const target = lane[2];
      if (target !== null) {
        const ahead = takenByTarget.get(target) ?? 0;
        if (!this.#targets.admit(lane as LaneTicket & { 2: string }, ahead)) continue;
        takenByTarget.set(target, ahead + 1);
      }
      taken.push(lane);
    }
    if (this.#waiting.size <= crowded) this.#letIn();
    return taken;
  }

  async #carryOut(task: Task): Promise<void> {
    this.#enter(task);
    try {
      const outcome = await this.#act(task);
      const delayMs = outcome && (await this.#write({ task, outcome }));
      this.#leave(task);
      const lane: LaneTicket = [task.projectId, task.lane, task.targetId];
      if (delayMs === undefined) {
        this.#options.log.warn(
          { task: task.id, outcome: outcome?.state },
          'the lease of this task ran out before its outcome was written; it is shown as unknown or taken again',
        );
      } else if (delayMs > 0) this.#options.tickets.send([lane], delayMs);
      else if (this.#stopping)
        this.#options.tickets.send([lane]); // others may go on with it
      else await this.offer([lane]);
    } catch (error) {
      this.#leave(task);
      this.#options.log.error({ err: error, task: task.id }, 'the outcome of this task could not be written');
    }
  }

  /** @returns undefined when the lease was lost before anything was done. */
  async #act(task: Task): Promise<TaskOutcome | undefined> {
    let begun = false;
    const begin = async () => {
      if (!(await this.#begin.submit(task))) throw new LeaseLost();
      begun = true;
    };
    try {
      return await kindOf(this.#options.kinds, task.kind).run(task, begin);
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      this.#options.log.error(
        { err: error, task: task.id, requestId: task.requestId },
        'a task failed unexpectedly',
      );
      const problem = {
        code: 'internal_error',
        message: 'The server failed while carrying this out; see its log.',
      };
      return { state: begun ? 'unknown' : 'retry', error: problem };
    }
  }

  /** What happened must be written, so a database that is away is waited for; after the lease the sweep has spoken. */
  async #write(finished: Finished): Promise<number | undefined> {
    const until = Date.now() + this.#options.leaseMs;
    for (;;) {
      try {
        return await this.#finish.submit(finished);
      } catch (error) {
        if (Date.now() > until) throw error;
        this.#options.log.warn(
          { err: error, task: finished.task.id },
          'an outcome cannot be written yet; trying again',
        );
        await pause(databasePauseMs);
      }
    }
  }

  #enter(task: Task): void {
    this.#running.add(task);
    if (task.targetId !== null) this.#targets.enter(task.projectId, task.targetId);
  }

  #leave(task: Task): void {
    if (!this.#running.delete(task)) return;
    if (task.targetId !== null) this.#targets.leave(task.projectId, task.targetId);
    void this.#claim();
  }

  async #renew(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      await renewLeases(this.#options.database, [...this.#running], this.#options.leaseMs);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'leases cannot be renewed; trying again');
    }
  }

  #letIn(): void {
    for (const resolve of this.#heldBack.splice(0)) resolve();
  }
}

const nameOf = (lane: LaneTicket): string => lane[0] + lane[1];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
