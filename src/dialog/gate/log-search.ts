import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../platform/ids.ts';
import { as, value } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { searchOf } from '../../platform/statement.ts';
import { projectKeys } from '../schema.ts';
import { requestLog } from './schema.ts';

/** Requests on one page of the log. */
export const logPage = 100;
/** Characters of a path that its index contains. */
export const indexedPath = 120;

/** The conditions of a search; an empty text is no condition. */
export interface LogFilter {
  offset: number;
  /** As shown to owners: the public id of a project key or a method key. */
  key_id: string;
  /** `404`, or a class of status such as `4xx`. */
  status: string;
  /** The start of the path. */
  path: string;
  /** RFC 3339. */
  from: string;
  to: string;
}

const l = alias(requestLog, 'l');
const k = alias(projectKeys, 'k');

const columns = {
  at: l.at,
  keyId: l.keyId,
  keyName: k.name,
  forMethods: as(types.boolean, sql`${k.methods} IS NOT NULL`),
  method: l.method,
  path: l.path,
  status: l.status,
  durationMs: l.durationMs,
  requestId: l.requestId,
  address: l.address,
};

/**
 * Finds requests of a project, newest first, and one more than a page if there are more. The statement has only the requested
 * conditions: each has its own index, and one plan for all of them could not use these.
 */
export function searchLog(projectId: string, { offset, key_id: key, status, path, from, to }: LogFilter) {
  const conditions: (SQL | undefined)[] = [eq(l.projectId, projectId)];
  if (key !== '') {
    const id = readId('key', key) ?? readId('methodKey', key) ?? null;
    conditions.push(sql`${l.keyId} = ${id}::uuid`);
  }
  if (status.endsWith('xx')) conditions.push(ofClass(Number(status[0])));
  else if (status !== '') {
    conditions.push(ofClass(Math.floor(Number(status) / 100)));
    conditions.push(sql`${l.status} = ${value(l.status, Number(status))}`);
  }
  if (path !== '') {
    const beginning = `${path.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push(sql`left(${l.path}, ${sql.raw(String(indexedPath))}) LIKE ${beginning}`);
  }
  if (from !== '') conditions.push(gte(l.at, sql`${from}::timestamptz`));
  if (to !== '') conditions.push(lt(l.at, sql`${to}::timestamptz`));
  return searchOf(
    columns,
    (list) => sql`
      SELECT ${list}
      FROM ${requestLog} AS ${l}
      -- Every request has its key. A left join says so to the planner, which then reads no more than a page.
      LEFT JOIN ${projectKeys} AS ${k} ON ${k.projectId} = ${l.projectId} AND ${k.id} = ${l.keyId}
      WHERE ${and(...conditions)} ORDER BY ${desc(l.at)}, ${desc(l.id)} OFFSET ${offset} LIMIT ${logPage + 1}`,
  );
}

/** The condition as the index of failed requests is written, with the condition of that index. */
function ofClass(digit: number): SQL {
  const isOfClass = sql`(${l.status} / 100) = ${sql.raw(String(digit))}`;
  return digit >= 4 ? sql`${isOfClass} AND ${l.status} >= 400` : isOfClass;
}
