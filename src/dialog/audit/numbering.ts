import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId, showId } from '../../platform/ids.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { listOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { inHalves } from './halves.ts';
import { type AuditNews, auditTopic, projectsInNotice } from './news.ts';
import { auditHeads, auditInbox } from './schema.ts';

/** Most entries of one project that a poll numbers at once. */
export const numberedAtOnce = 2000;

/** Most projects of a slice, which is one transaction and one notice. */
const projectsAtOnce = projectsInNotice;
/** A slice begins with no further project after this number of entries, because polls of its projects wait for its end. */
const entriesAtOnce = 2000;
/** Most entries of one project in a slice, unless it is alone there, so that a long backlog takes turns with others. */
const entriesOfProject = 200;

/** What the numbering of one project needs. */
export interface NumberingParts {
  database: Database;
  /** Is told which projects have new numbers. */
  auditNews: AuditNews;
}

const numberProject = statement({
  name: 'audit-number',
  params: { projectId: auditInbox.projectId },
  columns: { n: as(types.int, sql`n`) },
  query: ({ projectId }) => sql`
    SELECT CASE WHEN EXISTS (SELECT 1 FROM ${auditInbox} WHERE ${auditInbox.projectId} = ${projectId})
      THEN dialog.number_audit(${projectId}, ${numberedAtOnce}) ELSE 0 END AS n`,
});

const readHead = statement({
  name: 'audit-head',
  prepared: false,
  params: { projectId: auditHeads.projectId },
  columns: { last: auditHeads.last },
  query: ({ projectId }, columns) =>
    sql`SELECT ${columns} FROM ${auditHeads} WHERE ${auditHeads.projectId} = ${projectId}`,
});

/**
 * Numbers some committed entries of a project, and counts them in its figures. Waits while another process does so.
 * @returns how many; fewer than `numberedAtOnce` if none are left
 */
export async function numberSome(
  { database, auditNews }: NumberingParts,
  projectId: string,
): Promise<number> {
  const { n } = await numberProject.one(database, { projectId });
  if (n > 0) auditNews.announce(projectId);
  return n;
}

/** Numbers all committed entries of a project, for callers that read data derived from them. */
export async function numberWaiting(parts: NumberingParts, projectId: string): Promise<void> {
  while ((await numberSome(parts, projectId)) === numberedAtOnce);
}

/** Numbers all committed entries of a project. @returns the last number in its log */
export async function numberedHead(parts: NumberingParts, projectId: string): Promise<number> {
  await numberWaiting(parts, projectId);
  const head = await readHead.first(parts.database, { projectId });
  return head?.last ?? 0;
}

const i = alias(auditInbox, 'i');
const projectOf = orNull(types.uuid);

const findEnds = statement({
  name: 'audit-ends',
  columns: {
    first: as(
      projectOf,
      sql`(SELECT ${i.projectId} FROM ${auditInbox} AS ${i} ORDER BY ${i.projectId} LIMIT 1)`,
    ),
    last: as(
      projectOf,
      sql`(SELECT ${i.projectId} FROM ${auditInbox} AS ${i} ORDER BY ${i.projectId} DESC LIMIT 1)`,
    ),
  },
  query: (_, columns) => sql`SELECT ${columns}`,
});

/** Skips from project to project through the index; a plain DISTINCT would read every waiting entry. */
const findWaiting = statement({
  name: 'audit-waiting',
  params: { after: types.uuid, upTo: types.uuid, most: types.int },
  columns: { projectId: as(i.projectId, sql`waiting.project`) },
  query: ({ after, upTo, most }, columns) => sql`
    WITH RECURSIVE waiting (n, project) AS (
      (SELECT 1, ${i.projectId} FROM ${auditInbox} AS ${i}
       WHERE ${i.projectId} > ${after} AND ${i.projectId} <= ${upTo} ORDER BY ${i.projectId} LIMIT 1)
      UNION ALL
      SELECT w.n + 1, next.project
      FROM waiting AS w CROSS JOIN LATERAL (
        SELECT ${i.projectId} AS project FROM ${auditInbox} AS ${i}
        WHERE ${i.projectId} > w.project AND ${i.projectId} <= ${upTo} ORDER BY ${i.projectId} LIMIT 1
      ) AS next
      WHERE w.n < ${most}
    )
    SELECT ${columns} FROM waiting`,
});

/** The notice goes out if and when the numbers are committed. */
const numberSlice = statement({
  name: 'audit-slice',
  params: { projects: listOf(types.uuid), each: types.int, most: types.int },
  columns: {
    projectId: as(types.uuid, sql`done.project_id`),
    numbered: as(orNull(types.int), sql`done.numbered`),
    notices: as(types.int, sql`(SELECT count(*)::int FROM told)`),
  },
  query: ({ projects, each, most }, columns) => sql`
    WITH done AS MATERIALIZED (
      SELECT * FROM dialog.number_slice(${projects}, ${each}, ${most})
    ), told AS MATERIALIZED (
      SELECT pg_notify(${auditTopic}, string_agg(project_id::text, ' ')) FROM done
      WHERE numbered > 0 HAVING count(*) > 0
    )
    SELECT ${columns} FROM done`,
});

type Numbered = ResultOf<typeof numberSlice>;

/** So that a long backlog is counted in a moment. The oldest entries of a table come first, or nearly so. */
const mostCounted = sql.raw('100000');

const readBacklog = statement({
  name: 'audit-backlog',
  prepared: false,
  columns: {
    entries: as(types.int, sql`count(*)::int`),
    /** Seconds since the oldest was written. */
    oldest: as(
      types.float,
      sql`coalesce(greatest(0, extract(epoch FROM clock_timestamp() - min(waiting.at))), 0)::float8`,
    ),
  },
  query: (_, columns) =>
    sql`SELECT ${columns} FROM (SELECT ${auditInbox.at} FROM ${auditInbox} LIMIT ${mostCounted}) AS waiting`,
});

/** How many entries of all projects wait for their number, at most 100,000, and for how many seconds the oldest of those does. */
export const numberingBacklog = (database: Queryable): Promise<{ entries: number; oldest: number }> =>
  readBacklog.one(database);

export interface NumberingOptions {
  /** Is called after each slice. */
  advanced?: () => void;
  /** Ends the work after the slice under way. */
  ending?: AbortSignal;
  /** A number from 0 to 1, where the walk begins. */
  random?: () => number;
}

/**
 * Numbers the waiting entries of all projects, so that they never pile up for a client. Every worker calls it.
 *
 * It walks over the projects in their order, slice by slice. Every walk begins at another place and passes over projects
 * that somebody else is numbering, so workers share the projects without knowing of each other. Projects with a long backlog
 * take turns with the others, and the walk is repeated until none is left.
 * @returns how many slices there were; with several the next walk should not wait long
 * @throws the first failure, after the projects of all others; at once if the database is at fault
 */
export async function numberAllAudit(database: Database, options: NumberingOptions = {}): Promise<number> {
  const { advanced = () => {}, ending, random = Math.random } = options;
  const failures: unknown[] = [];
  let slices = 0;
  for (let again = true; again; ) {
    again = false;
    const { first, last } = await findEnds.one(database);
    if (first === null || last === null) break;
    const start = between(first, last, random());
    for (const [from, to] of [
      [start, last],
      [noId, start],
    ] as const) {
      for (let place = from; ; ) {
        if (ending?.aborted) return slices;
        const waiting = await findWaiting.all(database, { after: place, upTo: to, most: projectsAtOnce });
        const projects = waiting.map(({ projectId }) => projectId);
        if (projects.length === 0) break;
        const each = Math.max(entriesOfProject, Math.floor(entriesAtOnce / projects.length));
        const done = await numberThese(database, projects, each, failures);
        advanced();
        slices++;
        again ||= done.some(({ numbered }) => numbered === null || numbered >= each);
        // What the slice left because it was full is the beginning of the next one.
        const taken = done.findIndex(({ numbered }) => numbered === null);
        place = taken > 0 ? done[taken - 1]!.projectId : projects.at(-1)!;
      }
    }
  }
  if (failures.length > 0) throw failures[0];
  return slices;
}

/** Numbers a slice; if that fails, its halves, so that a faulty entry stops the log of its own project only. */
function numberThese(
  database: Database,
  projects: string[],
  each: number,
  failures: unknown[],
): Promise<Numbered[]> {
  // Rolled back here, a slice that failed holds no heads any more when its halves begin; Postgres reports an error first and
  // lets go of the locks then, and the halves would pass over them.
  const number = (some: string[]) =>
    database.transaction((tx) => numberSlice.all(tx, { projects: some, each, most: entriesAtOnce }));
  return inHalves(projects, number, (projectId, cause) =>
    failures.push(
      new Error(`The audit log of ${showId('project', projectId)} cannot be numbered.`, { cause }),
    ),
  );
}

/** The id that lies at this part of the way from one id to another; never the second one, unless they are the same. */
function between(first: string, last: string, part: number): string {
  const [low, high] = [numberOf(first), numberOf(last)];
  const scale = 2 ** 32;
  const place = low + ((high - low) * BigInt(Math.floor(part * scale))) / BigInt(scale);
  const digits = place.toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const numberOf = (id: string): bigint => BigInt(`0x${id.replaceAll('-', '')}`);

/** Numbers all entries in a transaction in which nobody else writes any, so that nothing is left for those who follow the log. */
export async function numberAllHere(tx: Queryable): Promise<void> {
  for (;;) {
    const { first, last } = await findEnds.one(tx);
    if (first === null || last === null) return;
    const waiting = await findWaiting.all(tx, { after: noId, upTo: last, most: projectsAtOnce });
    const projects = waiting.map(({ projectId }) => projectId);
    await numberSlice.all(tx, { projects, each: entriesAtOnce, most: entriesAtOnce });
  }
}
