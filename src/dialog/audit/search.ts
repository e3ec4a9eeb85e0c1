import { and, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { searchOf, statement } from '../../platform/statement.ts';
import { cursorField, cursorPage, momentFilter, momentOf } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { type LogEntry, shownEntry } from './log.ts';
import { auditLog } from './schema.ts';

/** The audit log as people look through it: newest first, by filters. */

/** Most entries that a page looks at if no index knows those that pass its filters. */
export const mostLooked = 20_000;

/** Entries of one moment get their numbers within this time of each other, as long as their transactions may last. */
const apartMs = 60_000;

const isNumber = (shown: string) => /^[1-9]\d{0,14}$/.test(shown);

/** The filters of the log. They can be combined. */
export const auditFilters = z.object({
  action: text({ max: 100, pattern: '^(?:[a-z_]+\\.(?:[a-z_]+|\\*))?$', default: '' }).describe(
    'What happened, such as `job.failed`; `job.*` for all of a kind.',
  ),
  subject_type: text({ max: 50, default: '' }).describe('The kind of the record, such as `payment`.'),
  subject_id: text({ max: 300, default: '' }).describe('What it happened to: an id, or a slug.'),
  actor_type: literal(['key', 'owner', 'system', 'channel', 'receiver', 'method']).optional(),
  actor_id: text({ max: 100, default: '' }).describe('Who did it: `own_…`, `key_…`, …'),
  environment: literal(['sandbox', 'live']).optional(),
  request_id: text({ max: 200, default: '' }),
  from: momentFilter.describe('At this moment or later (RFC 3339).'),
  to: momentFilter.describe('Before this moment (RFC 3339).'),
  cursor: cursorField(isNumber),
});

export type AuditFilters = z.output<typeof auditFilters>;

const l = auditLog;

const findEnds = statement({
  name: 'audit-search-ends',
  params: { projectId: l.projectId },
  columns: {
    first: as(
      orNull(types.bigint),
      sql`(SELECT ${l.id} FROM ${l} WHERE ${l.projectId} = p.id ORDER BY ${l.id} LIMIT 1)`,
    ),
    last: as(
      orNull(types.bigint),
      sql`(SELECT ${l.id} FROM ${l} WHERE ${l.projectId} = p.id ORDER BY ${l.id} DESC LIMIT 1)`,
    ),
  },
  prepared: false,
  query: ({ projectId }, columns) => sql`SELECT ${columns} FROM (VALUES (${projectId})) AS p (id)`,
});

/**
 * Finds the last entry before a moment by halves: numbers grow with time, so this reads some thirty entries, and the log needs
 * no index of its times, which every entry would pay for.
 */
const findPlace = statement({
  name: 'audit-search-place',
  params: { projectId: l.projectId, first: l.id, last: l.id, at: l.at },
  columns: { place: as(types.bigint, sql`low`) },
  prepared: false,
  query: ({ projectId, first, last, at }, columns) => sql`
    WITH RECURSIVE halves (low, high) AS (
      SELECT ${first} - 1, ${last}
      UNION ALL
      SELECT CASE WHEN probe.earlier THEN half.mid ELSE half.low END,
        CASE WHEN probe.earlier THEN half.high ELSE half.mid - 1 END
      FROM (SELECT low, high, (low + high + 1) / 2 AS mid FROM halves WHERE low < high) AS half
      CROSS JOIN LATERAL (
        SELECT coalesce((
          SELECT ${l.at} FROM ${l} WHERE ${l.projectId} = ${projectId} AND ${l.id} >= half.mid
          ORDER BY ${l.id} LIMIT 1
        ) < ${at}, false) AS earlier
      ) AS probe
    )
    SELECT ${columns} FROM halves WHERE low >= high`,
});

/**
 * A page of entries, newest first. An index knows the entries of a person and those about a record, except messages; by other
 * filters a page looks at `mostLooked` entries, so it can be short or empty although more follow.
 * @returns the entries, and the number below which the next page begins; null if there is none
 */
export async function searchAudit(
  database: Queryable,
  projectId: string,
  filters: AuditFilters,
): Promise<{ entries: LogEntry[]; next: number | null }> {
  const { first, last } = await findEnds.one(database, { projectId });
  if (first === null || last === null) return { entries: [], next: null };
  const placeOf = async (given: string, shiftMs: number, otherwise: number) => {
    if (given === '') return otherwise;
    const at = new Date(Math.max(0, momentOf(given).getTime() + shiftMs));
    return (await findPlace.one(database, { projectId, first, last, at })).place;
  };
  const floor = await placeOf(filters.from, -apartMs, first - 1);
  const ceiling = await placeOf(filters.to, apartMs, last);
  const start = filters.cursor === '' ? ceiling : Math.min(ceiling, Number(filters.cursor) - 1);
  const isKnown = hasIndex(filters);
  const end = isKnown ? floor : Math.max(floor, start - mostLooked);
  if (start <= floor) return { entries: [], next: null };
  const rows = await auditBy(projectId, filters, { after: end, upTo: start }).all(database);
  const entries = rows.slice(0, cursorPage);
  if (rows.length > cursorPage) return { entries, next: entries.at(-1)!.id };
  return { entries, next: end > floor ? end + 1 : null };
}

const isPerson = ({ actor_id: actor }: Pick<AuditFilters, 'actor_id'>) =>
  readId('owner', actor) !== undefined;
const isRecord = ({ subject_id: subject }: Pick<AuditFilters, 'subject_id'>) =>
  subject !== '' && readId('message', subject) === undefined;
const hasIndex = (filters: AuditFilters) => isPerson(filters) || isRecord(filters);

/** The search for entries with numbers in a range, and one more than a page if there are more. */
export function auditBy(projectId: string, filters: AuditFilters, range: { after: number; upTo: number }) {
  const { action, subject_type: subjectType, subject_id: subject, actor_type: actorType } = filters;
  const { actor_id: actor, environment, request_id: request } = filters;
  const conditions: SQL[] = [eq(l.projectId, projectId), gt(l.id, range.after), lte(l.id, range.upTo)];
  if (action.endsWith('.*')) {
    const record = action.slice(0, -1);
    conditions.push(sql`starts_with(${l.action}, ${record})`);
  } else if (action !== '') conditions.push(eq(l.action, action));
  if (subjectType !== '') conditions.push(eq(l.subjectType, subjectType));
  if (subject !== '') conditions.push(eq(l.subjectId, subject));
  // Conditions without parameters, as the indexes have them.
  if (isRecord(filters)) conditions.push(sql`${l.subjectType} <> 'message'`);
  if (isPerson(filters)) conditions.push(sql`${l.actorType} = 'owner'`);
  if (actorType !== undefined) conditions.push(eq(l.actorType, actorType));
  if (actor !== '') conditions.push(eq(l.actorId, actor));
  if (environment !== undefined) conditions.push(eq(l.environment, environment));
  if (request !== '') conditions.push(eq(l.requestId, request));
  if (filters.from !== '') conditions.push(gte(l.at, momentOf(filters.from)));
  if (filters.to !== '') conditions.push(lt(l.at, momentOf(filters.to)));
  return searchOf(
    shownEntry,
    (list) => sql`
      SELECT ${list} FROM ${l} WHERE ${and(...conditions)} ORDER BY ${desc(l.id)} LIMIT ${cursorPage + 1}`,
  );
}

/** The entries about some records, oldest first, and at most so many. @param subjects their public ids; none of a message */
export async function readAbout(
  database: Queryable,
  projectId: string,
  subjects: readonly string[],
  most: number,
): Promise<LogEntry[]> {
  const wanted = sql.join(
    subjects.map((subject) => sql`${subject}`),
    sql`, `,
  );
  const { all } = searchOf(
    shownEntry,
    (list) => sql`
      SELECT ${list} FROM ${l}
      WHERE ${l.projectId} = ${projectId} AND ${l.subjectType} <> 'message' AND ${l.subjectId} IN (${wanted})
      ORDER BY ${l.id} LIMIT ${most}`,
  );
  return all(database);
}
