import { readId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import type { Json } from '../scenario/template.ts';
import type { TaskState } from '../schema.ts';
import type { RunStatus } from '../workflows/schema.ts';
import type { CallState } from './result.ts';
import type { FoundVersion } from './versions.ts';

interface Row {
  state: TaskState;
  result: Json;
  error: CallState['error'];
  run_status: RunStatus | null;
  output: Json;
  run_error: CallState['error'];
}

/**
 * How a call stands that was made through a version: the job, or the run once it has begun.
 * @returns undefined where this version made no such job
 */
export async function readCall(
  tx: Queryable,
  { projectId, slug, version, target }: FoundVersion,
  publicId: string,
): Promise<CallState | undefined> {
  const kind = 'operation' in target ? 'job' : 'run';
  const id = readId(kind, publicId);
  if (id === undefined) return undefined;
  const { rows } = await tx.query<Row>({
    name: 'published-job',
    text: `SELECT t.state, t.result, t.error, r.status AS run_status, r.output, r.error AS run_error
           FROM dialog.tasks AS t
           LEFT JOIN dialog.workflow_runs AS r ON r.project_id = t.project_id AND r.id = t.id
           WHERE t.project_id = $1 AND t.id = $2 AND t.kind = $3
             AND t.payload -> 'published' ->> 'method' = $4
             AND (t.payload -> 'published' ->> 'version')::int = $5`,
    values: [projectId, id, kind, slug, version],
  });
  const row = rows[0];
  if (!row) return undefined;
  if (row.run_status === null) return { status: row.state, result: row.result, error: row.error };
  const status = row.run_status === 'waiting' ? 'running' : row.run_status;
  return { status, result: row.output, error: row.run_error };
}
