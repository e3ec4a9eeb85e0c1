import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { idsSince, readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { search } from '../../platform/statement.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { environment, exampleOf, fault, moment, named } from '../http/shapes.ts';
import { noIdentity } from '../profiles/identities.ts';
import { type RunStatus, workflowRuns } from './schema.ts';

/** The list of a project's runs, for clients and for owners. */

const page = 100;

const when = text({ max: 40 })
  .refine(
    (given) => z.iso.datetime({ offset: true }).safeParse(given).success,
    'not a time of RFC 3339, such as 2026-11-20T10:51:43Z',
  )
  .optional();

const statuses = ['queued', 'waiting', 'succeeded', 'failed', 'unknown'] as const satisfies RunStatus[];

/** The filters of a list of runs. They can be combined. */
export const runFilters = z.object({
  workflow: text({ max: 63 }).optional().describe('Its slug.'),
  version: laxInt({ ge: 1, le: 2 ** 31 - 1 }).optional(),
  status: literal(statuses).optional(),
  identity_id: text().optional().describe('`idn_…`. An unknown one has no runs.'),
  from: when.describe('Accepted at this moment or later (RFC 3339).'),
  to: when.describe('Accepted before this moment (RFC 3339).'),
  cursor: text({ default: '' })
    .refine((shown) => shown === '' || readId('run', shown) !== undefined, 'not the next_cursor of a page')
    .describe('The `next_cursor` of the page before.'),
});

const summary = named(
  'RunSummary',
  z.object({
    run_id: z.string(),
    workflow: z.string(),
    version: z.int(),
    environment,
    status: z.enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'unknown']),
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
    error: { code: 'timeout', message: 'No answer within 15 s.' },
    identity_id: null,
    created_at: '2026-11-20T11:06:30.214Z',
    started_at: '2026-11-20T11:06:30.214Z',
    finished_at: '2026-11-20T11:06:30.401Z',
  },
);

export const runList = named(
  'RunList',
  z
    .object({
      items: z.array(summary),
      next_cursor: z.string().nullable().describe('For the parameter `cursor`; null on the last page.'),
    })
    .describe('At most 100, newest first.'),
  { items: [exampleOf(summary) as z.output<typeof summary>], next_cursor: null },
);

const r = alias(workflowRuns, 'r');

const columns = {
  id: r.id,
  slug: r.slug,
  version: r.version,
  environment: r.environment,
  status: r.status,
  error: r.error,
  identityId: r.identityId,
  createdAt: r.createdAt,
  startedAt: as(orNull(r.startedAt), sql`CASE WHEN ${r.position} IS NOT NULL THEN ${r.startedAt} END`),
  finishedAt: r.finishedAt,
};

/** An id is made by another clock than the time of its record. */
const clocksApartMs = 60_000;

/** A time between the limits of what Postgres reads: no run is outside of them. */
const momentOf = (given: string): Date =>
  new Date(Math.max(0, Math.min(Date.parse(given), Date.UTC(9999, 0))));

/** Below every id made at this moment or later. */
const idAt = (ms: number): string => idsSince(new Date(Math.max(0, ms)));

/** A page of the runs that have had their first turn, newest first. Each filter is a range of an index, or narrows one. */
export async function listRuns(
  database: Queryable,
  projectId: string,
  filters: z.output<typeof runFilters>,
): Promise<z.output<typeof runList>> {
  const { workflow, version, status, identity_id: identity, from, to, cursor } = filters;
  const conditions: SQL[] = [eq(r.projectId, projectId)];
  if (workflow !== undefined) conditions.push(eq(r.slug, workflow));
  if (version !== undefined) conditions.push(eq(r.version, version));
  if (status !== undefined) conditions.push(eq(r.status, status));
  if (identity !== undefined) conditions.push(eq(r.identityId, readId('identity', identity) ?? noIdentity));
  if (from !== undefined) {
    const at = momentOf(from);
    conditions.push(gte(r.id, idAt(at.getTime() - clocksApartMs)), gte(r.createdAt, at));
  }
  if (to !== undefined) {
    const at = momentOf(to);
    conditions.push(lt(r.id, idAt(at.getTime() + clocksApartMs)), lt(r.createdAt, at));
  }
  const before = readId('run', cursor);
  if (before !== undefined) conditions.push(lt(r.id, before));
  const rows = await search(
    database,
    columns,
    (list) => sql`
      SELECT ${list} FROM ${workflowRuns} AS ${r} WHERE ${and(...conditions)}
      ORDER BY ${desc(r.id)} LIMIT ${page + 1}`,
  );
  const shown = rows.slice(0, page);
  return {
    items: shown.map(({ id, slug, identityId, createdAt, startedAt, finishedAt, ...row }) => ({
      run_id: showId('run', id),
      workflow: slug,
      ...row,
      identity_id: identityId && showId('identity', identityId),
      created_at: createdAt.toISOString(),
      started_at: startedAt?.toISOString() ?? null,
      finished_at: finishedAt?.toISOString() ?? null,
    })),
    next_cursor: rows.length > page ? showId('run', shown.at(-1)!.id) : null,
  };
}
