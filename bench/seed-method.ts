import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';

/** Publishes version 1 of a method of this name over a mocked operation of the same name, as an owner would have done it. */
export async function publishMethod(
  pool: pg.Pool,
  projectId: string,
  slug: string,
  { schema, definition }: { schema: unknown; definition: unknown },
): Promise<void> {
  await pool.query(
    `WITH revision AS (
       INSERT INTO dialog.operation_revisions (project_id, id, slug, kind, input_schema, definition)
       VALUES ($1, $2, $3, 'http', $4, $5)
     ), operation AS (
       INSERT INTO dialog.operations (project_id, slug, name, description, environments, revision_id)
       VALUES ($1, $3, 'bench', '', '{sandbox}', $2)
     ), method AS (
       INSERT INTO dialog.methods (project_id, slug, name, description, definition)
       VALUES ($1, $3, 'bench', '', $6)
     )
     INSERT INTO dialog.method_versions
       (project_id, slug, version, id, name, description, definition, environment, operation, revision_id, published_by)
     VALUES ($1, $3, 1, $7, 'bench', '', $6, 'sandbox', $3, $2, 'bench')`,
    [
      projectId,
      newId(),
      slug,
      JSON.stringify(schema),
      JSON.stringify({ request: {}, success: {}, mock: { result: {}, variants: [] } }),
      JSON.stringify(definition),
      newId(),
    ],
  );
}
