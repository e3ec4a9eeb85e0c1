import { Batcher } from '../../platform/batcher.ts';
import type { Database, Queryable } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import type { Definition } from './definition.ts';

/** An operation with the revision that is in force. */
export interface OperationRow {
  slug: string;
  name: string;
  description: string;
  environments: Environment[];
  revision_id: string;
  kind: string;
  connection_id: string | null;
  /** The slug of the connection. */
  connection: string | null;
  input_schema: Record<string, unknown>;
  definition: Definition;
  created_at: Date;
  updated_at: Date;
}

const columns = `o.slug, o.name, o.description, o.environments, o.revision_id, r.kind, r.connection_id,
  c.slug AS connection, r.input_schema, r.definition, o.created_at, o.updated_at`;

const sources = `dialog.operations AS o
  JOIN dialog.operation_revisions AS r ON r.project_id = o.project_id AND r.id = o.revision_id
  LEFT JOIN dialog.connections AS c ON c.project_id = o.project_id AND c.id = o.connection_id`;

/** Operations by slug, from `offset` on, `limit` at the most. */
export async function listOperations(
  database: Queryable,
  projectId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<OperationRow[]> {
  const { rows } = await database.query<OperationRow>(
    `SELECT ${columns} FROM ${sources} WHERE o.project_id = $1 ORDER BY o.slug OFFSET $2 LIMIT $3`,
    [projectId, offset, limit],
  );
  return rows;
}

/** @param slug a well-formed one. */
export async function readOperation(
  tx: Queryable,
  projectId: string,
  slug: string,
): Promise<OperationRow | undefined> {
  const { rows } = await tx.query<OperationRow>(
    `SELECT ${columns} FROM ${sources} WHERE o.project_id = $1 AND o.slug = $2`,
    [projectId, slug],
  );
  return rows[0];
}

/** What a write for an operation is accepted by. */
export type RunnableOperation = Pick<
  OperationRow,
  'slug' | 'environments' | 'revision_id' | 'kind' | 'connection_id' | 'input_schema'
>;

/** Reads operations for runs; those that are asked for together are read together. */
export function operationReader(
  database: Database,
): (projectId: string, slug: string) => Promise<RunnableOperation | undefined> {
  const batcher = new Batcher<{ projectId: string; slug: string }, RunnableOperation | undefined>(
    (wanted) => readRunnable(database, wanted),
    { maxParallel: 2 },
  );
  return (projectId, slug) => batcher.submit({ projectId, slug });
}

/** One answer an item of `wanted`, in its order; undefined where the project has no such operation. */
export async function readRunnable(
  database: Queryable,
  wanted: { projectId: string; slug: string }[],
): Promise<(RunnableOperation | undefined)[]> {
  const { rows } = await database.query<RunnableOperation & { n: number }>({
    name: 'operations-by-slug',
    text: `SELECT w.n::int AS n, o.slug, o.environments, o.revision_id, r.kind, r.connection_id, r.input_schema
           FROM unnest($1::uuid[], $2::text[]) WITH ORDINALITY AS w(project_id, slug, n)
           JOIN dialog.operations AS o ON o.project_id = w.project_id AND o.slug = w.slug
           JOIN dialog.operation_revisions AS r ON r.project_id = o.project_id AND r.id = o.revision_id`,
    values: [wanted.map((w) => w.projectId), wanted.map((w) => w.slug)],
  });
  const found: (RunnableOperation | undefined)[] = wanted.map(() => undefined);
  for (const { n, ...row } of rows) found[n - 1] = row;
  return found;
}

/** An operation as it is to be; its revision is stored beside it when it is a new one. */
export interface WantedOperation {
  projectId: string;
  slug: string;
  name: string;
  description: string;
  environments: Environment[];
  revision: {
    id: string;
    isNew: boolean;
    kind: string;
    connectionId: string | null;
    inputSchema: Record<string, unknown>;
    definition: Definition;
  };
}

/** Stores an operation under its slug, with its revision. */
export async function writeOperation(tx: Queryable, wanted: WantedOperation): Promise<void> {
  const { projectId, slug, revision } = wanted;
  if (revision.isNew) {
    await tx.query(
      `INSERT INTO dialog.operation_revisions (project_id, id, slug, kind, connection_id, input_schema, definition)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        projectId,
        revision.id,
        slug,
        revision.kind,
        revision.connectionId,
        JSON.stringify(revision.inputSchema),
        JSON.stringify(revision.definition),
      ],
    );
  }
  await tx.query(
    `INSERT INTO dialog.operations (project_id, slug, name, description, environments, revision_id, connection_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (project_id, slug) DO UPDATE SET
       name = excluded.name, description = excluded.description, environments = excluded.environments,
       revision_id = excluded.revision_id, connection_id = excluded.connection_id, updated_at = now()`,
    [
      projectId,
      slug,
      wanted.name,
      wanted.description,
      wanted.environments,
      revision.id,
      revision.connectionId,
    ],
  );
}

/** @returns false when there is no such operation. Its revisions stay for the jobs that refer to them. */
export async function removeOperation(tx: Queryable, projectId: string, slug: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM dialog.operations WHERE project_id = $1 AND slug = $2', [
    projectId,
    slug,
  ]);
  return rowCount === 1;
}

/** The slugs of the operations that go through a connection. */
export async function operationsThrough(
  tx: Queryable,
  projectId: string,
  connectionId: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ slug: string }>(
    'SELECT slug FROM dialog.operations WHERE project_id = $1 AND connection_id = $2 ORDER BY slug',
    [projectId, connectionId],
  );
  return rows.map((row) => row.slug);
}
