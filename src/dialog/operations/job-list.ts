import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { maxId, noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { searchOf, statement } from '../../platform/statement.ts';
import { connections } from '../connections/schema.ts';
import { cursorPage, pageById, rangeFields, rangeOf } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { cursorPageOf, environment, fault, moment, named } from '../http/shapes.ts';
import { type TaskState, tasks } from '../schema.ts';
import { operationRevisions } from './schema.ts';

/** The list of a project's jobs, for clients and for owners. */

const states = ['queued', 'running', 'succeeded', 'failed', 'unknown'] as const satisfies TaskState[];

/** The filters of a list of jobs. They can be combined. */
export const jobFilters = z.object({
  operation_id: text({ max: 63 }).optional().describe('The name of the operation.'),
  connection: text({ max: 63 }).optional().describe('The name of the connection that its operation used.'),
  environment: literal(['sandbox', 'live']).optional(),
  status: literal(states).optional(),
  identity_id: text().optional().describe('`idn_…`. An unknown one has no jobs.'),
  ...rangeFields('job'),
});

type JobFilters = z.output<typeof jobFilters>;

export const jobSummary = named(
  'JobSummary',
  z.object({
    job_id: z.string(),
    operation_id: z.string(),
    environment,
    status: z.enum(states),
    error: fault.nullable(),
    identity_id: z.string().nullable(),
    created_at: moment,
    started_at: moment.nullable(),
    finished_at: moment.nullable(),
  }),
  {
    job_id: 'job_01m7w9ass2fdft80zaf5at9rfj',
    operation_id: 'order',
    environment: 'live',
    status: 'failed',
    error: { code: 'timeout', message: 'No answer within 15 s.' },
    identity_id: null,
    created_at: '2026-11-20T11:04:09.118Z',
    started_at: '2026-11-20T11:04:09.131Z',
    finished_at: '2026-11-20T11:04:24.140Z',
  },
);

export const jobPage = cursorPageOf(jobSummary, 'At most 100, newest first.', 'JobPage');

const t = alias(tasks, 't');
const r = alias(operationRevisions, 'r');
const c = alias(connections, 'c');

const columns = {
  id: t.id,
  operation: r.slug,
  environment: t.environment,
  state: t.state,
  error: t.error,
  identityId: t.identityId,
  createdAt: t.createdAt,
  startedAt: t.startedAt,
  finishedAt: t.finishedAt,
};

/** A page of jobs, newest first. */
export async function readJobs(
  database: Queryable,
  projectId: string,
  filters: JobFilters,
): Promise<z.output<typeof jobPage>> {
  return pageById('job', await jobsBy(projectId, filters).all(database), presentJob);
}

type Row = Awaited<ReturnType<ReturnType<typeof jobsBy>['all']>>[number];

const presentJob = ({
  id,
  operation,
  state,
  identityId,
  createdAt,
  ...row
}: Row): z.output<typeof jobSummary> => ({
  job_id: showId('job', id),
  operation_id: operation,
  environment: row.environment,
  status: state,
  error: row.error,
  identity_id: identityId && showId('identity', identityId),
  created_at: createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  finished_at: row.finishedAt?.toISOString() ?? null,
});

const revision = sql`(${t.payload} ->> 'revision')`;
const found = sql.join(
  [t.id, t.environment, t.state, t.error, t.identityId, t.createdAt, t.startedAt, t.finishedAt, t.payload],
  sql`, `,
);
const stateList = sql`unnest(ARRAY[${sql.raw(states.map((state) => `'${state}'`).join())}]) AS w (state)`;

const findOfCustomer = statement({
  name: 'jobs-of-customer',
  prepared: false,
  params: { projectId: t.projectId, identityIds: listOf(t.identityId), before: t.id, most: types.int },
  columns,
  query: (given, list) => sql`
    SELECT ${list} FROM (
      SELECT ${t}.* FROM unnest(${given.identityIds}) AS account (id) CROSS JOIN ${stateList} CROSS JOIN LATERAL (
        SELECT ${found} FROM ${tasks} AS ${t}
        WHERE ${t.projectId} = ${given.projectId} AND ${t.identityId} = account.id AND ${t.kind} = 'job' AND ${t.state} = w.state
          AND ${t.id} < ${given.before}
        ORDER BY ${t.id} DESC LIMIT ${given.most}
      ) AS ${t}
      ORDER BY ${t.id} DESC LIMIT ${given.most}
    ) AS ${t}
    JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${given.projectId} AND ${r.id} = ${revision}::uuid
    ORDER BY ${t.id} DESC`,
});

/** The jobs for some accounts, newest first. @param before the stored id of the last job of the page before */
export async function jobsOf(
  database: Queryable,
  projectId: string,
  identityIds: readonly string[],
  { before = maxId, most }: { before?: string | undefined; most: number },
): Promise<z.output<typeof jobSummary>[]> {
  return (await findOfCustomer.all(database, { projectId, identityIds, before, most })).map(presentJob);
}

/**
 * The search for a page of jobs, and one more if there are more. It takes the newest of each range of an index, and of these the
 * newest: a job is found by its state, by the revision of its operation and its state, or by its customer.
 */
export function jobsBy(projectId: string, filters: JobFilters) {
  const { operation_id: operation, connection, status, identity_id: identity } = filters;
  const wanted = status === undefined ? states : [status];
  const ofOperation: SQL[] = [eq(r.projectId, projectId)];
  if (operation !== undefined) ofOperation.push(eq(r.slug, operation));
  if (connection !== undefined) {
    ofOperation.push(sql`${r.connectionId} = (SELECT ${c.id} FROM ${connections} AS ${c}
      WHERE ${c.projectId} = ${projectId} AND ${c.slug} = ${connection})`);
  }
  const isNarrowed = ofOperation.length > 1;
  const revisions = sql`SELECT ${r.id}::text AS revision FROM ${operationRevisions} AS ${r} WHERE ${and(...ofOperation)}`;
  const ranges = [sql`unnest(ARRAY[${sql.join(wanted, sql`, `)}]::text[]) AS w (state)`];
  const conditions: SQL[] = [
    eq(t.projectId, projectId),
    // A condition without a parameter, as the indexes have it.
    sql`${t.kind} = 'job' AND ${t.state} = w.state`,
    ...rangeOf('job', t, filters),
  ];
  if (filters.environment !== undefined) conditions.push(eq(t.environment, filters.environment));
  if (identity !== undefined) {
    conditions.push(eq(t.identityId, readId('identity', identity) ?? noId));
    if (isNarrowed) conditions.push(sql`${revision} IN (${revisions})`);
  } else if (isNarrowed) {
    ranges.push(sql`(${revisions}) AS v`);
    conditions.push(sql`${revision} = v.revision`);
  }
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list} FROM (
        SELECT ${t}.* FROM ${sql.join(ranges, sql` CROSS JOIN `)} CROSS JOIN LATERAL (
          SELECT ${found} FROM ${tasks} AS ${t} WHERE ${and(...conditions)}
          ORDER BY ${desc(t.id)} LIMIT ${cursorPage + 1}
        ) AS ${t}
        ORDER BY ${desc(t.id)} LIMIT ${cursorPage + 1}
      ) AS ${t}
      JOIN ${operationRevisions} AS ${r} ON ${r.projectId} = ${projectId} AND ${r.id} = ${revision}::uuid
      ORDER BY ${desc(t.id)}`,
  );
}
