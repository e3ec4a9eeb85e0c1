import type { Database } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { laneOf } from './orders.ts';
import type { ReconcilePayload } from './reconcile.ts';

const wokenAtOnce = 200;
/** If nobody gets to it by then, it is asked for again. */
const patienceMs = 120_000;

/**
 * Has the orders reconciled whose time has come: those that are open, at growing intervals, and those of which the
 * provider has sent word. An order whose turn is still waiting in the queue gets no second one.
 * @returns the lanes with work, and whether there may be more
 */
export async function wakeOrders(
  database: Database,
  shard: number,
): Promise<{ lanes: LaneTicket[]; more: boolean }> {
  return database.transaction(async (tx) => {
    const { rows } = await tx.query<{
      project_id: string;
      id: string;
      environment: Environment;
      identity_id: string;
      connection_id: string | null;
      request_id: string | null;
    }>(
      `UPDATE dialog.orders AS o
       SET next_check_at = clock_timestamp() + make_interval(secs => ${patienceMs / 1000})
       FROM (
         SELECT project_id, id FROM dialog.orders AS d WHERE next_check_at <= clock_timestamp()
           AND NOT EXISTS (
             SELECT 1 FROM dialog.tasks AS t
             WHERE t.project_id = d.project_id AND t.lane = 'order:' || d.id AND t.state = 'queued'
               AND t.kind = 'reconcile')
         ORDER BY next_check_at LIMIT ${wokenAtOnce} FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE o.project_id = due.project_id AND o.id = due.id
       RETURNING o.project_id, o.id, o.environment, o.identity_id, o.connection_id, o.request_id`,
    );
    const lanes = await insertTasks(
      tx,
      shard,
      rows.map((row) => ({
        projectId: row.project_id,
        kind: 'reconcile',
        lane: laneOf(row.id),
        environment: row.environment,
        identityId: row.identity_id,
        target: row.connection_id ? { id: row.connection_id } : null,
        requestId: row.request_id,
        payload: { order: row.id } satisfies ReconcilePayload,
        deadlineMs: patienceMs,
      })),
    );
    return { lanes, more: rows.length === wokenAtOnce };
  });
}
