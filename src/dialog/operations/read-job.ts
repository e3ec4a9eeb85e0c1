import { sql } from 'drizzle-orm';
import { alias, uuid } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, asText, outer } from '../../platform/sql-expressions.ts';
import { jsonOf, listOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import type { HeardAnswer } from '../connections/heard-answer.ts';
import { dialog, tasks } from '../schema.ts';
import { operationRevisions } from './schema.ts';

/** Payments are on a higher floor. All that is known of an order here is that its id is that of its job. */
const orders = dialog.table('orders', { projectId: uuid('project_id').notNull(), id: uuid('id').notNull() });

const t = alias(tasks, 't');
const r = alias(operationRevisions, 'r');
const o = alias(orders, 'o');

/** Reads a job of a project, with its operation and the order that it made. */
export const readJob = statement({
  name: 'job',
  params: { projectId: t.projectId, id: orNull(t.id) },
  columns: {
    slug: r.slug,
    environment: t.environment,
    state: t.state,
    payload: asText(t.payload),
    identityId: t.identityId,
    waiter: t.waiter,
    sent: t.sent,
    answer: as(orNull(jsonOf<HeardAnswer>()), t.answer),
    attempts: t.attempts,
    dueAt: t.dueAt,
    progress: t.progress,
    result: t.result,
    error: t.error,
    orderId: outer(o.id),
    createdAt: t.createdAt,
    startedAt: t.startedAt,
    finishedAt: t.finishedAt,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    JOIN ${operationRevisions} AS ${r}
      ON ${r.projectId} = ${t.projectId} AND ${r.id} = (${t.payload} ->> 'revision')::uuid
    LEFT JOIN ${orders} AS ${o} ON ${o.projectId} = ${t.projectId} AND ${o.id} = ${t.id}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ${p.id} AND ${t.kind} = 'job'`,
});

const answersOfJobs = statement({
  name: 'jobs-answers',
  params: { projectId: t.projectId, ids: listOf(t.id) },
  columns: { id: t.id, answer: as(jsonOf<HeardAnswer>(), t.answer) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ANY (${p.ids})
      AND ${t.state} IN ('failed', 'unknown') AND ${t.answer} IS NOT NULL`,
});

/** What other systems answered to those of these jobs that have not succeeded, by internal id of the job. */
export async function readAnswers(
  on: Queryable,
  projectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeardAnswer>> {
  if (ids.length === 0) return new Map();
  const rows = await answersOfJobs.all(on, { projectId, ids });
  return new Map(rows.map(({ id, answer }) => [id, answer]));
}

const countOpen = statement({
  name: 'jobs-open',
  prepared: false,
  params: { projectId: t.projectId, ids: listOf(t.id) },
  columns: { open: as(types.bigint, sql`count(*)`) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.id} = ANY (${p.ids}) AND ${t.state} NOT IN ('succeeded', 'failed')`,
});

/** Whether it is known of each of these jobs what became of it. */
export async function areSettled(on: Queryable, projectId: string, ids: readonly string[]): Promise<boolean> {
  return ids.length === 0 || (await countOpen.one(on, { projectId, ids })).open === 0;
}

export type JobRow = ResultOf<typeof readJob>;
