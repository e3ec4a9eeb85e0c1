import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';

const t = alias(tasks, 't');

const findAnswer = statement({
  name: 'dialog-answered',
  prepared: false,
  params: { projectId: t.projectId, identityId: t.identityId, since: t.createdAt },
  columns: { isAnswered: as(types.boolean, sql`count(*) > 0`) },
  query: ({ projectId, identityId, since }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${projectId} AND ${t.identityId} = ${identityId} AND ${t.kind} = 'message'
        AND ${t.createdAt} >= ${since} AND ${t.payload}->>'author' = 'operator'
      LIMIT 1
    ) AS found`,
});

/** Whether a person has written to a customer since a time. One may do so without taking the dialog. */
export const isAnsweredSince = async (
  database: Queryable,
  given: { projectId: string; identityId: string; since: Date },
): Promise<boolean> => (await findAnswer.one(database, given)).isAnswered;
