import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';

/** Money that is on its way: live payments and refunds whose end nobody knows yet. */
const unfinished = `
  SELECT 1 FROM dialog.orders AS o
  WHERE o.project_id = $1 AND o.environment = 'live' AND o.status IN ('created', 'pending', 'unknown')`;
const unfinishedRefunds = `
  SELECT 1 FROM dialog.refunds AS r
  JOIN dialog.orders AS o ON o.project_id = r.project_id AND o.id = r.order_id
  WHERE r.project_id = $1 AND r.environment = 'live' AND r.status IN ('queued', 'running', 'unknown')`;

/**
 * Refuses the deletion of a project while money is on its way. It is asked in the transaction of the deletion, after the
 * project's row was changed: who is about to make an order either did so before, or waits and finds no project.
 * @throws Problem 409 `project_has_payments`
 */
export async function refuseWhilePaymentsAreOpen(tx: Queryable, projectId: string): Promise<void> {
  const { rows } = await tx.query<{ open: boolean }>(
    `SELECT EXISTS (${unfinished}) OR EXISTS (${unfinishedRefunds}) AS open`,
    [projectId],
  );
  if (!rows[0]?.open) return;
  throw new Problem(
    409,
    'project_has_payments',
    'Payments or refunds of this project are not finished. Wait for their end, or settle those that are unknown.',
  );
}

/** Whether money is on its way through a connection, without which nobody could learn of its end. */
export async function hasOpenPayments(
  tx: Queryable,
  projectId: string,
  connectionId: string,
): Promise<boolean> {
  const { rows } = await tx.query<{ open: boolean }>(
    `SELECT EXISTS (${unfinished} AND o.connection_id = $2)
       OR EXISTS (${unfinishedRefunds} AND o.connection_id = $2) AS open`,
    [projectId, connectionId],
  );
  return rows[0]!.open;
}
