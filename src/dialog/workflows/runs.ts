import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId, showId } from '../../platform/ids.ts';
import type { Queryable } from '../../platform/postgres.ts';
import { as, outer } from '../../platform/sql-expressions.ts';
import { jsonOf, orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { HeardAnswer } from '../connections/heard-answer.ts';
import type { RunStart } from '../flows/run-turn.ts';
import { readAnswers } from '../operations/read-job.ts';
import { earliestOf } from '../scenario/branches.ts';
import { withoutSecretFields } from '../scenario/given.ts';
import type { Inside, Position, Rescued } from '../scenario/position.ts';
import type { Environment } from '../schema.ts';
import { tasks } from '../schema.ts';
import type { JsonObject } from '../template/json.ts';
import { type RunStatus, workflowRuns, workflowSteps } from './schema.ts';

/** A run as clients see it. */
export interface ShownRun {
  run_id: string;
  workflow: string;
  version: number;
  environment: Environment;
  status: RunStatus;
  input: Record<string, unknown>;
  output: unknown;
  error: { code: string; message: string } | null;
  cause?: Rescued;
  identity_id: string | null;
  rerun_of?: string;
  started_by?: string;
  event?: JsonObject;
  waits_until?: string;
  steps: ShownStep[];
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
}

interface ShownStep {
  id: string;
  type: string;
  status: 'succeeded' | 'failed' | 'waiting';
  input: unknown;
  output: unknown;
  error: { code: string; message: string } | null;
  within: Inside[];
  answer?: HeardAnswer;
  job_id: string | null;
  started_at: string;
  finished_at: string | null;
}

const stepsShown = 1000;

const r = alias(workflowRuns, 'r');
const t = alias(tasks, 't');
const s = workflowSteps;

/**
 * A run and the task that starts it. Without a run, `id` and all columns after it are null; without a task, its columns are null.
 */
const found = {
  payload: as(orNull(jsonOf<RunStart>()), t.payload),
  state: t.state,
  taskError: t.error,
  taskFinishedAt: t.finishedAt,
  environment: as(r.environment, sql`coalesce(${r.environment}, ${t.environment})`),
  identityId: as(t.identityId, sql`coalesce(${r.identityId}, ${t.identityId})`),
  createdAt: as(t.createdAt, sql`coalesce(${r.createdAt}, ${t.createdAt})`),
  id: outer(r.id),
  slug: r.slug,
  version: r.version,
  status: r.status,
  input: r.input,
  output: r.output,
  error: r.error,
  cause: as(
    orNull(jsonOf<Rescued>()),
    sql`CASE WHEN ${r.error} IS NOT NULL THEN ${r.position} -> 'error' END`,
  ),
  rerunOf: r.rerunOf,
  startedBy: as(orNull(types.text), sql`${r.start} ->> 'startedBy'`),
  event: as(orNull(jsonOf<JsonObject>()), sql`coalesce(${r.start} -> 'event', ${r.position} -> 'event')`),
  waits: as(
    orNull(jsonOf<Position>()),
    sql`CASE WHEN ${r.finishedAt} IS NULL AND ${r.position} #>> '{waiting,until}' IS NOT NULL THEN ${r.position} END`,
  ),
  startedAt: as(orNull(r.startedAt), sql`CASE WHEN ${r.position} IS NOT NULL THEN ${r.startedAt} END`),
  finishedAt: r.finishedAt,
};

const find = statement({
  name: 'run-read',
  params: { projectId: r.projectId, id: r.id },
  columns: {
    ...found,
    steps: as(
      orNull(jsonOf<ShownStep[]>()),
      sql`(SELECT json_agg(s.step ORDER BY s.n) FROM (
        SELECT ${s.n} AS n, json_build_object('id', ${s.step}, 'type', ${s.type}, 'status', ${s.status},
          'input', ${s.input}, 'output', ${s.output}, 'error', ${s.error},
          'within', coalesce(${s.within}, '[]'), 'job_id', ${s.jobId}, 'started_at', ${s.startedAt},
          'finished_at', ${s.finishedAt}) AS step
        FROM ${s} WHERE ${s.projectId} = wanted.project_id AND ${s.runId} = wanted.id
        ORDER BY ${s.n} LIMIT ${stepsShown}
      ) AS s)`,
    ),
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM (SELECT ${p.projectId} AS project_id, ${p.id} AS id) AS wanted
    LEFT JOIN ${workflowRuns} AS ${r} ON ${r.projectId} = wanted.project_id AND ${r.id} = wanted.id
    LEFT JOIN ${tasks} AS ${t}
      ON ${t.projectId} = wanted.project_id AND ${t.id} = wanted.id AND ${t.kind} = 'run'`,
});

type Found = Awaited<ReturnType<typeof find.one>>;

/** Reads a run with its steps. Before its first turn, the run is the task that will start it. */
export async function readRun(
  database: Queryable,
  projectId: string,
  id: string,
): Promise<ShownRun | undefined> {
  const row = await find.one(database, { projectId, id });
  if (row.id !== null) {
    const run = presentRun(row.id, row);
    return { ...run, steps: await withAnswers(database, projectId, run.steps) };
  }
  return row.payload ? presentQueued(id, row, row.payload) : undefined;
}

/** The steps, those that have failed with what the other system answered. Of the others the output says it, and the job. */
async function withAnswers(database: Queryable, projectId: string, steps: ShownStep[]): Promise<ShownStep[]> {
  const jobOf = ({ status, job_id: job }: ShownStep) =>
    status === 'failed' && job !== null ? readId('job', job) : undefined;
  const answers = await readAnswers(
    database,
    projectId,
    steps.flatMap((step) => jobOf(step) ?? []),
  );
  return steps.map((step) => {
    const answer = answers.get(jobOf(step) ?? '');
    return answer ? { ...step, answer } : step;
  });
}

function presentRun(id: string, row: Found): ShownRun {
  const waitsUntil = row.waits && earliestOf(row.waits);
  return {
    run_id: showId('run', id),
    workflow: row.slug,
    version: row.version,
    environment: row.environment,
    status: row.status,
    input: row.input,
    output: row.output ?? null,
    error: row.error,
    ...(row.cause && { cause: row.cause }),
    identity_id: row.identityId && showId('identity', row.identityId),
    ...(row.startedBy !== null && { started_by: row.startedBy }),
    ...(row.event && { event: withoutSecretFields(row.event) as JsonObject }),
    ...(row.rerunOf && { rerun_of: showId('run', row.rerunOf) }),
    ...(waitsUntil && { waits_until: waitsUntil }),
    steps: (row.steps ?? []).map((step) => ({
      ...step,
      started_at: new Date(step.started_at).toISOString(),
      finished_at: step.finished_at && new Date(step.finished_at).toISOString(),
    })),
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

function presentQueued(id: string, row: Found, payload: RunStart): ShownRun {
  return {
    run_id: showId('run', id),
    workflow: payload.workflow,
    version: payload.version,
    environment: row.environment,
    status: row.state,
    input: payload.input ?? {},
    output: null,
    error: row.taskError,
    identity_id: row.identityId && showId('identity', row.identityId),
    ...(payload.started_by !== undefined && { started_by: payload.started_by }),
    ...(payload.event && { event: withoutSecretFields(payload.event) as JsonObject }),
    ...(payload.rerun_of !== undefined && { rerun_of: showId('run', payload.rerun_of) }),
    steps: [],
    created_at: row.createdAt.toISOString(),
    started_at: null,
    finished_at: row.taskFinishedAt?.toISOString() ?? null,
  };
}
