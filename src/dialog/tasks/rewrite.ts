import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';

const t = alias(tasks, 't');

const find = statement({
  name: 'task-ended',
  prepared: false,
  params: { projectId: t.projectId, id: t.id, kind: t.kind },
  columns: {
    kind: t.kind,
    identityId: t.identityId,
    environment: t.environment,
    requestId: t.requestId,
    state: t.state,
    payload: t.payload,
    result: t.result,
    finishedAt: t.finishedAt,
  },
  query: ({ projectId, id, kind }, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id} AND ${t.kind} = ${kind}`,
});

/** A task of a kind as it stands; undefined if there is none, or it is no longer kept. */
export const findTask = (
  database: Queryable,
  given: { projectId: string; id: string; kind: string },
): Promise<ResultOf<typeof find> | undefined> => find.first(database, given);

const rewrite = statement({
  name: 'task-rewrite',
  prepared: false,
  params: { projectId: t.projectId, id: t.id, payload: types.jsonText },
  query: ({ projectId, id, payload }) => sql`
    UPDATE ${tasks} AS ${t} SET ${name(t.payload)} = ${payload}
    WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id} AND ${t.state} = 'succeeded'`,
});

/** Gives a task that has succeeded another payload, for those who read on what it was about. */
export const rewriteTask = async (
  tx: Queryable,
  { projectId, id, payload }: { projectId: string; id: string; payload: object },
): Promise<void> => void (await rewrite.run(tx, { projectId, id, payload: JSON.stringify(payload) }));
