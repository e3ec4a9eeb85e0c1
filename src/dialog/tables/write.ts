import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Database, violatedConstraint } from '../../platform/postgres.ts';
import { as, name, names, outer } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { auditInbox } from '../audit/schema.ts';
import type { ProjectKey } from '../gate/key-ring.ts';
import type { ValidationItem } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import { keyInForce, projectKeys, requestKeys } from '../schema.ts';
import type { RowRules } from './columns.ts';
import { tableRows, tableSheets, tables } from './schema.ts';

/** A client's write: rows to append, or to replace all rows. */
export interface RowsWrite {
  key: ProjectKey;
  slug: string;
  environment: Environment;
  /** A JSON array of objects, as it was sent. */
  rowsText: string;
  count: number;
  /** The revision that is replaced; null appends. */
  replaces: number | null;
  idempotencyKey: string;
  /** SHA-256 of the canonical body. */
  fingerprint: Buffer;
  requestId: string;
  /** The faults of the rows by the rules of the table. */
  faultsBy(rules: RowRules): ValidationItem[];
}

export type WriteVerdict =
  | { verdict: 'written' | 'replayed'; answer: string }
  | { verdict: 'reused' | 'revoked' | 'table_not_found' }
  | { verdict: 'rows_refused'; faults: ValidationItem[] }
  | { verdict: 'revision_conflict'; revision: number };

/**
 * Writes rows with their request key and audit entry, all or nothing, in one statement. The same key again gets the first answer.
 * Writers of one sheet take turns by locking its row.
 *
 * The reasons to refuse a write are read first, and again if the statement changed nothing: then another writer was faster, and
 * the second read shows what it changed.
 */
export async function writeRowsOnce(database: Database, write: RowsWrite): Promise<WriteVerdict> {
  for (;;) {
    const found = await lookAt.one(database, {
      projectId: write.key.projectId,
      keyId: write.key.id,
      endpoint: endpointOf(write.slug),
      ...write,
    });
    if (!found.inForce) return { verdict: 'revoked' };
    if (found.fingerprint) {
      if (!found.fingerprint.equals(write.fingerprint)) return { verdict: 'reused' };
      return { verdict: 'replayed', answer: found.answer };
    }
    if (found.tableId === null) return { verdict: 'table_not_found' };
    const faults = write.faultsBy({ columns: found.columns, enforce: found.enforce });
    if (faults.length > 0) return { verdict: 'rows_refused', faults };
    const { revision } = found;
    if (write.replaces !== null && write.replaces !== revision) {
      return { verdict: 'revision_conflict', revision };
    }

    const answer = await store(database, write, found.tableId).catch((error) => {
      if (violatedConstraint(error) !== requestKeyConstraint) throw error;
    });
    if (answer !== undefined) return { verdict: 'written', answer };
  }
}

const k = alias(projectKeys, 'k');
const known = alias(requestKeys, 'known');
const t = alias(tables, 't');
const s = alias(tableSheets, 's');

/** Reads everything that decides about a write. */
const lookAt = statement({
  name: 'table-write-look',
  params: {
    projectId: k.projectId,
    keyId: k.id,
    endpoint: known.endpoint,
    idempotencyKey: known.key,
    slug: t.slug,
    environment: s.environment,
  },
  columns: (p) => ({
    inForce: as(
      types.boolean,
      sql`EXISTS (SELECT FROM ${projectKeys} AS ${k}
        WHERE ${k.projectId} = ${p.projectId} AND ${k.id} = ${p.keyId} AND ${keyInForce(k)})`,
    ),
    fingerprint: outer(known.fingerprint),
    answer: known.answer,
    tableId: outer(t.id),
    columns: t.columns,
    enforce: t.enforce,
    revision: s.revision,
  }),
  query: (p, columns) => sql`
    SELECT ${columns} FROM (VALUES (${p.projectId})) AS p(project_id)
    LEFT JOIN ${requestKeys} AS ${known} ON ${known.projectId} = p.project_id
      AND ${known.endpoint} = ${p.endpoint} AND ${known.key} = ${p.idempotencyKey}
    LEFT JOIN ${tables} AS ${t}
      ON ${t.projectId} = p.project_id AND ${t.slug} = ${p.slug} AND ${t.deletedAt} IS NULL
    LEFT JOIN ${tableSheets} AS ${s}
      ON ${s.projectId} = ${t.projectId} AND ${s.tableId} = ${t.id} AND ${s.environment} = ${p.environment}`,
});

const requestKeyConstraint = 'request_keys_project_id_endpoint_key_pk';

const sheet = tableSheets;
const row = tableRows;
const entry = auditInbox;

const write = statement({
  name: 'table-write',
  params: {
    projectId: sheet.projectId,
    tableId: sheet.tableId,
    environment: sheet.environment,
    replaces: orNull(sheet.revision),
    count: sheet.total,
    keyId: k.id,
    /** The beginning of the answer. */
    answer: types.text,
    rows: types.jsonText,
    endpoint: known.endpoint,
    idempotencyKey: known.key,
    fingerprint: known.fingerprint,
    actorId: types.text,
    actorName: types.text,
    slug: types.text,
    requestId: types.text,
  },
  columns: { answer: as(types.text, sql`answer`) },
  query: (p, columns) => sql`
    WITH written AS (
      UPDATE ${sheet} SET
        ${name(sheet.floor)} = CASE WHEN ${p.replaces} IS NULL THEN ${sheet.floor} ELSE ${sheet.last} END,
        ${name(sheet.total)} = CASE WHEN ${p.replaces} IS NULL THEN ${sheet.total} ELSE 0 END + ${p.count},
        ${name(sheet.last)} = ${sheet.last} + ${p.count},
        ${name(sheet.revision)} = ${sheet.revision} + 1
      WHERE ${sheet.projectId} = ${p.projectId} AND ${sheet.tableId} = ${p.tableId}
        AND ${sheet.environment} = ${p.environment}
        AND (${p.replaces} IS NULL OR ${sheet.revision} = ${p.replaces})
        AND EXISTS (
          SELECT FROM ${projectKeys} AS ${k}
          WHERE ${k.projectId} = ${p.projectId} AND ${k.id} = ${p.keyId} AND ${keyInForce(k)})
      RETURNING ${sheet.last} - ${p.count} AS before, ${sheet.revision} AS revision,
        ${p.answer} || ',"total":' || ${sheet.total} || ',"revision":' || ${sheet.revision} || '}' AS answer
    ), added AS (
      INSERT INTO ${row} (${names(row.projectId, row.tableId, row.environment, row.position, row.data)})
      SELECT ${p.projectId}, ${p.tableId}, ${p.environment}, w.before + r.n, r.data
      FROM written AS w, json_array_elements(${p.rows}) WITH ORDINALITY AS r(data, n)
    ), remembered AS (
      INSERT INTO ${requestKeys} (${names(known.projectId, known.endpoint, known.key, known.fingerprint, known.answer)})
      SELECT ${p.projectId}, ${p.endpoint}, ${p.idempotencyKey}, ${p.fingerprint}, w.answer FROM written AS w
    ), entry AS (
      INSERT INTO ${entry} (${names(
        ...[entry.projectId, entry.actorType, entry.actorId, entry.actorName, entry.action],
        ...[entry.subjectType, entry.subjectId, entry.environment, entry.requestId, entry.data],
      )})
      SELECT ${p.projectId}, 'key', ${p.actorId}, ${p.actorName}, 'table.written', 'table', ${p.slug},
        ${p.environment}, ${p.requestId},
        json_build_object('rows', ${p.count}, 'replaced', ${p.replaces} IS NOT NULL, 'revision', w.revision,
          'added', ${p.count}, 'last', w.before + ${p.count})
      FROM written AS w
    )
    SELECT ${columns} FROM written`,
});

/** The body of the answer; undefined if the sheet is gone, has another revision, or the key was revoked. */
async function store(
  database: Database,
  { key, slug, environment, count, ...given }: RowsWrite,
  tableId: string,
): Promise<string | undefined> {
  const stored = await write.first(database, {
    ...{ projectId: key.projectId, keyId: key.id, actorId: key.publicId, actorName: key.name },
    ...{ tableId, slug, environment, count },
    replaces: given.replaces,
    answer: JSON.stringify({ table_id: slug, environment, inserted: count }).slice(0, -1),
    rows: given.rowsText,
    endpoint: endpointOf(slug),
    idempotencyKey: given.idempotencyKey,
    fingerprint: given.fingerprint,
    requestId: given.requestId,
  });
  return stored?.answer;
}

const endpointOf = (slug: string) => `tables/${slug}/rows`;
