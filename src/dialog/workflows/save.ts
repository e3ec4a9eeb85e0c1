import { getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { excluded, name, names, type RecordOf, rowsOf } from '../../platform/sql-expressions.ts';
import { orNull, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { StepTrace } from '../scenario/position.ts';
import { workflowRuns, workflowSteps } from './schema.ts';

const r = alias(workflowRuns, 'r');
const { startedAt: _, ...begun } = getTableColumns(workflowRuns);
// The JSON value `null` is an outcome too; a missing outcome is SQL's NULL.
const runs = rowsOf('w', { ...begun, output: orNull(types.jsonText) });

const s = workflowSteps;
const stepColumns = names(
  ...[
    s.projectId,
    s.runId,
    s.execution,
    s.step,
    s.type,
    s.status,
    s.input,
    s.output,
    s.error,
    s.within,
    s.jobId,
    s.startedAt,
    s.finishedAt,
  ],
);
const steps = rowsOf('i', {
  projectId: s.projectId,
  runId: s.runId,
  execution: s.execution,
  step: s.step,
  type: s.type,
  status: s.status,
  input: orNull(types.jsonText),
  output: types.jsonText,
  error: orNull(types.jsonText),
  within: orNull(types.jsonText),
  jobId: s.jobId,
  startedAt: s.startedAt,
  finishedAt: s.finishedAt,
});

const writeRuns = statement({
  name: 'runs-save',
  params: { runs, steps },
  query: (p) => sql`
    WITH written AS (
      INSERT INTO ${workflowRuns} AS ${r} (${names(...Object.values(begun))})
      SELECT ${names(...Object.values(begun))} FROM ${p.runs} ORDER BY ${runs.at.projectId}, ${runs.at.id}
      ON CONFLICT (${names(r.projectId, r.id)}) DO UPDATE SET
        ${name(r.status)} = ${excluded(r.status)}, ${name(r.position)} = ${excluded(r.position)},
        ${name(r.wakeAt)} = ${excluded(r.wakeAt)}, ${name(r.output)} = ${excluded(r.output)},
        ${name(r.error)} = ${excluded(r.error)}, ${name(r.finishedAt)} = ${excluded(r.finishedAt)},
        ${name(r.startedAt)} = CASE WHEN ${r.position} IS NULL AND ${excluded(r.position)} IS NOT NULL
          THEN clock_timestamp() ELSE ${r.startedAt} END
    )
    INSERT INTO ${s} (${stepColumns}) SELECT ${stepColumns} FROM ${p.steps} ORDER BY ${steps.n}
    ON CONFLICT (${names(s.projectId, s.runId, s.execution)}) DO UPDATE SET
      ${name(s.status)} = ${excluded(s.status)}, ${name(s.output)} = ${excluded(s.output)},
      ${name(s.error)} = ${excluded(s.error)}, ${name(s.jobId)} = coalesce(${excluded(s.jobId)}, ${s.jobId}),
      ${name(s.finishedAt)} = ${excluded(s.finishedAt)}`,
});

/** A run as a turn has left it. */
export type TurnedRun = Omit<RecordOf<typeof runs>, 'output'> & {
  /** Undefined while it has not ended. */
  output: unknown;
  trace: StepTrace[];
};

/** Writes some runs, with what their turns did step by step. */
export async function saveRuns(tx: Transaction, turned: TurnedRun[]): Promise<void> {
  if (turned.length === 0) return;
  await writeRuns.run(tx, {
    runs: turned.map(({ output, trace: _, ...run }) => ({
      ...run,
      output: output === undefined ? null : JSON.stringify(output),
    })),
    steps: turned.flatMap(stepsOf),
  });
}

function stepsOf({ projectId, id: runId, trace }: TurnedRun): RecordOf<typeof steps>[] {
  // The last entry of an execution has its status, the first one its start time.
  const last = new Map(trace.map((entry) => [entry.execution, entry]));
  const began = new Map<string, string>();
  const given = new Map<string, string>();
  const jobs = new Map<string, string>();
  for (const { execution, at, input, job_id: job } of trace) {
    if (job !== undefined) jobs.set(execution, job);
    if (!began.has(execution)) began.set(execution, at);
    if (input !== undefined && !given.has(execution)) given.set(execution, JSON.stringify(input));
  }
  return [...last.values()].map(({ execution, id: step, type, status, output, error, within, at }) => ({
    ...{ projectId, runId, execution, step, type, status },
    input: given.get(execution) ?? null,
    output: JSON.stringify(output ?? null),
    error: error ? JSON.stringify(error) : null,
    within: within ? JSON.stringify(within) : null,
    jobId: jobs.get(execution) ?? null,
    startedAt: new Date(began.get(execution)!),
    finishedAt: status === 'waiting' ? null : new Date(at),
  }));
}
