import type { Queryable } from '../../platform/postgres.ts';
import { isSlug } from '../http/slug.ts';
import type { Environment } from '../schema.ts';
import type { MethodDefinition, Target } from './definition.ts';

/** A method as its owner sees it. */
export interface MethodRow {
  slug: string;
  name: string;
  description: string;
  definition: MethodDefinition;
  /** The newest version that is in force; null where there is none. */
  published_version: number | null;
  created_at: Date;
  updated_at: Date;
}

/** A version as its owner sees it. */
export interface VersionRow {
  version: number;
  name: string;
  description: string;
  definition: MethodDefinition;
  published_at: Date;
  published_by: string;
  retired_at: Date | null;
}

const columns = `m.slug, m.name, m.description, m.definition, m.created_at, m.updated_at,
  (SELECT max(version) FROM dialog.method_versions AS v
   WHERE v.project_id = m.project_id AND v.slug = m.slug AND v.retired_at IS NULL
     AND v.removed_at IS NULL) AS published_version`;

const versionColumns = 'version, name, description, definition, published_at, published_by, retired_at';

/** Methods by slug. */
export async function listMethods(tx: Queryable, projectId: string): Promise<MethodRow[]> {
  const { rows } = await tx.query<MethodRow>(
    `SELECT ${columns} FROM dialog.methods AS m WHERE m.project_id = $1 ORDER BY m.slug`,
    [projectId],
  );
  return rows;
}

/** @param lock holds the method until the end of the transaction, so that one publication follows another. */
export async function readMethod(
  tx: Queryable,
  projectId: string,
  slug: string,
  { lock = false } = {},
): Promise<MethodRow | undefined> {
  if (!isSlug(slug)) return undefined;
  const { rows } = await tx.query<MethodRow>(
    `SELECT ${columns} FROM dialog.methods AS m WHERE m.project_id = $1 AND m.slug = $2
     ${lock ? 'FOR UPDATE' : ''}`,
    [projectId, slug],
  );
  return rows[0];
}

/** Which of these slugs name methods. */
export async function knownMethods(tx: Queryable, projectId: string, slugs: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ slug: string }>(
    'SELECT slug FROM dialog.methods WHERE project_id = $1 AND slug = ANY ($2)',
    [projectId, slugs.filter(isSlug)],
  );
  return new Set(rows.map((row) => row.slug));
}

/** Makes or replaces the draft. @returns true for a new method. */
export async function writeMethod(
  tx: Queryable,
  projectId: string,
  method: Pick<MethodRow, 'slug' | 'name' | 'description' | 'definition'>,
): Promise<boolean> {
  const { rows } = await tx.query<{ made: boolean }>(
    `INSERT INTO dialog.methods (project_id, slug, name, description, definition)
     VALUES ($1, $2, $3, $4, $5::json)
     ON CONFLICT (project_id, slug) DO UPDATE SET
       name = excluded.name, description = excluded.description, definition = excluded.definition,
       updated_at = now()
     -- A row that was there before has been locked for the update, and only that leaves an xmax.
     RETURNING xmax = 0 AS made`,
    [projectId, method.slug, method.name, method.description, JSON.stringify(method.definition)],
  );
  return rows[0]!.made;
}

/** Removes a method; its versions are called no more, and stay for what was accepted through them. */
export async function removeMethod(tx: Queryable, projectId: string, slug: string): Promise<void> {
  await tx.query('DELETE FROM dialog.methods WHERE project_id = $1 AND slug = $2', [projectId, slug]);
  await tx.query(
    `UPDATE dialog.method_versions SET removed_at = now()
     WHERE project_id = $1 AND slug = $2 AND removed_at IS NULL`,
    [projectId, slug],
  );
}

/** The versions of a method, newest first. */
export async function listVersions(tx: Queryable, projectId: string, slug: string): Promise<VersionRow[]> {
  const { rows } = await tx.query<VersionRow>(
    `SELECT ${versionColumns} FROM dialog.method_versions
     WHERE project_id = $1 AND slug = $2 AND removed_at IS NULL ORDER BY version DESC LIMIT 1000`,
    [projectId, slug],
  );
  return rows;
}

/** The newest version that is in force. */
export async function newestVersion(
  tx: Queryable,
  projectId: string,
  slug: string,
): Promise<VersionRow | undefined> {
  const { rows } = await tx.query<VersionRow>(
    `SELECT ${versionColumns} FROM dialog.method_versions
     WHERE project_id = $1 AND slug = $2 AND removed_at IS NULL AND retired_at IS NULL
     ORDER BY version DESC LIMIT 1`,
    [projectId, slug],
  );
  return rows[0];
}

export interface NewVersion {
  id: string;
  method: MethodRow;
  environment: Environment;
  target: Target;
  pin: { revision: string } | { version: number };
  by: string;
}

/** Stores the next version of a method whose row the transaction holds. */
export async function insertVersion(
  tx: Queryable,
  projectId: string,
  { id, method, environment, target, pin, by }: NewVersion,
): Promise<VersionRow> {
  const { rows } = await tx.query<VersionRow>(
    `INSERT INTO dialog.method_versions
       (project_id, slug, version, id, name, description, definition, environment, operation, revision_id, workflow,
        workflow_version, published_by)
     SELECT $1, $2, coalesce(max(version), 0) + 1, $3, $4, $5, $6::json, $7, $8, $9, $10, $11, $12
     FROM dialog.method_versions WHERE project_id = $1 AND slug = $2
     RETURNING ${versionColumns}`,
    [
      projectId,
      method.slug,
      id,
      method.name,
      method.description,
      JSON.stringify(method.definition),
      environment,
      'operation' in target ? target.operation : null,
      'revision' in pin ? pin.revision : null,
      'workflow' in target ? target.workflow : null,
      'version' in pin ? pin.version : null,
      by,
    ],
  );
  return rows[0]!;
}

/** Retires a version; again, it stays as it is. @returns undefined where there is no such version. */
export async function retireVersion(
  tx: Queryable,
  projectId: string,
  slug: string,
  version: number,
): Promise<{ row: VersionRow; wasRetired: boolean } | undefined> {
  const { rows } = await tx.query<VersionRow & { was: Date | null }>(
    `WITH before AS (
       SELECT project_id, slug, version, retired_at FROM dialog.method_versions
       WHERE project_id = $1 AND slug = $2 AND version = $3 AND removed_at IS NULL FOR UPDATE
     )
     UPDATE dialog.method_versions AS v SET retired_at = coalesce(before.retired_at, now())
     FROM before
     WHERE v.project_id = before.project_id AND v.slug = before.slug AND v.version = before.version
     RETURNING ${versionColumns.replaceAll(/\w+/g, 'v.$&')}, before.retired_at AS was`,
    [projectId, slug, version],
  );
  if (!rows[0]) return undefined;
  const { was, ...row } = rows[0];
  return { row, wasRetired: was !== null };
}
