import { type Database, violatedConstraint } from '../../platform/postgres.ts';
import type { ProjectKey } from '../gate/key-ring.ts';
import type { ValidationItem } from '../http/validation.ts';
import type { Environment } from '../schema.ts';
import type { RowRules } from './columns.ts';

/** Rows that a key's holder wants to append, or to put in place of all there are. */
export interface RowsWrite {
  key: ProjectKey;
  slug: string;
  environment: Environment;
  /** A JSON array of objects, as it was sent. */
  rowsText: string;
  count: number;
  /** The revision that is to be replaced; null appends. */
  replaces: number | null;
  idempotencyKey: string;
  /** SHA-256 of the canonical body. */
  fingerprint: Buffer;
  requestId: string;
  /** What the rows lack by the rules of the table. */
  faultsBy(rules: RowRules): ValidationItem[];
}

export type WriteVerdict =
  | { verdict: 'written' | 'replayed'; answer: string }
  | { verdict: 'reused' | 'revoked' | 'table_not_found' }
  | { verdict: 'rows_refused'; faults: ValidationItem[] }
  | { verdict: 'revision_conflict'; revision: number };

/**
 * Writes rows with their request key and audit entry, all or nothing, in one statement; the same key again gets the
 * first answer. Writers of one sheet take turns at its row.
 *
 * What speaks against a write is looked up before it, and again when the statement did not go through: then another
 * writer was first, and the look tells with what.
 */
export async function writeRowsOnce(database: Database, write: RowsWrite): Promise<WriteVerdict> {
  for (;;) {
    const found = await look(database, write);
    if (!found.in_force) return { verdict: 'revoked' };
    if (found.fingerprint) {
      if (!found.fingerprint.equals(write.fingerprint)) return { verdict: 'reused' };
      return { verdict: 'replayed', answer: found.answer! };
    }
    if (found.table_id === null) return { verdict: 'table_not_found' };
    const faults = write.faultsBy({ columns: found.columns!, enforce: found.enforce! });
    if (faults.length > 0) return { verdict: 'rows_refused', faults };
    const revision = Number(found.revision);
    if (write.replaces !== null && write.replaces !== revision) {
      return { verdict: 'revision_conflict', revision };
    }

    const answer = await store(database, write, found.table_id).catch((error) => {
      if (violatedConstraint(error) !== requestKeyConstraint) throw error;
    });
    if (answer !== undefined) return { verdict: 'written', answer };
  }
}

interface Found {
  in_force: boolean;
  fingerprint: Buffer | null;
  answer: string | null;
  table_id: string | null;
  columns: RowRules['columns'] | null;
  enforce: boolean | null;
  revision: string | null;
}

async function look(database: Database, { key, ...write }: RowsWrite): Promise<Found> {
  const { rows } = await database.query<Found>({
    name: 'table-write-look',
    text: `SELECT known.fingerprint, known.answer, t.id AS table_id, t.columns, t.enforce, s.revision,
             EXISTS (SELECT FROM dialog.project_keys
                     WHERE project_id = $1 AND id = $2 AND revoked_at IS NULL) AS in_force
           FROM (VALUES ($1::uuid)) AS p(project_id)
           LEFT JOIN dialog.request_keys AS known
             ON known.project_id = p.project_id AND known.endpoint = $3 AND known.key = $4
           LEFT JOIN dialog.tables AS t
             ON t.project_id = p.project_id AND t.slug = $5 AND t.deleted_at IS NULL
           LEFT JOIN dialog.table_sheets AS s
             ON s.project_id = t.project_id AND s.table_id = t.id AND s.environment = $6`,
    values: [
      key.projectId,
      key.id,
      endpointOf(write.slug),
      write.idempotencyKey,
      write.slug,
      write.environment,
    ],
  });
  return rows[0]!;
}

const requestKeyConstraint = 'request_keys_project_id_endpoint_key_pk';

/** The body of the answer; undefined when the sheet is gone, has another revision, or the key was revoked. */
async function store(database: Database, write: RowsWrite, tableId: string): Promise<string | undefined> {
  const { key, slug, environment, count, replaces } = write;
  const { rows } = await database.query<{ answer: string }>({
    name: 'table-write',
    text: `
      WITH written AS (
        UPDATE dialog.table_sheets SET
          floor = CASE WHEN $4::bigint IS NULL THEN floor ELSE last END,
          total = CASE WHEN $4::bigint IS NULL THEN total ELSE 0 END + $5::bigint,
          last = last + $5::bigint,
          revision = revision + 1
        WHERE project_id = $1 AND table_id = $2 AND environment = $3
          AND ($4::bigint IS NULL OR revision = $4::bigint)
          AND EXISTS (
            SELECT FROM dialog.project_keys WHERE project_id = $1 AND id = $6 AND revoked_at IS NULL)
        RETURNING last - $5::bigint AS before, revision,
          $7::text || ',"total":' || total || ',"revision":' || revision || '}' AS answer
      ), added AS (
        INSERT INTO dialog.table_rows (project_id, table_id, environment, position, data)
        SELECT $1, $2, $3, w.before + r.n, r.data
        FROM written AS w, json_array_elements($8::json) WITH ORDINALITY AS r(data, n)
      ), remembered AS (
        INSERT INTO dialog.request_keys (project_id, endpoint, key, fingerprint, answer)
        SELECT $1, $9, $10, $11::bytea, w.answer FROM written AS w
      ), entry AS (
        INSERT INTO dialog.audit_inbox (project_id, actor_type, actor_id, actor_name, action, subject_type,
          subject_id, environment, request_id, data)
        SELECT $1, 'key', $12, $13, 'table.written', 'table', $14, $3, $15,
          json_build_object('rows', $5::bigint, 'replaced', $4::bigint IS NOT NULL, 'revision', w.revision)
        FROM written AS w
      )
      SELECT answer FROM written`,
    values: [
      key.projectId,
      tableId,
      environment,
      replaces,
      count,
      key.id,
      JSON.stringify({ table_id: slug, environment, inserted: count }).slice(0, -1),
      write.rowsText,
      endpointOf(slug),
      write.idempotencyKey,
      write.fingerprint,
      key.publicId,
      key.name,
      slug,
      write.requestId,
    ],
  });
  return rows[0]?.answer;
}

const endpointOf = (slug: string) => `tables/${slug}/rows`;
