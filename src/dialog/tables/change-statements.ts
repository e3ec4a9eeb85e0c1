import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as, name, names } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { Environment } from '../schema.ts';
import { modestNumber } from './query.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

/** The statements that change the rows of a sheet. Each number of key columns has its own. */

const t = alias(tables, 't');
const s = alias(tableSheets, 's');
const r = alias(tableRows, 'r');

/** Locks the sheet of a table until the transaction ends. */
export const lockSheet = statement({
  name: 'table-change-lock',
  params: { projectId: t.projectId, slug: t.slug, environment: s.environment },
  columns: {
    columns: t.columns,
    enforce: t.enforce,
    tableId: s.tableId,
    floor: s.floor,
    last: s.last,
    revision: s.revision,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tables} AS ${t}
    JOIN ${tableSheets} AS ${s}
      ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${p.environment}
    WHERE ${t.projectId} = ${p.projectId} AND ${t.slug} = ${p.slug} AND ${t.deletedAt} IS NULL
    FOR UPDATE OF ${s}`,
});

/** The locked sheet, and the rows. */
export interface Given {
  projectId: string;
  tableId: string;
  environment: Environment;
  /** A JSON array. */
  rows: string;
  floor: number;
  last: number;
  key: readonly string[];
}

const sheet = { projectId: r.projectId, tableId: r.tableId, environment: r.environment };
const input = { ...sheet, rows: types.jsonText };
const stored = { ...input, floor: r.position };
const key = listOf(types.text);
type Chunks<Params> = { [Name in keyof Params]: SQL };

/** The parameters of these statements; each uses some of them. */
type Parts = Chunks<typeof stored & { last: unknown; key: unknown }>;

/** The key of a row as an array of texts. */
const keySql = (data: SQLWrapper, names: SQL, length: number) =>
  sql`ARRAY[${sql.join(
    Array.from({ length }, (_, i) => sql`${data} ->> (${names})[${i + 1}]`),
    sql`, `,
  )}]::text[]`;

const inputSql = (p: Pick<Parts, 'rows' | 'key'>, length: number) => sql`
  input AS (
    SELECT r.data, r.n, ${keySql(r.data, p.key, length)} AS key
    FROM json_array_elements(${p.rows}) WITH ORDINALITY AS r(data, n)
  )`;

const isStored = (p: Pick<Parts, 'projectId' | 'tableId' | 'environment' | 'floor'>) =>
  sql`${r.projectId} = ${p.projectId} AND ${r.tableId} = ${p.tableId} AND ${r.environment} = ${p.environment}
    AND ${r.position} > ${p.floor}`;

const none = (cte: string) => sql`${sql.identifier(cte)} AS (SELECT WHERE false)`;

const insertInto = sql`INSERT INTO ${tableRows} (${names(r.projectId, r.tableId, r.environment, r.position, r.data)})`;

/** Updates the figures of the sheet from the common table expressions `added`, `replaced` and `removed`. */
const figuresSql = (p: Pick<Parts, 'projectId' | 'tableId' | 'environment'>, columns: SQL) => sql`
  figures AS (
    SELECT (SELECT count(*) FROM added) AS added, (SELECT count(*) FROM replaced) AS replaced,
      (SELECT count(*) FROM removed) AS removed
  )
  UPDATE ${tableSheets} AS ${s} SET
    ${name(s.revision)} = ${s.revision} + 1,
    ${name(s.last)} = ${s.last} + f.added,
    ${name(s.total)} = ${s.total} + f.added - f.removed,
    -- An emptied sheet has no gaps any more.
    ${name(s.floor)} = CASE WHEN ${s.total} + f.added = f.removed THEN ${s.last} + f.added ELSE ${s.floor} END
  FROM figures AS f
  WHERE ${s.projectId} = ${p.projectId} AND ${s.tableId} = ${p.tableId} AND ${s.environment} = ${p.environment}
  RETURNING ${columns}`;

const figures = {
  written: as(types.bigint, sql`f.added + f.replaced + f.removed`),
  revision: s.revision,
  added: as(types.bigint, sql`f.added`),
  last: s.last,
};

/** The statements of the actions, by the number of key columns. */
const actions = {
  append: () =>
    statement({
      name: 'table-append',
      params: { ...input, last: r.position },
      columns: figures,
      query: (p, columns) => sql`
        WITH input AS (
          SELECT r.data, r.n FROM json_array_elements(${p.rows}) WITH ORDINALITY AS r(data, n)
        ), added AS (
          ${insertInto} SELECT ${p.projectId}, ${p.tableId}, ${p.environment}, ${p.last} + n, data
          FROM input RETURNING 1
        ), ${none('replaced')}, ${none('removed')}, ${figuresSql(p, columns)}`,
    }),
  upsert: (length: number) =>
    statement({
      name: `table-upsert-${length}`,
      params: { ...stored, last: r.position, key },
      columns: figures,
      query: (p, columns) => sql`
        WITH ${inputSql(p, length)}, latest AS (
          SELECT DISTINCT ON (key) key, data, n FROM input ORDER BY key, n DESC
        ), replaced AS (
          UPDATE ${tableRows} AS ${r} SET ${name(r.data)} = l.data FROM latest AS l
          WHERE ${isStored(p)} AND ${keySql(r.data, p.key, length)} = l.key
          RETURNING l.n
        ), added AS (
          ${insertInto}
          SELECT ${p.projectId}, ${p.tableId}, ${p.environment}, ${p.last} + row_number() OVER (ORDER BY n), data
          FROM latest WHERE n NOT IN (SELECT n FROM replaced)
          RETURNING 1
        ), ${none('removed')}, ${figuresSql(p, columns)}`,
    }),
  increment: (length: number) =>
    statement({
      name: `table-increment-${length}`,
      params: { ...stored, last: r.position, key },
      columns: figures,
      query: (p, columns) => sql`
        WITH ${inputSql(p, length)}, ${sumsSql(p.key)}, firsts AS (
          SELECT DISTINCT ON (key) key, data, n FROM input ORDER BY key, n
        ), replaced AS (
          UPDATE ${tableRows} AS ${r} SET ${name(r.data)} = (
            SELECT json_object_agg(m.name, m.value ORDER BY m.place) FROM (
              SELECT e.name, e.place, CASE WHEN s.name IS NULL THEN e.value ELSE to_json(
                coalesce(CASE json_typeof(e.value) WHEN 'number' THEN (e.value #>> '{}')::numeric END, 0) + s.more
              ) END AS value
              FROM json_each(${r.data}) WITH ORDINALITY AS e(name, value, place)
              LEFT JOIN sums AS s ON s.key = f.key AND s.name = e.name
              UNION ALL
              SELECT s.name, 1000000 + s.place, to_json(s.more) FROM sums AS s
              WHERE s.key = f.key AND ${r.data} -> s.name IS NULL
            ) AS m)
          FROM firsts AS f
          WHERE ${isStored(p)} AND ${keySql(r.data, p.key, length)} = f.key
          RETURNING f.n
        ), added AS (
          ${insertInto}
          SELECT ${p.projectId}, ${p.tableId}, ${p.environment}, ${p.last} + row_number() OVER (ORDER BY f.n), (
            SELECT json_object_agg(m.name, m.value ORDER BY m.place) FROM (
              SELECT e.name, e.place, e.value FROM json_each(f.data) WITH ORDINALITY AS e(name, value, place)
              WHERE e.name = ANY (${p.key})
              UNION ALL SELECT s.name, s.place, to_json(s.more) FROM sums AS s WHERE s.key = f.key
            ) AS m)
          FROM firsts AS f WHERE f.n NOT IN (SELECT n FROM replaced)
          RETURNING 1
        ), ${none('removed')}, ${figuresSql(p, columns)}`,
    }),
  delete: (length: number) =>
    statement({
      name: `table-delete-${length}`,
      params: { ...stored, key },
      columns: figures,
      query: (p, columns) => sql`
        WITH ${inputSql(p, length)}, removed AS (
          DELETE FROM ${tableRows} AS ${r}
          WHERE ${isStored(p)} AND ${keySql(r.data, p.key, length)} IN (SELECT key FROM input)
          RETURNING 1
        ), ${none('added')}, ${none('replaced')}, ${figuresSql(p, columns)}`,
    }),
};

/** The sums to be added, by key and column. */
const sumsSql = (key: SQL) => sql`
  sums AS (
    SELECT i.key, e.name, sum((e.value #>> '{}')::numeric) AS more, min(e.place) AS place
    FROM input AS i, json_each(i.data) WITH ORDINALITY AS e(name, value, place)
    WHERE e.name <> ALL (${key}) GROUP BY i.key, e.name
  )`;

const misfits = (length: number) =>
  statement({
    name: `table-misfit-${length}`,
    params: { ...stored, key },
    columns: { name: as(types.text, sql`s.name`) },
    query: (p, columns) => sql`
      WITH ${inputSql(p, length)}, ${sumsSql(p.key)}
      SELECT ${columns} FROM ${tableRows} AS ${r}
      JOIN sums AS s ON s.key = ${keySql(r.data, p.key, length)}
      WHERE ${isStored(p)} AND NOT CASE json_typeof(${r.data} -> s.name)
        WHEN 'number' THEN length(${r.data} ->> s.name) <= 300 AND ${r.data} ->> s.name ~ ${modestNumber}
        ELSE coalesce(json_typeof(${r.data} -> s.name), 'null') = 'null' END
      LIMIT 1`,
  });

/** Compiles a statement when a key with so many columns is used for the first time. */
function byLength<Made>(make: (length: number) => Made): (length: number) => Made {
  const made = new Map<number, Made>();
  return (length) => {
    const known = made.get(length) ?? make(length);
    made.set(length, known);
    return known;
  };
}

const madeActions = {
  append: byLength(actions.append),
  upsert: byLength(actions.upsert),
  increment: byLength(actions.increment),
  delete: byLength(actions.delete),
};
/** Finds columns of stored rows to which nothing can be added. */
export const misfitsOf = byLength(misfits);

/** @param length number of key columns */
export function statementOf(action: keyof typeof actions, length: number) {
  return madeActions[action](length);
}
