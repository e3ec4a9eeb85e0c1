import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { maxId, noId, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { searchOf, statement } from '../../platform/statement.ts';
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
  environment: literal(['sandbox', 'live']).optional(),
  identity_id: text().optional().describe('`idn_…`. An unknown one has no runs.'),
  step: text({ max: 64 }).optional().describe('Where it stands, or where it ended.'),
  rerun_of: text().optional().describe('`run_…`: what was carried out again, and as which runs.'),
  ...rangeFields('run'),
});

export const runSummary = named(
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
    rerun_of: z.string().nullable().describe('The run that an owner carried out again as this one.'),
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
    rerun_of: null,
    created_at: '2026-11-20T11:06:30.214Z',
    started_at: '2026-11-20T11:06:30.214Z',
    finished_at: '2026-11-20T11:06:30.401Z',
  },
);

export const runList = cursorPageOf(runSummary, 'At most 100, newest first.', 'RunList');

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
  rerunOf: r.rerunOf,
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
  return pageById('run', await runsBy(projectId, filters).all(database), presentRun);
}

type Row = Awaited<ReturnType<ReturnType<typeof runsBy>['all']>>[number];

const presentRun = ({
  id,
  slug,
  identityId,
  rerunOf,
  createdAt,
  startedAt,
  finishedAt,
  ...row
}: Row): z.output<typeof runSummary> => ({
  run_id: showId('run', id),
  workflow: slug,
  ...row,
  identity_id: identityId && showId('identity', identityId),
  rerun_of: rerunOf && showId('run', rerunOf),
  created_at: createdAt.toISOString(),
  started_at: startedAt?.toISOString() ?? null,
  finished_at: finishedAt?.toISOString() ?? null,
});

const findOfCustomer = statement({
  name: 'runs-of-customer',
  prepared: false,
  params: { projectId: r.projectId, identityIds: listOf(types.uuid), before: r.id, most: types.int },
  columns,
  query: (given, list) => sql`
    SELECT ${list} FROM unnest(${given.identityIds}) AS account CROSS JOIN LATERAL (
      SELECT ${r}.* FROM ${workflowRuns} AS ${r}
      WHERE ${r.projectId} = ${given.projectId} AND ${r.identityId} = account AND ${r.id} < ${given.before}
      ORDER BY ${r.id} DESC LIMIT ${given.most}
    ) AS ${r}
    ORDER BY ${r.id} DESC LIMIT ${given.most}`,
});

/** The runs for some accounts, newest first. @param before the stored id of the last run of the page before */
export async function runsOf(
  database: Queryable,
  projectId: string,
  identityIds: readonly string[],
  { before = maxId, most }: { before?: string | undefined; most: number },
): Promise<z.output<typeof runSummary>[]> {
  return (await findOfCustomer.all(database, { projectId, identityIds, before, most })).map(presentRun);
}

/** The search for a page of runs, and one more if there are more. */
export function runsBy(projectId: string, filters: z.output<typeof runFilters>) {
  const {
    workflow,
    version,
    status,
    environment: place,
    identity_id: identity,
    rerun_of: earlier,
    step,
  } = filters;
  const conditions: SQL[] = [eq(r.projectId, projectId), ...rangeOf('run', r, filters)];
  if (workflow !== undefined) conditions.push(eq(r.slug, workflow));
  if (version !== undefined) conditions.push(eq(r.version, version));
  if (status !== undefined) conditions.push(eq(r.status, status));
  if (identity !== undefined) conditions.push(eq(r.identityId, readId('identity', identity) ?? noIdentity));
  if (place !== undefined) conditions.push(eq(r.environment, place));
  if (earlier !== undefined) conditions.push(eq(r.rerunOf, readId('run', earlier) ?? noId));
  if (step !== undefined) conditions.push(sql`${stepOf(r.position)} = ${step}`);
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list} FROM ${workflowRuns} AS ${r} WHERE ${and(...conditions)}
      ORDER BY ${desc(r.id)} LIMIT ${cursorPage + 1}`,
  );
}
