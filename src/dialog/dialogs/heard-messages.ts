import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, rowsOf } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { tasks } from '../schema.ts';
import type { Json, JsonObject } from '../template/json.ts';
import { received } from './said.ts';

const t = alias(tasks, 't');
const wanted = rowsOf('w', { projectId: t.projectId, id: t.id });

/** More data of a channel than this, in bytes, stays where it is. */
const mostData = 16 * 1024;

const read = statement({
  name: 'heard-messages',
  params: { wanted, kind: t.kind, mostData: types.int },
  columns: (given) => ({
    id: t.id,
    text: as(types.text, sql`${t.payload} ->> 'text'`),
    attachments: as(orNull(jsonOf<Json[]>()), sql`${t.payload} -> 'attachments'`),
    data: as(
      orNull(jsonOf<JsonObject>()),
      sql`CASE WHEN octet_length(${t.payload} ->> 'data') <= ${given.mostData} THEN ${t.payload} -> 'data' END`,
    ),
  }),
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${given.wanted} CROSS JOIN LATERAL (
      SELECT * FROM ${tasks} AS one
      WHERE one.project_id = ${wanted.at.projectId} AND one.id = ${wanted.at.id} AND one.kind = ${given.kind} OFFSET 0
    ) AS ${t}`,
});

/** What a customer said, as an event has it. */
export interface HeardMessage {
  text: string;
  attachments: Json[] | null;
  /** Null if it is too large. */
  data: JsonObject | null;
}

/** Reads messages of customers by their ids. @returns by id; without those that are gone */
export async function readHeardMessages(
  tx: Queryable,
  given: { projectId: string; id: string }[],
): Promise<Map<string, HeardMessage>> {
  if (given.length === 0) return new Map();
  const rows = await read.all(tx, { wanted: given, kind: received.name, mostData });
  return new Map(rows.map(({ id, ...message }) => [id, message]));
}
