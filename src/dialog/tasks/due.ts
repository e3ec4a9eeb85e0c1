import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { tasks } from '../schema.ts';
import type { LaneTicket } from './task.ts';

/** For features whose owners want waiting work to run at once, or ended work to run again. */

type Orm = Pick<Transaction, 'orm'>;

/**
 * Makes the queued tasks of a kind for one target due now, whatever they waited for.
 * @param targetId a channel, a connection or a subscription
 * @returns their lanes, to wake when the transaction has committed
 */
export async function makeDue(
  { orm }: Orm,
  projectId: string,
  targetId: string,
  kind: string,
): Promise<LaneTicket[]> {
  const rows = await orm
    .update(tasks)
    .set({ dueAt: sql`now()` })
    .where(
      and(
        eq(tasks.projectId, projectId),
        eq(tasks.targetId, targetId),
        eq(tasks.kind, kind),
        eq(tasks.state, 'queued'),
      ),
    )
    .returning({ lane: tasks.lane, origin: tasks.origin });
  return rows.map(({ lane, origin }) => [projectId, lane, targetId, origin]);
}

/**
 * Queues a task again as if it had just been accepted, due now. The caller holds its row and knows that it does not run. If
 * it had ended, the caller must count it as unfinished again (`TaskQueue.count`).
 */
export async function queueAgain(
  { orm }: Orm,
  projectId: string,
  id: string,
  deadlineMs: number,
): Promise<void> {
  await orm
    .update(tasks)
    .set({
      ...{ state: 'queued', progress: null, error: null, result: null, answer: null, finishedAt: null },
      dueAt: sql`now()`,
      deadlineAt: sql`now() + make_interval(secs => ${deadlineMs}::bigint / 1000.0)`,
    })
    .where(and(eq(tasks.projectId, projectId), eq(tasks.id, id)));
}
