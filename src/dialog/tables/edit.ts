import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { JsonText } from '../../platform/json-text.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { asText, name } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { losslessMembers } from '../http/json-body.ts';
import { type ValidationItem, ValidationProblem, valueError } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import { lockSheet, statementOf } from './change-statements.ts';
import { columnFaults, type RowRules } from './columns.ts';
import { deepestRow, isDeeperThan } from './rows.ts';
import { tableRows, tableSheets } from './schema.ts';
import { tableNotFound } from './slug.ts';

/** People change one row. */

export interface RowEdit {
  projectId: string;
  /** The slug. */
  table: string;
  environment: Environment;
  position: number;
  /** If set, nothing is written unless the rows have this revision. */
  ifRevision: number | null;
  actor: Actor;
  requestId: string;
}

/** What becomes of a row: JSON texts, so that numbers keep their digits. */
export type RowChange =
  | { to: 'data'; text: string }
  /** `set` is the text of an object, whose members replace those of the row; `unset` takes columns out. */
  | { to: 'columns'; set: string; unset: readonly string[] }
  | { to: 'nothing' };

const r = alias(tableRows, 'r');
const s = alias(tableSheets, 's');
const one = {
  projectId: r.projectId,
  tableId: r.tableId,
  environment: r.environment,
  position: r.position,
};
const isRow = (p: { [Name in keyof typeof one]: unknown }) =>
  sql`${r.projectId} = ${p.projectId} AND ${r.tableId} = ${p.tableId} AND ${r.environment} = ${p.environment}
    AND ${r.position} = ${p.position}`;
const isSheet = (p: { [Name in keyof typeof one]: unknown }) =>
  sql`${s.projectId} = ${p.projectId} AND ${s.tableId} = ${p.tableId} AND ${s.environment} = ${p.environment}`;

const readOne = statement({
  name: 'table-row',
  prepared: false,
  params: { ...one, floor: types.bigint },
  columns: { data: asText(r.data) },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${tableRows} AS ${r} WHERE ${isRow(p)} AND ${r.position} > ${p.floor}`,
});

const replaceOne = statement({
  name: 'table-row-replace',
  prepared: false,
  params: { ...one, data: types.jsonText },
  columns: { revision: s.revision },
  query: (p, columns) => sql`
    WITH replaced AS (
      UPDATE ${tableRows} AS ${r} SET ${name(r.data)} = ${p.data} WHERE ${isRow(p)} RETURNING 1
    )
    UPDATE ${tableSheets} AS ${s} SET ${name(s.revision)} = ${s.revision} + 1
    WHERE ${isSheet(p)} AND EXISTS (SELECT FROM replaced) RETURNING ${columns}`,
});

const removeOne = statement({
  name: 'table-row-remove',
  prepared: false,
  params: one,
  columns: { revision: s.revision },
  query: (p, columns) => sql`
    WITH removed AS (
      DELETE FROM ${tableRows} AS ${r} WHERE ${isRow(p)} RETURNING 1
    )
    UPDATE ${tableSheets} AS ${s} SET
      ${name(s.revision)} = ${s.revision} + 1,
      ${name(s.total)} = ${s.total} - 1,
      -- An emptied sheet has no gaps any more.
      ${name(s.floor)} = CASE WHEN ${s.total} = 1 THEN ${s.last} ELSE ${s.floor} END
    WHERE ${isSheet(p)} AND EXISTS (SELECT FROM removed) RETURNING ${columns}`,
});

/**
 * Changes one row, with its audit entry. The sheet stays locked until the transaction ends.
 * @returns the text of the row after the change (null if it was deleted), and the new revision
 * @throws Problem 404 if there is no such table or row, 409 if the rows have another revision; ValidationProblem for a row that
 *   does not fit the columns
 */
export async function changeOneRow(
  tx: Transaction,
  { projectId, table, environment, position, ifRevision, actor, requestId }: RowEdit,
  change: RowChange,
): Promise<{ data: string | null; revision: number }> {
  const sheet = await lockSheet.first(tx, { projectId, slug: table, environment });
  if (!sheet) throw tableNotFound();
  const { tableId, floor } = sheet;
  const place = { projectId, tableId, environment, position };
  const before = await readOne.first(tx, { ...place, floor });
  if (!before) throw rowNotFound();
  if (ifRevision !== null && ifRevision !== sheet.revision) {
    // The row as it is, so that whoever has changed it can compare without another request.
    throw revisionConflict(sheet.revision, { data: new JsonText(before.data) });
  }
  const data = textAfter(before.data, change);
  if (data !== null) refuseMisfit(sheet, data, change.to === 'data' ? 'data' : 'set');
  const { revision } = await (data === null
    ? removeOne.one(tx, place)
    : replaceOne.one(tx, { ...place, data }));
  await writeAudit(tx, {
    ...{ projectId, actor, environment, requestId },
    action: 'table.written',
    subject: { type: 'table', id: table },
    data: { rows: 1, replaced: false, revision, added: 0, last: sheet.last, row: position },
  });
  return { data, revision };
}

/**
 * Adds one row, with its audit entry. @param text of an object
 * @returns its place, and the new revision
 * @throws like `changeOneRow`
 */
export async function addOneRow(
  tx: Transaction,
  { projectId, table, environment, ifRevision, actor, requestId }: Omit<RowEdit, 'position'>,
  text: string,
): Promise<{ position: number; revision: number }> {
  const sheet = await lockSheet.first(tx, { projectId, slug: table, environment });
  if (!sheet) throw tableNotFound();
  if (ifRevision !== null && ifRevision !== sheet.revision) throw revisionConflict(sheet.revision);
  refuseMisfit(sheet, text, 'data');
  const { tableId, floor, last: before } = sheet;
  const given = { projectId, tableId, environment, rows: `[${text}]`, floor, last: before, key: [] };
  const { last, revision } = await statementOf('append', 0).one(tx, given);
  await writeAudit(tx, {
    ...{ projectId, actor, environment, requestId },
    action: 'table.written',
    subject: { type: 'table', id: table },
    data: { rows: 1, replaced: false, revision, added: 1, last },
  });
  return { position: last, revision };
}

function textAfter(before: string, change: RowChange): string | null {
  switch (change.to) {
    case 'data':
      return change.text;
    case 'nothing':
      return null;
    case 'columns': {
      const members = losslessMembers(before);
      for (const [column, text] of losslessMembers(change.set)) members.set(column, text);
      for (const column of change.unset) members.delete(column);
      return `{${[...members].map(([column, text]) => `${JSON.stringify(column)}:${text}`).join()}}`;
    }
    default:
      return change satisfies never;
  }
}

/** @param member of the body that has the columns */
function refuseMisfit(rules: RowRules, text: string, member: 'data' | 'set'): void {
  const row = JSON.parse(text) as Record<string, unknown>;
  if (isDeeperThan(row, deepestRow)) {
    throw new ValidationProblem([
      valueError(['body', member], `a row may be nested ${deepestRow} levels deep`, null),
    ]);
  }
  const faults = columnFaults(rules, [row], () => text);
  if (faults.length === 0) return;
  const atBody = ({ loc: [, , , ...column], ...item }: ValidationItem) => ({
    ...item,
    loc: ['body', member, ...column],
  });
  throw new ValidationProblem(faults.map(atBody));
}

/** The answer if there is no such row, or not any more. */
const rowNotFound = () =>
  new Problem(404, 'row_not_found', 'The table has no such row; it may have been deleted or replaced since.');

/** The answer to a write for another revision of the rows. @param revision the present one @param more the row that it was for */
export const revisionConflict = (revision: number, more: { data?: JsonText } = {}) =>
  new Problem(
    409,
    'revision_conflict',
    `The rows have revision ${revision} by now. Read them again and decide what is to replace them.`,
    { fields: { revision, ...more } },
  );
