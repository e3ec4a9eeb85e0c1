import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import { deliveryOf, errorOf, finishedAtOf, readAtOf } from './from-task.ts';
import { conversationMessages } from './schema.ts';

const t = alias(tasks, 't');
const m = alias(conversationMessages, 'm');

/** Reads what became of a message to a customer: from its task, or from the record after the task was deleted. */
export const findSent = statement({
  name: 'message-sent',
  params: { projectId: t.projectId, id: orNull(t.id) },
  columns: {
    identityId: as(m.identityId, sql`identity_id`),
    environment: as(m.environment, sql`environment`),
    delivery: as(m.delivery, sql`delivery`),
    error: as(orNull(m.error), sql`error`),
    createdAt: as(m.createdAt, sql`created_at`),
    finishedAt: as(orNull(types.instant), sql`finished_at`),
    readAt: as(orNull(types.instant), sql`read_at`),
  },
  query: ({ projectId, id }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${t.identityId}, ${t.environment}, ${deliveryOf(t)} AS delivery, ${errorOf(t)} AS error, ${t.createdAt},
        ${finishedAtOf(t)} AS finished_at, ${readAtOf(t)} AS read_at
      FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id} AND ${t.kind} = 'message'
      UNION ALL
      SELECT ${m.identityId}, ${m.environment}, ${m.delivery}, ${m.error}, ${m.createdAt}, ${m.finishedAt}, ${m.readAt}
      FROM ${conversationMessages} AS ${m}
      WHERE ${m.projectId} = ${projectId} AND ${m.id} = ${id} AND ${m.direction} = 'out'
    ) AS either LIMIT 1`,
});
