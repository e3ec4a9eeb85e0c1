import type { Queryable } from '../../platform/postgres.ts';
import type { Environment, TaskState, Waiter } from '../schema.ts';
import { insertTasks } from './insert.ts';
import type { LaneTicket, TaskError } from './task.ts';

/** A task that has come to an end, as far as somebody who waits for it wants to know. */
export interface Ended {
  projectId: string;
  id: string;
  environment: Environment;
  identityId: string | null;
  requestId: string | null;
  waiter: Waiter | null;
  state: TaskState | 'canceled';
  /** As in `Told`. */
  stage?: 'payment';
  result: unknown;
  error: TaskError | null;
}

/** What the task that tells a waiter says. */
export interface Told {
  id: string;
  call: string;
  /** The task that ended; null where the flow goes on by itself. */
  task: string | null;
  status: 'succeeded' | 'failed' | 'unknown' | 'canceled';
  /** Set when a payment itself has ended, which its job made only the link for. */
  stage?: 'payment';
  result: unknown;
  error: TaskError | null;
}

const toldWithinMs = 24 * 3600_000;

/**
 * Tells those who wait for tasks that ended, by a task in their own lane, in the transaction that ends them. An
 * unknown outcome is told as such; if an owner has it made again, its second end is told too, and whoever no longer
 * waits for it takes no notice.
 */
export async function tellWaiters(tx: Queryable, shard: number, ended: Ended[]): Promise<LaneTicket[]> {
  const told = ended.flatMap((task) => {
    const { waiter, state, stage } = task;
    if (!waiter || state === 'queued' || state === 'running') return [];
    const payload: Told = {
      id: waiter.id,
      call: waiter.call,
      task: task.id,
      status: state,
      ...(stage && { stage }),
      result: task.result ?? null,
      error: task.error,
    };
    return [
      {
        projectId: task.projectId,
        kind: waiter.kind,
        lane: waiter.lane,
        environment: task.environment,
        identityId: task.identityId,
        target: null,
        requestId: task.requestId,
        payload,
        deadlineMs: toldWithinMs,
      },
    ];
  });
  return insertTasks(tx, shard, told);
}
