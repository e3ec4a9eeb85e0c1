import { showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import type { Environment } from '../schema.ts';
import type { RunStatus } from './schema.ts';
import type { RunStart } from './start.ts';

/** A run as it is shown. */
export interface ShownRun {
  run_id: string;
  workflow: string;
  version: number;
  environment: Environment;
  status: RunStatus;
  input: Record<string, unknown>;
  output: unknown;
  error: { code: string; message: string } | null;
  identity_id: string | null;
  steps: ShownStep[];
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

interface ShownStep {
  id: string;
  type: string;
  status: 'succeeded' | 'failed' | 'waiting';
  output: unknown;
  error: { code: string; message: string } | null;
  started_at: string;
  finished_at: string | null;
}

const stepsShown = 1000;

/** A run with its steps. Before its first turn it is the task that will begin it. */
export async function readRun(
  database: Queryable,
  projectId: string,
  id: string,
): Promise<ShownRun | undefined> {
  const { rows } = await database.query<Row>({
    name: 'run-read',
    text: `SELECT t.payload, t.state, t.error AS task_error,
             coalesce(r.environment, t.environment) AS environment,
             coalesce(r.identity_id, t.identity_id) AS identity_id, coalesce(r.created_at, t.created_at) AS created_at,
             t.finished_at AS task_finished_at,
             r.id, r.slug, r.version, r.status, r.input, r.output, r.error, r.started_at, r.finished_at,
             (SELECT json_agg(s.step ORDER BY s.n) FROM (
                SELECT n, json_build_object('id', step, 'type', type, 'status', status, 'output', output,
                  'error', error, 'started_at', started_at, 'finished_at', finished_at) AS step
                FROM dialog.workflow_steps WHERE project_id = $1 AND run_id = $2 ORDER BY n LIMIT ${stepsShown}
              ) AS s) AS steps
           FROM (SELECT $1::uuid AS project_id, $2::uuid AS id) AS wanted
           LEFT JOIN dialog.workflow_runs AS r ON r.project_id = wanted.project_id AND r.id = wanted.id
           LEFT JOIN dialog.tasks AS t
             ON t.project_id = wanted.project_id AND t.id = wanted.id AND t.kind = 'run'`,
    values: [projectId, id],
  });
  const row = rows[0];
  if (!row) return undefined;
  if (row.id !== null) return presentRun(row);
  return row.payload ? presentQueued(id, row, row.payload) : undefined;
}

interface Row {
  payload: RunStart | null;
  state: RunStatus;
  environment: Environment;
  identity_id: string | null;
  task_error: { code: string; message: string } | null;
  created_at: Date;
  task_finished_at: Date | null;
  id: string | null;
  slug: string;
  version: number;
  status: RunStatus;
  input: Record<string, unknown>;
  output: unknown;
  error: { code: string; message: string } | null;
  started_at: Date;
  finished_at: Date | null;
  steps: ShownStep[] | null;
}

function presentRun(row: Row): ShownRun {
  return {
    run_id: showId('run', row.id!),
    workflow: row.slug,
    version: row.version,
    environment: row.environment,
    status: row.status,
    input: row.input,
    output: row.output ?? null,
    error: row.error,
    identity_id: row.identity_id && showId('identity', row.identity_id),
    steps: (row.steps ?? []).map((step) => ({
      ...step,
      started_at: new Date(step.started_at).toISOString(),
      finished_at: step.finished_at && new Date(step.finished_at).toISOString(),
    })),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function presentQueued(id: string, row: Row, payload: RunStart): ShownRun {
  return {
    run_id: showId('run', id),
    workflow: payload.workflow,
    version: payload.version,
    environment: row.environment,
    status: row.state,
    input: payload.input ?? {},
    output: null,
    error: row.task_error,
    identity_id: row.identity_id && showId('identity', row.identity_id),
    steps: [],
    created_at: row.created_at.toISOString(),
    started_at: null,
    finished_at: row.task_finished_at?.toISOString() ?? null,
  };
}
