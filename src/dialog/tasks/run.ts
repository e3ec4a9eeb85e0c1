import type { Logger } from 'pino';
import { Batcher } from '../../platform/batcher.ts';
import type { Counter } from '../../platform/metrics.ts';
import { type Database, sqlState } from '../../platform/postgres.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { claimTasks, LeaseLost, markBegun, renewLeases } from './claim.ts';
import { type Finished, finishTasks, type Written, writeOutcomes } from './finish.ts';
import { type InnerKind, kindOf, type OuterKind, Overtaken, type TaskKinds } from './kinds.ts';
import { type TargetLimits, Targets } from './targets.ts';
import type { LaneTicket, Task, TaskOutcome } from './task.ts';

export interface RunnerOptions {
  database: Database;
  tickets: Tickets<LaneTicket>;
  kinds: TaskKinds;
  /** Counts what became of attempts. */
  outcomes: Counter;
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
/** Inner tasks that share a transaction: enough to share its commit, few enough to hold its locks shortly. */
const appliedAtOnce = { maxItems: 50, maxParallel: 2 };
/** How often an inner task that throws is tried, before it has failed: what throws every time must not block its lane. */
const innerAttempts = 5;
/** How often in a row an inner task begins anew because others were quicker, before it waits like one that failed. */
const overtakenAtMost = 5;

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
  readonly #finish: Batcher<Finished, Written | undefined>;
  readonly #apply: Batcher<Task, Written | undefined>;
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
    this.#apply = new Batcher((tasks) => this.#applySome(tasks), appliedAtOnce);
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
      const written = await this.#outcomeOf(task);
      this.#leave(task);
      const lane: LaneTicket = [task.projectId, task.lane, task.targetId];
      if (written === undefined) {
        this.#options.log.warn(
          { task: task.id },
          'the lease of this task ran out before its outcome was written; it is shown as unknown or taken again',
        );
        return;
      }
      const { state, delayMs, wake } = written;
      this.#options.outcomes.add({ kind: task.kind, outcome: state === 'queued' ? 'retried' : state });
      if (delayMs > 0) this.#options.tickets.send([lane], delayMs);
      const next = delayMs > 0 ? wake : [lane, ...wake];
      if (this.#stopping)
        this.#options.tickets.send(next); // others may go on with them
      else await this.offer(next);
    } catch (error) {
      this.#leave(task);
      this.#options.log.error({ err: error, task: task.id }, 'the outcome of this task could not be written');
    }
  }

  /** @returns undefined when the lease was lost, so that nothing was done or nothing was written. */
  async #outcomeOf(task: Task): Promise<Written | undefined> {
    let kind: OuterKind | InnerKind;
    try {
      kind = kindOf(this.#options.kinds, task.kind);
    } catch (error) {
      return this.#write({ task, outcome: this.#surprise(task, error, 'retry') });
    }
    if ('apply' in kind) return this.#apply.submit(task);
    const outcome = await this.#act(kind, task);
    return outcome && this.#write({ task, outcome });
  }

  /** @returns undefined when the lease was lost before anything was done. */
  async #act(kind: OuterKind, task: Task): Promise<TaskOutcome | undefined> {
    let begun = false;
    const begin = async () => {
      if (!(await this.#begin.submit(task))) throw new LeaseLost();
      begun = true;
    };
    try {
      return await kind.run(task, begin);
    } catch (error) {
      if (error instanceof LeaseLost) return undefined;
      return this.#surprise(task, error, begun ? 'unknown' : 'retry');
    }
  }

  #surprise(task: Task, error: unknown, state: 'unknown' | 'retry' | 'failed'): TaskOutcome {
    this.#options.log.error(
      { err: error, task: task.id, requestId: task.requestId },
      'a task failed unexpectedly',
    );
    const message = 'The server failed while carrying this out; see its log.';
    return { state, error: { code: 'internal_error', message } };
  }

  /** Kinds do not share a transaction: each takes its locks in an order of its own, and two in a row would mix them. */
  async #applySome(tasks: Task[]): Promise<(Written | undefined)[]> {
    const written = new Map<Task, Written | undefined>();
    for (const name of new Set(tasks.map((task) => task.kind))) {
      const some = tasks.filter((task) => task.kind === name);
      for (const [i, each] of (await this.#applyKind(some)).entries()) written.set(some[i]!, each);
    }
    return tasks.map((task) => written.get(task));
  }

  /** Inner tasks of a kind share a transaction; when it fails, each gets one of its own. */
  async #applyKind(tasks: Task[], again = overtakenAtMost): Promise<(Written | undefined)[]> {
    try {
      return await this.#applyTogether(tasks);
    } catch (error) {
      if (tasks.length === 1) {
        if (again > 0 && wasOvertaken(error)) return this.#applyKind(tasks, again - 1);
        return [await this.#applyFailed(tasks[0]!, error)];
      }
    }
    const written: (Written | undefined)[] = [];
    for (const task of tasks) written.push(...(await this.#applyKind([task])));
    return written;
  }

  #applyTogether(tasks: Task[]): Promise<(Written | undefined)[]> {
    const { database, kinds, shard } = this.#options;
    return database.transaction(async (tx) => {
      const outcomes = await (kindOf(kinds, tasks[0]!.kind) as InnerKind).apply(tx, tasks);
      const finished = tasks.map((task, i) => ({ task, outcome: outcomes[i]! }));
      const written = await writeOutcomes(tx, kinds, shard, finished);
      // What was applied under a lost lease may have been applied by somebody else as well.
      if (written.includes(undefined)) throw new LeaseLost();
      return written;
    });
  }

  async #applyFailed(task: Task, error: unknown): Promise<Written | undefined> {
    if (error instanceof LeaseLost) return undefined;
    const state = task.attempts < innerAttempts ? 'retry' : 'failed';
    return this.#write({ task, outcome: this.#surprise(task, error, state) });
  }

  /** What happened must be written, so a database that is away is waited for; after the lease the sweep has spoken. */
  async #write(finished: Finished): Promise<Written | undefined> {
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

/** A deadlock is the same thing, told by the database: both had to wait, and this one was chosen to begin anew. */
const wasOvertaken = (error: unknown) => error instanceof Overtaken || sqlState(error) === '40P01';

const nameOf = (lane: LaneTicket): string => lane[0] + lane[1];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
