import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { orderLanes } from './orders.ts';
import { reconcileTask } from './reconcile.ts';
import { orders } from './schema.ts';

const wokenAtOnce = 200;
/** If the task has not run by then, the order becomes due again. */
const patienceMs = 120_000;

const o = alias(orders, 'o');
const d = alias(orders, 'd');
const due = alias(orders, 'due');
const t = alias(tasks, 't');

const takeDue = statement({
  name: 'orders-due',
  columns: {
    projectId: o.projectId,
    id: o.id,
    environment: o.environment,
    identityId: o.identityId,
    connectionId: o.connectionId,
    requestId: o.requestId,
  },
  query: (_, columns) => sql`
    UPDATE ${orders} AS ${o}
    SET ${name(o.nextCheckAt)} = now() + make_interval(secs => ${patienceMs / 1000})
    FROM (
      SELECT ${d.projectId}, ${d.id} FROM ${orders} AS ${d} WHERE ${d.nextCheckAt} <= now()
        AND NOT EXISTS (
          SELECT 1 FROM ${tasks} AS ${t}
          WHERE ${t.projectId} = ${d.projectId} AND ${t.lane} = ${orderLanes.prefix} || ${d.id} AND ${t.state} = 'queued'
            AND ${t.kind} = 'reconcile')
      ORDER BY ${d.nextCheckAt} LIMIT ${wokenAtOnce} FOR UPDATE SKIP LOCKED
    ) AS ${due}
    WHERE ${o.projectId} = ${due.projectId} AND ${o.id} = ${due.id}
    RETURNING ${columns}`,
});

/** When the first order is due. */
export const firstOrderDue = sql`(SELECT min(${orders.nextCheckAt}) FROM ${orders})`;

/**
 * Queues the reconciliation of due orders: open ones, at growing intervals, and those with a notification. An order with a
 * waiting reconciliation gets no second one.
 * @returns the lanes with work, and whether there may be more
 */
export async function wakeOrders(
  database: Database,
  queue: TaskQueue,
): Promise<{ lanes: LaneTicket[]; more: boolean }> {
  return database.transaction(async (tx) => {
    const rows = await takeDue.all(tx);
    const lanes = await queue.add(
      tx,
      rows.map(({ projectId, id, environment, identityId, connectionId, requestId }) => ({
        projectId,
        task: reconcileTask.task({
          payload: { order: id },
          ...{ identityId, environment },
          target: connectionId ? { id: connectionId } : null,
        }),
        requestId,
        deadlineMs: patienceMs,
      })),
    );
    return { lanes, more: rows.length === wokenAtOnce };
  });
}
