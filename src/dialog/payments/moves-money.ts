import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import { orders } from './schema.ts';

const o = alias(orders, 'o');

/** The condition for a row of `tasks` that takes or gives back money: a refund, or the job of an order, whose id is that of the order. */
export const movesMoney: SQL = sql`(${tasks.kind} = 'refund' OR ${tasks.kind} = 'job' AND EXISTS (
  SELECT FROM ${orders} AS ${o} WHERE ${o.projectId} = ${tasks.projectId} AND ${o.id} = ${tasks.id}))`;

/** Whether a task takes or gives back money; false for one that does not exist. */
export const isOfMoney = statement({
  name: 'task-of-money',
  params: { projectId: tasks.projectId, id: tasks.id },
  columns: { isOfMoney: as(types.boolean, sql`true`) },
  prepared: false,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks}
    WHERE ${tasks.projectId} = ${p.projectId} AND ${tasks.id} = ${p.id} AND ${movesMoney}`,
});
