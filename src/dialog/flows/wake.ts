import type { Database, Queryable } from '../../platform/postgres.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';

const wokenAtOnce = 500;
/** A turn caused by a timer does not expire. In milliseconds. */
const wakeDeadlineMs = 24 * 3600_000;

/** A dialog or a run that is due, and the task that wakes it. */
export type DueFlow = Pick<QueuedTask, 'projectId' | 'task'>;

/**
 * Wakes due dialogs and runs, each by a task in its own lane. The wake time is cleared in the same transaction, so that any
 * number of processes wake each of them once.
 * @param kinds each clears the wake time of at most `most` due rows, skips rows that others hold, and returns the tasks
 * @returns the lanes with work, and whether there may be more
 */
export async function wakeFlows(
  database: Database,
  queue: TaskQueue,
  kinds: readonly ((tx: Queryable, most: number) => Promise<DueFlow[]>)[],
): Promise<{ lanes: LaneTicket[]; more: boolean }> {
  return database.transaction(async (tx) => {
    const due: DueFlow[][] = [];
    for (const take of kinds) due.push(await take(tx, wokenAtOnce));
    const lanes = await queue.add(
      tx,
      due.flat().map((flow) => ({ ...flow, requestId: null, deadlineMs: wakeDeadlineMs })),
    );
    return { lanes, more: due.some((some) => some.length === wokenAtOnce) };
  });
}
