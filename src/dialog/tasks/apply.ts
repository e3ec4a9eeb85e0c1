import type { Logger } from 'pino';
import { FairBatcher } from '../../platform/fair-batcher.ts';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { LeaseLost } from './claim.ts';
import { type Finished, finishTasks, type Written } from './finish.ts';
import { type InnerKind, kindOf, namesOf, type TaskKinds } from './kinds.ts';
import { Outbox } from './outbox.ts';
import { untilNotOvertaken } from './overtaken.ts';
import type { TaskQueue } from './queue.ts';
import { surprise } from './surprise.ts';
import type { Task, TaskError } from './task.ts';

export interface ApplyOptions {
  database: Database;
  kinds: TaskKinds;
  log: Logger;
  queue: TaskQueue;
  /** Writes the outcome of a task that could not be applied. @returns undefined if the lease was lost */
  write(finished: Finished): Promise<Written | undefined>;
}

/** Tasks in one transaction: enough to share its commit, few enough to keep its locks short. */
const appliedAtOnce = 50;
/** Transactions at once: one of each project, while others wait; a lone project may have both, and others add one then. */
const maxParallel = 2;
/** Attempts of an inner task that throws, before it fails. Without a limit it would block its lane for ever. */
const innerAttempts = 5;
/**
 * Attempts of an inner task before it fails without being applied again. It is more than `innerAttempts`: what makes the
 * difference are attempts without an outcome, and a task also loses one when another task ends the process of both.
 */
const mostAttempts = 20;

/**
 * Runs inner tasks, several of them in one transaction. These belong to one project, so that no project waits for the turns
 * and locks of another; and to one kind, since each kind takes its locks in its own order.
 */
export class InnerTasks {
  readonly #options: ApplyOptions;
  readonly #batches: FairBatcher<Task, Written | undefined>;

  constructor(options: ApplyOptions) {
    this.#options = options;
    this.#batches = new FairBatcher((tasks) => this.#apply(tasks), {
      maxItems: appliedAtOnce,
      maxParallel,
      // The turns of one project may wait for a lock. A connection must stay free for all others.
      lends: options.database.most > maxParallel + 1,
      ownerOf: (task) => task.projectId,
      sortOf: (task) => task.kind,
    });
  }

  /** @returns undefined if the lease was lost; then nothing was done */
  apply(task: Task): Promise<Written | undefined> {
    if (task.attempts > mostAttempts) return this.#giveUp(task);
    return this.#batches.submit(task);
  }

  /** When the shared transaction fails, each task gets a transaction of its own. */
  async #apply(tasks: Task[]): Promise<(Written | undefined)[]> {
    const together = () => this.#applyTogether(tasks);
    try {
      return await (tasks.length === 1 ? untilNotOvertaken(together) : together());
    } catch (error) {
      if (tasks.length === 1) return [await this.#failed(tasks[0]!, error)];
    }
    const written: (Written | undefined)[] = [];
    for (const task of tasks) written.push(...(await this.#apply([task])));
    return written;
  }

  #applyTogether(tasks: Task[]): Promise<(Written | undefined)[]> {
    const { database, kinds, queue } = this.#options;
    return database.transaction(async (tx) => {
      const outbox = new Outbox();
      const outcomes = await (kindOf(kinds, tasks[0]!.kind) as InnerKind).apply(tx, tasks, outbox);
      const finished = tasks.map((task, i) => ({ task, outcome: outcomes[i]! }));
      const written = await finishTasks(tx, kinds, queue, finished, outbox);
      // Another worker may have applied the task whose lease was lost.
      if (written.includes(undefined)) throw new LeaseLost();
      return written;
    });
  }

  /** Fails a task without applying it. */
  #giveUp(task: Task): Promise<Written | undefined> {
    const { kinds, log } = this.#options;
    log.error(
      {
        ...{ task: task.id, kind: task.kind, ids: namesOf(kinds, [task]) },
        ...{ project: showId('project', task.projectId), requestId: task.requestId, attempts: mostAttempts },
      },
      'this task was begun too often without an outcome; it has failed, so that it ends no more processes',
    );
    return this.#options.write({ task, outcome: { state: 'failed', error: processKeptDying } });
  }

  async #failed(task: Task, error: unknown): Promise<Written | undefined> {
    if (error instanceof LeaseLost) return undefined;
    const state = task.attempts < innerAttempts ? 'retry' : 'failed';
    return this.#options.write({ task, outcome: surprise(this.#options.log, task, error, state) });
  }
}

const processKeptDying: TaskError = {
  code: 'attempts_lost',
  message:
    `This was begun ${mostAttempts} times without an outcome, because the process stopped or lost the database. Nothing of it ` +
    'was done, and it is not tried again; the log of the server may show why the process stopped.',
};
