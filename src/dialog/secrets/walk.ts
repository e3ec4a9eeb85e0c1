import { sql } from 'drizzle-orm';
import { noId } from '../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../platform/postgres.ts';
import { as, name, rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type SealedColumn, type SealedSecret, sealedColumns } from './places.ts';

/** Rows of one page: a transaction that locks them stays short. */
const pageSize = 100;

type Place = Pick<SealedSecret, 'projectId' | 'id'>;

const beginning: Place = { projectId: noId, id: noId };

/** Reads the next secrets of a column, in the order of its primary key, that do not begin with `stamp`. */
function pageOf(of: SealedColumn, use: 'read' | 'replace') {
  const { table, projectId, id, title, column, inForce } = of;
  return statement({
    name: `sealed-${use}-${of.kind}-${column.name}`,
    prepared: false,
    params: { projectId: types.uuid, id: types.uuid, stamp: types.text },
    columns: {
      projectId: as(types.uuid, sql`${projectId}`),
      id: as(types.uuid, sql`${id}`),
      title: as(types.text, title),
      sealed: as(types.text, sql`${column}`),
    },
    // A row that somebody else holds is left out, so that nobody waits for anybody; the next walk finds it.
    query: (p, columns) => sql`
      SELECT ${columns} FROM ${table}
      WHERE (${projectId}, ${id}) > (${p.projectId}, ${p.id})
        AND ${column} <> '' AND NOT starts_with(${column}, ${p.stamp}) AND ${inForce}
      ORDER BY ${projectId}, ${id} LIMIT ${sql.raw(String(pageSize))}
      ${use === 'replace' ? sql`FOR NO KEY UPDATE SKIP LOCKED` : sql``}`,
  });
}

const r = rowsOf('r', { projectId: types.uuid, id: types.uuid, sealed: types.text, fresh: types.text });

/** Writes texts that were sealed anew in place of the old ones, where these still stand. */
function replacementIn(of: SealedColumn) {
  const { table, projectId, id, column } = of;
  return statement({
    name: `sealed-replace-${of.kind}-${column.name}-rows`,
    prepared: false,
    params: { rows: r },
    query: (p) => sql`
      UPDATE ${table} SET ${name(column)} = ${r.at.fresh} FROM ${p.rows}
      WHERE ${projectId} = ${r.at.projectId} AND ${id} = ${r.at.id} AND ${column} = ${r.at.sealed}`,
  });
}

const walks = sealedColumns.map((column) => ({
  column,
  read: pageOf(column, 'read'),
  lock: pageOf(column, 'replace'),
  replace: replacementIn(column),
}));

/** All secrets in force whose texts do not begin with `stamp`, in pages. */
export async function* walkSealed(database: Queryable, stamp: string): AsyncGenerator<SealedSecret[]> {
  for (const { column, read } of walks) {
    for (let after: Place | undefined = beginning; after; ) {
      const rows = await read.all(database, { ...after, stamp });
      if (rows.length > 0) yield rows.map((row) => ({ column, ...row }));
      after = rows.length < pageSize ? undefined : placeAfter(rows);
    }
  }
}

/**
 * Replaces secrets whose texts do not begin with `stamp`, a page in each transaction.
 * @param renew the new text of a secret; undefined leaves it as it is
 * @returns how many were replaced
 */
export async function replaceSealed(
  database: Database,
  stamp: string,
  renew: (secret: SealedSecret) => string | undefined,
  ending: AbortSignal,
): Promise<number> {
  let replaced = 0;
  for (const { column, lock, replace } of walks) {
    const turn = async (tx: Transaction, after: Place): Promise<Place | undefined> => {
      const rows = await lock.all(tx, { ...after, stamp });
      const renewed = rows.flatMap(({ title, ...row }) => {
        const fresh = renew({ column, title, ...row });
        return fresh === undefined ? [] : [{ ...row, fresh }];
      });
      if (renewed.length > 0) replaced += await replace.run(tx, { rows: renewed });
      return rows.length < pageSize ? undefined : placeAfter(rows);
    };
    for (let after: Place | undefined = beginning; after && !ending.aborted; ) {
      const from: Place = after;
      after = await database.transaction((tx) => turn(tx, from));
    }
  }
  return replaced;
}

function placeAfter(rows: readonly Place[]): Place {
  const { projectId, id } = rows.at(-1)!;
  return { projectId, id };
}
