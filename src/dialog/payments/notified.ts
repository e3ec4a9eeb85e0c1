import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { as, name, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { connections } from '../connections/schema.ts';
import type { Notified } from '../providers/kind.ts';
import { projects } from '../schema.ts';
import { orders } from './schema.ts';

/** A notification as a kind of provider has read it. */
export interface Reading extends Notified {
  kind: string;
}

const c = alias(connections, 'c');
const p = alias(projects, 'p');
const o = alias(orders, 'o');
const readings = rowsOf('n', {
  kind: c.kind,
  objectId: types.text,
  paymentId: types.text,
  orderId: orNull(types.uuid),
});
const { at: n } = readings;

const wake = statement({
  name: 'payment-notified',
  params: { connectionId: c.id, readings },
  columns: { orders: as(types.int, sql`(SELECT count(*)::int FROM woken)`) },
  query: (given, columns) => sql`
    WITH called AS (
      SELECT ${c.projectId}, ${c.id}, ${n.objectId} AS object_id, ${n.paymentId} AS payment_id,
        ${n.orderId} AS order_id
      FROM ${connections} AS ${c}
      JOIN ${given.readings} ON ${n.kind} = ${c.kind}
      JOIN ${projects} AS ${p} ON ${p.id} = ${c.projectId} AND ${p.deletedAt} IS NULL
      WHERE ${c.id} = ${given.connectionId}
    ), woken AS (
      UPDATE ${orders} AS ${o}
      SET ${name(o.nextCheckAt)} = clock_timestamp(), ${name(o.checks)} = 0,
        ${name(o.otherPaymentId)} =
          CASE WHEN ${o.paymentId} <> c.payment_id THEN c.payment_id ELSE ${o.otherPaymentId} END
      FROM called AS ${c}
      WHERE ${o.projectId} = ${c.projectId} AND ${o.connectionId} = ${c.id}
        AND (${o.paymentId} IN (c.object_id, c.payment_id) OR ${o.id} = c.order_id)
      RETURNING ${o.id}
    )
    SELECT ${columns} FROM called`,
});

/**
 * Makes the orders in a notification due for reconciliation.
 * @returns how many there are; undefined if there is no such connection
 */
export function wakeNamed(
  database: Database,
  connectionId: string,
  given: Reading[],
): Promise<{ orders: number } | undefined> {
  return wake.first(database, {
    connectionId,
    readings: given.map(({ orderId, ...reading }) => ({
      ...reading,
      orderId: (orderId === null ? undefined : readId('order', orderId)) ?? null,
    })),
  });
}
