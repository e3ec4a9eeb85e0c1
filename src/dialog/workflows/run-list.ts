import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { searchOf } from '../../platform/statement.ts';
import { stepOf } from '../flows/standing.ts';
import { cursorPage, pageById, rangeFields, rangeOf } from '../http/cursors.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { cursorPageOf, environment, fault, moment, named } from '../http/shapes.ts';
import { noIdentity } from '../profiles/identities.ts';
import { type RunStatus, workflowRuns } from './schema.ts';

/** The list of a project's runs, for clients and for owners. */

const statuses = ['queued', 'waiting', 'succeeded', 'failed', 'unknown'] as const satisfies RunStatus[];

/** The filters of a list of runs. They can be combined. */
export const runFilters = z.object({
  workflow: text({ max: 63 }).optional().describe('Its slug.'),
  version: laxInt({ ge: -(2 ** 31 - 1), le: 2 ** 31 - 1 })
    .optional()
    .describe('Below 0 for a draft.'),
  status: literal(statuses).optional(),
  identity_id: text().optional().describe('`idn_…`. An unknown one has no runs.'),
  step: text({ max: 64 }).optional().describe('Where it stands, or where it ended.'),
  ...rangeFields('run'),
});

const summary = named(
  'RunSummary',
  z.object({
    run_id: z.string(),
    workflow: z.string(),
    version: z.int(),
    environment,
    status: z.enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'unknown']),
    step: z.string().nullable().describe('Where it stands, or where it ended; null before it begins.'),
    error: fault.nullable(),
    identity_id: z.string().nullable(),
    created_at: moment,
    started_at: moment.nullable(),
    finished_at: moment.nullable(),
  }),
  {
    run_id: 'run_01m7w95f6kepv8s2d4r9t1c3hb',
    workflow: 'deal-won',
    version: 2,
    environment: 'live',
    status: 'failed',
    step: 'book',
    error: { code: 'timeout', message: 'No answer within 15 s.' },
    identity_id: null,
    created_at: '2026-11-20T11:06:30.214Z',
    started_at: '2026-11-20T11:06:30.214Z',
    finished_at: '2026-11-20T11:06:30.401Z',
  },
);

export const runList = cursorPageOf(summary, 'At most 100, newest first.', 'RunList');

const r = alias(workflowRuns, 'r');

const columns = {
  id: r.id,
  slug: r.slug,
  version: r.version,
  environment: r.environment,
  status: r.status,
  step: as(orNull(types.text), stepOf(r.position)),
  error: r.error,
  identityId: r.identityId,
  createdAt: r.createdAt,
  startedAt: as(orNull(r.startedAt), sql`CASE WHEN ${r.position} IS NOT NULL THEN ${r.startedAt} END`),
  finishedAt: r.finishedAt,
};

/** A page of the runs that a worker has taken up, newest first. Each filter is a range of an index, or narrows one. */
export async function listRuns(
  database: Queryable,
  projectId: string,
  filters: z.output<typeof runFilters>,
): Promise<z.output<typeof runList>> {
  const rows = await runsBy(projectId, filters).all(database);
  return pageById('run', rows, ({ id, slug, identityId, createdAt, startedAt, finishedAt, ...row }) => ({
    run_id: showId('run', id),
    workflow: slug,
    ...row,
    identity_id: identityId && showId('identity', identityId),
    created_at: createdAt.toISOString(),
    started_at: startedAt?.toISOString() ?? null,
    finished_at: finishedAt?.toISOString() ?? null,
  }));
}

/** The search for a page of runs, and one more if there are more. */
export function runsBy(projectId: string, filters: z.output<typeof runFilters>) {
  const { workflow, version, status, identity_id: identity, step } = filters;
  const conditions: SQL[] = [eq(r.projectId, projectId), ...rangeOf('run', r, filters)];
  if (workflow !== undefined) conditions.push(eq(r.slug, workflow));
  if (version !== undefined) conditions.push(eq(r.version, version));
  if (status !== undefined) conditions.push(eq(r.status, status));
  if (identity !== undefined) conditions.push(eq(r.identityId, readId('identity', identity) ?? noIdentity));
  if (step !== undefined) conditions.push(sql`${stepOf(r.position)} = ${step}`);
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list} FROM ${workflowRuns} AS ${r} WHERE ${and(...conditions)}
      ORDER BY ${desc(r.id)} LIMIT ${cursorPage + 1}`,
  );
}
