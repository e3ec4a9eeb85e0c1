import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { orders, refunds } from './schema.ts';

const o = alias(orders, 'o');
const r = alias(refunds, 'r');

/** Money in transit: live payments and refunds that have not ended. */
const isOpen = (projectId: SQL, more = sql``) => sql`
  EXISTS (
    SELECT 1 FROM ${orders} AS ${o}
    WHERE ${o.projectId} = ${projectId} AND ${o.environment} = 'live'
      AND ${o.status} IN ('created', 'pending', 'unknown') ${more}
  ) OR EXISTS (
    SELECT 1 FROM ${refunds} AS ${r}
    JOIN ${orders} AS ${o} ON ${o.projectId} = ${r.projectId} AND ${o.id} = ${r.orderId}
    WHERE ${r.projectId} = ${projectId} AND ${r.environment} = 'live'
      AND ${r.status} IN ('queued', 'running', 'unknown') ${more}
  )`;

const openOfProject = statement({
  name: 'payments-open',
  prepared: false,
  params: { projectId: o.projectId },
  columns: (p) => ({ open: as(types.boolean, isOpen(p.projectId)) }),
  query: (_, columns) => sql`SELECT ${columns}`,
});

const openOfConnection = statement({
  name: 'payments-open-of-connection',
  prepared: false,
  params: { projectId: o.projectId, connectionId: types.uuid },
  columns: (p) => ({
    open: as(types.boolean, isOpen(p.projectId, sql`AND ${o.connectionId} = ${p.connectionId}`)),
  }),
  query: (_, columns) => sql`SELECT ${columns}`,
});

/**
 * Refuses the deletion of a project with open payments. Call it in the transaction of the deletion, after the project's row was
 * changed: a transaction that makes an order has either committed by then, or waits and finds no project.
 * @throws Problem 409 `project_has_payments`
 */
export async function refuseWhilePaymentsAreOpen(tx: Queryable, projectId: string): Promise<void> {
  if (!(await openOfProject.one(tx, { projectId })).open) return;
  throw new Problem(
    409,
    'project_has_payments',
    'Payments or refunds of this project are not finished. Wait for their end, or settle those that are unknown.',
  );
}

/** Whether a connection has open payments; without the connection their end could not be found out. */
export async function hasOpenPayments(
  tx: Queryable,
  projectId: string,
  connectionId: string,
): Promise<boolean> {
  return (await openOfConnection.one(tx, { projectId, connectionId })).open;
}
