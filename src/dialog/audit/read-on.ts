import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, outer, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { auditHeads, auditLog } from './schema.ts';

/** Most entries that are read after one place. */
export const readOnAtOnce = 100;

/** A place in the log of a project: behind the entry with this number. */
export interface LogPlace {
  projectId: string;
  after: number;
}

const h = alias(auditHeads, 'h');
const l = alias(auditLog, 'l');
const w = rowsOf('w', { projectId: l.projectId, after: l.id });

const readPlaces = statement({
  name: 'audit-read-on',
  params: { places: w, recentSeconds: types.int },
  columns: ({ recentSeconds }) => ({
    place: w.n,
    head: as(types.bigint, sql`coalesce(${h.last}, 0)`),
    id: outer(l.id),
    at: outer(l.at),
    actorType: outer(l.actorType),
    actorId: outer(l.actorId),
    actorName: outer(l.actorName),
    action: outer(l.action),
    subjectType: outer(l.subjectType),
    subjectId: outer(l.subjectId),
    environment: outer(l.environment),
    requestId: outer(l.requestId),
    data: outer(l.data),
    isRecent: as(orNull(types.boolean), sql`${l.at} > now() - make_interval(secs => ${recentSeconds}::int)`),
  }),
  query: ({ places }, columns) => sql`
    SELECT ${columns} FROM ${places}
    LEFT JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${w.at.projectId}
    LEFT JOIN LATERAL (
      SELECT ${l}.* FROM ${auditLog} AS ${l}
      WHERE ${l.projectId} = ${w.at.projectId} AND ${l.id} > ${w.at.after}
      ORDER BY ${l.id} LIMIT ${readOnAtOnce}) AS ${l} ON true
    ORDER BY ${w.n}, ${l.id}`,
});

type Row = ResultOf<typeof readPlaces>;

/** An entry of the log, with whether it is as young as was asked. */
export type FollowedEntry = {
  [Key in Exclude<
    keyof Row,
    'place' | 'head' | 'environment' | 'requestId' | 'actorId' | 'actorName'
  >]: NonNullable<Row[Key]>;
} & Pick<Row, 'environment' | 'requestId' | 'actorId' | 'actorName'>;

/** What is behind a place. */
export interface LogPage {
  /** The last number of the log. */
  head: number;
  /** At most `readOnAtOnce`, in order. */
  entries: FollowedEntry[];
}

/**
 * Reads on at several places of logs in one statement. It sees an entry and the head that counts it together.
 * @param recentSeconds how old an entry may be to count as recent
 * @returns a page for each place, in their order
 */
export async function readOn(
  database: Queryable,
  places: readonly LogPlace[],
  recentSeconds: number,
): Promise<LogPage[]> {
  const rows = await readPlaces.all(database, { places: [...places], recentSeconds });
  const pages = places.map((): LogPage => ({ head: 0, entries: [] }));
  for (const { place, head, ...entry } of rows) {
    const page = pages[place - 1]!;
    page.head = head;
    if (entry.id !== null) page.entries.push(entry as FollowedEntry);
  }
  return pages;
}
