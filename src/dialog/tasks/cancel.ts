import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { listOf } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { TaskQueue } from './queue.ts';
import type { LaneTicket, TaskError } from './task.ts';

const t = alias(tasks, 't');

const cancel = statement({
  name: 'tasks-cancel',
  params: { projectId: t.projectId, ids: listOf(t.id), error: t.error },
  columns: {
    id: t.id,
    kind: t.kind,
    environment: t.environment,
    identity_id: t.identityId,
    request_id: t.requestId,
    waiter: t.waiter,
    payload: t.payload,
    cause: t.cause,
  },
  query: (p, columns) => sql`
    WITH queued AS (
      SELECT ${name(tasks.id)} FROM ${tasks}
      WHERE ${tasks.projectId} = ${p.projectId} AND ${tasks.id} = ANY(${p.ids}) AND ${tasks.state} = 'queued'
      FOR UPDATE SKIP LOCKED
    )
    UPDATE ${tasks} AS ${t}
    SET ${name(t.state)} = 'failed', ${name(t.error)} = ${p.error}, ${name(t.finishedAt)} = clock_timestamp()
    FROM queued AS q
    WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = q.id AND ${t.state} = 'queued'
    RETURNING ${columns}`,
});

/** A task that was canceled before it began. */
export type CanceledTask = ResultOf<typeof cancel>;

/**
 * Ends queued tasks as failed. Tasks that are running, are being claimed now, or have ended stay as they are, so this never
 * waits for another transaction. Waiters are notified. The caller writes the audit entries.
 * @param ids of tasks of one project
 * @returns the ended tasks, and the lanes that got work through this
 */
export async function cancelQueued(
  tx: Transaction,
  queue: TaskQueue,
  projectId: string,
  ids: string[],
  error: TaskError,
): Promise<{ tasks: CanceledTask[]; wake: LaneTicket[] }> {
  if (ids.length === 0) return { tasks: [], wake: [] };
  const rows = await cancel.all(tx, { projectId, ids, error });
  await queue.count(
    tx,
    rows.map(() => projectId),
    -1,
  );
  const wake = await queue.tell(
    tx,
    rows.map(({ id, environment, identity_id, request_id, waiter }) => ({
      ...{ projectId, id, environment, waiter, error },
      identityId: identity_id,
      requestId: request_id,
      state: 'failed' as const,
      result: null,
    })),
  );
  return { tasks: rows, wake };
}
