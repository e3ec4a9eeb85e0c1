import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import { TaskQueue } from './queue.ts';
import type { TaskError } from './task.ts';

const t = alias(tasks, 't');
const endedAtOnce = 1000;
/** Nobody else changes the counters of a database that is being restored. */
const anyShard = 0;

const endUnfinished = statement({
  name: 'end-restored-tasks',
  prepared: false,
  params: { kinds: listOf(t.kind), state: t.state, error: t.error, most: types.int },
  columns: {
    projectId: t.projectId,
    id: t.id,
    kind: t.kind,
    environment: t.environment,
    identityId: t.identityId,
    requestId: t.requestId,
    payload: t.payload,
    attempts: t.attempts,
  },
  query: (p, columns) => sql`
    UPDATE ${tasks} AS ${t} SET
      ${name(t.state)} = ${p.state},
      ${name(t.error)} = ${p.error},
      ${name(t.finishedAt)} = clock_timestamp(),
      ${name(t.lease)} = NULL,
      ${name(t.leaseUntil)} = NULL
    FROM (
      SELECT ${tasks.projectId}, ${tasks.id} FROM ${tasks}
      WHERE ${tasks.state} IN ('queued', 'running') AND ${tasks.kind} = ANY (${p.kinds})
      ORDER BY ${tasks.seq} LIMIT ${p.most}
    ) AS unfinished
    WHERE ${t.projectId} = unfinished.project_id AND ${t.id} = unfinished.id
    RETURNING ${columns}`,
});

/** A task that was unfinished in a backup. */
export type RestoredTask = ResultOf<typeof endUnfinished>;

/**
 * Ends all unfinished tasks of some kinds, also those that a process of the original was carrying out. Who waits for one is not told:
 * flows stay where they are.
 * @param told is called with some of them at a time
 */
export async function endRestoredTasks(
  tx: Transaction,
  how: { kinds: string[]; state: 'unknown' | 'failed'; error: TaskError },
  told: (ended: RestoredTask[]) => Promise<void>,
): Promise<void> {
  const queue = new TaskQueue(anyShard);
  for (;;) {
    const ended = await endUnfinished.all(tx, { ...how, most: endedAtOnce });
    if (ended.length === 0) return;
    await queue.count(
      tx,
      ended.map(({ projectId }) => projectId),
      -1,
    );
    await told(ended);
  }
}
