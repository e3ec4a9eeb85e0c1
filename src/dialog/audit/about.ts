import { sql } from 'drizzle-orm';
import { listOf } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { shownEntry } from './log.ts';
import { auditLog } from './schema.ts';

const l = auditLog;

/** Most entries of records that are read. */
const mostAbout = 100;

/**
 * The newest entries about some records, of some actions, newest first. An index knows the entries of a record, unless it is a message.
 */
export const entriesAbout = statement({
  name: 'audit-about',
  prepared: false,
  params: { projectId: l.projectId, subjects: listOf(l.subjectId), actions: listOf(l.action) },
  columns: shownEntry,
  query: ({ projectId, subjects, actions }, columns) => sql`
    SELECT ${columns} FROM ${l}
    WHERE ${l.projectId} = ${projectId} AND ${l.subjectId} = ANY (${subjects}) AND ${l.subjectType} <> 'message'
      AND ${l.action} = ANY (${actions})
    ORDER BY ${l.id} DESC LIMIT ${sql.raw(String(mostAbout))}`,
});

/** An entry about a record. */
export type EntryAbout = ResultOf<typeof entriesAbout>;
