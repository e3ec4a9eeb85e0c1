import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { writeAudit } from '../audit/entry.ts';
import { identityScope, type LoadedDialog, loadDialogs, profileScope } from '../dialogs/load.ts';
import { saveProfiles } from '../dialogs/save.ts';
import { acceptedEntry, changeProfile, messageTask, type TurnOptions } from '../dialogs/turns.ts';
import type { Definitions } from '../flows/definitions.ts';
import { type Driven, drive, wakeTimeOf } from '../flows/drive.ts';
import { stimulusOf } from '../flows/told.ts';
import type { Position, Stimulus } from '../scenario/position.ts';
import type { JsonObject } from '../scenario/template.ts';
import type { Environment } from '../schema.ts';
import { insertTasks } from '../tasks/insert.ts';
import type { InnerKind } from '../tasks/kinds.ts';
import type { Task, TaskOutcome } from '../tasks/task.ts';
import type { Told } from '../tasks/waiters.ts';
import type { RunStatus } from './schema.ts';
import { laneOfRun, type RunStart } from './start.ts';

/** What moves a run. */
type RunPayload = RunStart | { type: 'timer'; id: string } | Told;

/** A run lasts no longer, whatever it waits for. */
const longestRunMs = 60 * 24 * 3600_000;

interface Run {
  id: string;
  slug: string;
  version: number;
  status: RunStatus;
  position: Position | null;
  created_at: Date;
}

/** The kind of task that moves workflow runs; each run is a lane of its own. */
export function runKind(options: Omit<TurnOptions, 'scenarios'> & { workflows: Definitions }): InnerKind {
  return {
    noun: 'run',
    succeeded: 'advanced',
    subject: (task) => showId('run', runIdOf(task)),
    async apply(tx, tasks) {
      const runs = await loadRuns(tx, tasks);
      const dialogs = await loadDialogs(
        tx,
        tasks.map((task) => ({ projectId: task.projectId, identityId: task.identityId ?? nobody })),
      );
      const outcomes: TaskOutcome[] = [];
      for (const [i, task] of tasks.entries()) {
        outcomes.push(await takeTurn(tx, options, task, runs.get(runIdOf(task)), dialogs[i]));
      }
      return outcomes;
    },
  };
}

const nobody = '00000000-0000-0000-0000-000000000000';

function runIdOf(task: { id: string; payload: unknown }): string {
  const payload = task.payload as RunPayload;
  return 'id' in payload ? payload.id : task.id;
}

async function takeTurn(
  tx: Transaction,
  options: Omit<TurnOptions, 'scenarios'> & { workflows: Definitions },
  task: Task,
  run: Run | undefined,
  dialog: LoadedDialog | undefined,
): Promise<TaskOutcome> {
  const payload = task.payload as RunPayload;
  const start = 'type' in payload && payload.type === 'start' ? payload : undefined;
  if (start ? run : !run || run.position?.ended) return { state: 'succeeded', action: 'ignored' };
  const id = runIdOf(task);
  const slug = start?.workflow ?? run!.slug;
  const version = start?.version ?? run!.version;
  const createdAt = run?.created_at ?? task.createdAt;
  const position = run?.position ?? null;
  const overdue = Date.now() - createdAt.getTime() >= longestRunMs;
  const stimulus: Stimulus = start
    ? { type: 'start', step: start.step, input: start.input, event: start.event }
    : 'call' in payload
      ? stimulusOf(position, payload)
      : { type: 'timer', now: new Date() };
  const driven: Driven = await drive(
    tx,
    options,
    {
      definition: await options.workflows.get(tx, task.projectId, slug, version),
      position,
      around: {
        now: new Date(),
        kind: 'workflow',
        state: dialog?.profile.state ?? {},
        tags: dialog?.profile.tags ?? [],
        profile: dialog ? profileScope(dialog.profile, dialog.name) : {},
        identity: dialog ? identityScope(dialog) : null,
      },
      caller: {
        projectId: task.projectId,
        environment: task.environment,
        identityId: task.identityId,
        requestId: task.requestId,
      },
      waiter: { kind: 'run', lane: laneOfRun(id), id },
    },
    stimulus,
  );
  if (!driven.consumed && !overdue) return { state: 'succeeded', action: 'ignored' };
  const end = driven.position.ended ?? (overdue ? tooLong : null);
  const status = statusOf(end);
  await saveRun(tx, task, { id, slug, version, status, createdAt, input: start?.input ?? null, driven, end });
  const messages = driven.messages.map((content) =>
    messageTask(
      { ...dialog!, environment: spokenIn(task, dialog!) },
      task.requestId,
      content,
      options.retryDeadlineMs,
    ),
  );
  if (dialog) {
    changeProfile(dialog.profile, driven);
    await saveProfiles(tx, [dialog.profile], () => task.requestId);
  }
  const wake = await insertTasks(tx, options.shard, messages);
  await writeAudit(tx, ...messages.map(acceptedEntry));
  const steps = driven.trace
    .slice(0, 50)
    .map(({ id: step, type, status: did }) => ({ id: step, type, status: did }));
  const error = end?.error ? { error: end.error } : {};
  return {
    state: 'succeeded',
    action: end ? status : status === 'waiting' ? 'waiting' : 'advanced',
    data: { workflow: slug, version, steps, ...error },
    wake: [...driven.wake, ...wake],
  };
}

/** A run in the sandbox says nothing to real customers, and a live one nothing to those who are not. */
function spokenIn(run: Task, dialog: LoadedDialog): Environment {
  return run.environment === 'live' ? dialog.environment : 'sandbox';
}

const tooLong = {
  status: 'failed' as const,
  output: null,
  error: { code: 'run_too_long', message: 'A run lasts at most 60 days.' },
};

function statusOf(end: Position['ended']): RunStatus {
  if (!end) return 'waiting';
  if (end.status === 'succeeded') return 'succeeded';
  return end.error?.code === 'outcome_unknown' ? 'unknown' : 'failed';
}

async function loadRuns(tx: Transaction, tasks: Task[]): Promise<Map<string, Run>> {
  const { rows } = await tx.query<Run>({
    name: 'runs-load',
    text: `SELECT r.id, r.slug, r.version, r.status, r.position, r.created_at
           FROM unnest($1::uuid[], $2::uuid[]) AS w(project_id, id)
           JOIN dialog.workflow_runs AS r ON r.project_id = w.project_id AND r.id = w.id`,
    values: [tasks.map((task) => task.projectId), tasks.map(runIdOf)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

interface RunChange {
  id: string;
  slug: string;
  version: number;
  status: RunStatus;
  createdAt: Date;
  input: JsonObject | null;
  driven: Driven;
  end: Position['ended'];
}

async function saveRun(tx: Transaction, task: Task, change: RunChange): Promise<void> {
  const { driven, end, createdAt } = change;
  const wakeAt = wakeTimeOf(driven.position)?.getTime() ?? Number.POSITIVE_INFINITY;
  await tx.query({
    name: 'run-save',
    text: `INSERT INTO dialog.workflow_runs AS r
             (project_id, id, slug, version, environment, status, input, identity_id, position, wake_at, output, error,
              created_at, finished_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7::json, $8, $9::json, $10, $11::json, $12::json, $13, $14)
           ON CONFLICT (project_id, id) DO UPDATE SET
             status = excluded.status, position = excluded.position, wake_at = excluded.wake_at,
             output = excluded.output, error = excluded.error, finished_at = excluded.finished_at`,
    values: [
      task.projectId,
      change.id,
      change.slug,
      change.version,
      task.environment,
      change.status,
      JSON.stringify(change.input ?? {}),
      task.identityId,
      JSON.stringify(driven.position),
      end ? null : new Date(Math.min(wakeAt, createdAt.getTime() + longestRunMs)),
      end ? JSON.stringify(end.output) : null,
      end?.error ? JSON.stringify(end.error) : null,
      createdAt,
      end ? new Date() : null,
    ],
  });
  // Of the entries of one execution the last one says how it stands, the first when it began.
  const last = new Map(driven.trace.map((entry) => [entry.execution, entry]));
  const steps = [...last.values()];
  if (steps.length === 0) return;
  const began = new Map([...driven.trace].reverse().map((entry) => [entry.execution, entry.at]));
  await tx.query({
    name: 'run-steps',
    text: `INSERT INTO dialog.workflow_steps AS s
             (project_id, run_id, execution, step, type, status, output, error, started_at, finished_at)
           SELECT $1, $2, execution, step, type, status, output::json, error::json, started_at, finished_at
           FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[],
             $10::timestamptz[]) WITH ORDINALITY
             AS i(execution, step, type, status, output, error, started_at, finished_at, n)
           ORDER BY n
           ON CONFLICT (project_id, run_id, execution) DO UPDATE SET
             status = excluded.status, output = excluded.output, error = excluded.error,
             finished_at = excluded.finished_at`,
    values: [
      task.projectId,
      change.id,
      steps.map((step) => step.execution),
      steps.map((step) => step.id),
      steps.map((step) => step.type),
      steps.map((step) => step.status),
      steps.map((step) => JSON.stringify(step.output ?? null)),
      steps.map((step) => (step.error ? JSON.stringify(step.error) : null)),
      steps.map((step) => began.get(step.execution)!),
      steps.map((step) => (step.status === 'waiting' ? null : step.at)),
    ],
  });
}
