import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { system } from '../audit/entry.ts';
import { shownSteps } from '../dialogs/left.ts';
import { identityScope, type LoadedDialog, loadDialogs, profileScope } from '../dialogs/load.ts';
import { saveProfiles } from '../dialogs/save.ts';
import { acceptedEntry, messageTask } from '../dialogs/spoken.ts';
import { changeProfile, type TurnOptions } from '../dialogs/turns.ts';
import type { Caller } from '../flows/calls.ts';
import type { Definitions } from '../flows/definitions.ts';
import { drive, wakeTimeOf } from '../flows/drive.ts';
import { originOfRun, type RunPayload, runIdOf, runLanes, runTurn } from '../flows/run-turn.ts';
import { type Course, lockTables } from '../flows/tables.ts';
import { stimulusOf } from '../flows/told.ts';
import { TurnGroup } from '../flows/turn-group.ts';
import type { Position, Stimulus } from '../scenario/position.ts';
import type { Environment } from '../schema.ts';
import type { TaskOf } from '../tasks/kind.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { TaskOutcome } from '../tasks/task.ts';
import { waiterOf } from '../tasks/waiters.ts';
import { canceled, endCanceled } from './cancel.ts';
import { saveRuns, type TurnedRun } from './save.ts';
import { type RunStatus, workflowRuns, workflows } from './schema.ts';

type RunTask = TaskOf<RunPayload>;

/** The longest time of a run in milliseconds, whatever it waits for. */
const longestRunMs = 60 * 24 * 3600_000;

const wantedRuns = rowsOf('wanted', { projectId: workflowRuns.projectId, id: workflowRuns.id });

// Locked, so that a cancellation waits for the current turn, and no turn begins after it.
const lockRuns = statement({
  name: 'runs-load',
  params: { wanted: wantedRuns },
  columns: {
    id: workflowRuns.id,
    slug: workflowRuns.slug,
    version: workflowRuns.version,
    status: workflowRuns.status,
    position: workflowRuns.position,
    depth: workflowRuns.depth,
    rootAt: workflowRuns.rootAt,
    createdAt: workflowRuns.createdAt,
    finishedAt: workflowRuns.finishedAt,
  },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${workflowRuns}
    WHERE (${workflowRuns.projectId}, ${workflowRuns.id}) IN (
      SELECT ${wantedRuns.at.projectId}, ${wantedRuns.at.id} FROM ${p.wanted})
    ORDER BY ${workflowRuns.projectId}, ${workflowRuns.id} FOR UPDATE`,
});

type Run = Awaited<ReturnType<typeof lockRuns.one>>;

/** What a turn of a run is made with. */
interface RunOptions extends Omit<TurnOptions, 'scenarios'> {
  workflows: Definitions;
  /** See `DialogParts`: a turn that cancels changes a counter before its own tasks. */
  cancelQueue: TaskQueue;
}

/** The kind of task that moves workflow runs. Each run has its own lane. */
export function runKind(options: RunOptions) {
  return runTurn.inner({
    noun: 'run',
    succeeded: 'advanced',
    subject: (task) => showId('run', runIdOf(task)),
    async apply(tx, tasks, outbox) {
      const group = new TurnGroup(tx, outbox);
      const runs = await loadRuns(tx, tasks);
      const dialogs = await dialogsOf(tx, tasks);
      await lockTables(group, await coursesOf(tx, options.workflows, tasks, runs));
      const stopped = await canceledStarts(tx, tasks);
      const outcomes: TaskOutcome[] = [];
      const turned: TurnedRun[] = [];
      for (const [i, task] of tasks.entries()) {
        if (stopped.has(task.id)) outcomes.push({ state: 'failed', error: canceled });
        else {
          const turn = await takeTurn(group, options, task, runs.get(runIdOf(task)), dialogs[i]);
          outcomes.push(turn.outcome);
          if (turn.run) turned.push(turn.run);
        }
      }
      await group.settle();
      await saveRuns(tx, turned);
      const requestIds = new Map(dialogs.map((dialog, i) => [dialog?.profile, tasks[i]!.requestId]));
      const profiles = dialogs.flatMap((dialog) => dialog?.profile ?? []);
      await saveProfiles(tx, outbox, profiles, (profile) => requestIds.get(profile) ?? null);
      return outcomes;
    },
  });
}

/** The customers for whom runs are made, by position; nothing is asked where there are none. */
async function dialogsOf(tx: Transaction, tasks: RunTask[]): Promise<(LoadedDialog | undefined)[]> {
  if (tasks.every(({ identityId }) => identityId === null)) return tasks.map(() => undefined);
  return loadDialogs(
    tx,
    tasks.map((task) => ({ projectId: task.projectId, identityId: task.identityId ?? noId })),
  );
}

/** The payload that starts a run; undefined for other payloads. */
const startOf = (payload: RunPayload) =>
  'type' in payload && payload.type === 'start' ? payload : undefined;

const ignored: TaskOutcome = { state: 'succeeded', action: 'ignored' };

async function takeTurn(
  group: TurnGroup,
  options: RunOptions,
  task: RunTask,
  run: Run | undefined,
  dialog: LoadedDialog | undefined,
): Promise<{ outcome: TaskOutcome; run?: TurnedRun }> {
  const { payload } = task;
  const start = startOf(payload);
  if (start ? run : !run || run.finishedAt) return { outcome: ignored };
  const id = runIdOf(task);
  if ('type' in payload && payload.type === 'cancel') {
    return { outcome: await endAsAsked(group, options, task, id) };
  }
  const slug = start?.workflow ?? run!.slug;
  const version = start?.version ?? run!.version;
  const createdAt = run?.createdAt ?? task.createdAt;
  const position = run?.position ?? null;
  const behind = behindOf(task, run);
  const overdue = Date.now() - createdAt.getTime() >= longestRunMs;
  const stimulus: Stimulus = start
    ? { type: 'start', step: start.step, input: start.input, event: start.event }
    : 'call' in payload
      ? stimulusOf(position, payload)
      : { type: 'timer', now: new Date() };
  const origin = originOfRun(slug);
  const driven = await drive(
    group,
    options,
    {
      definition: await options.workflows.get(group.tx, task.projectId, slug, version),
      position,
      around: {
        now: new Date(),
        kind: 'workflow',
        state: dialog?.profile.state ?? {},
        tags: dialog?.profile.tags ?? [],
        profile: dialog ? profileScope(dialog.profile, dialog.name) : {},
        identity: dialog ? identityScope(dialog) : null,
        refuses: (message) => (dialog ? options.refusal(message, dialog.channelType) : null),
      },
      caller: {
        projectId: task.projectId,
        environment: task.environment,
        identityId: task.identityId,
        ...behind,
        requestId: task.requestId,
      },
      waiter: waiterOf(runTurn, { lane: runLanes.of(id), origin, id }),
    },
    stimulus,
  );
  if (!driven.consumed && !overdue) return { outcome: ignored };
  const end = driven.position.ended ?? (overdue ? tooLong : null);
  const status = statusOf(end);
  const messages = driven.messages.map(({ step, ...content }) =>
    messageTask(
      { ...dialog!, environment: spokenIn(task, dialog!), origin },
      task.requestId,
      content,
      options.retryDeadlineMs,
      { workflow: slug, version, step },
    ),
  );
  if (dialog) changeProfile(dialog.profile, driven);
  group.outbox.queue(...messages);
  group.outbox.note(...messages.map(acceptedEntry));
  const steps = shownSteps(driven.trace).map(({ id: step, type, status: did }) => ({
    id: step,
    type,
    status: did,
  }));
  const error = end?.error ? { error: end.error } : {};
  const wakeAt = wakeTimeOf(driven.position)?.getTime() ?? Number.POSITIVE_INFINITY;
  const { projectId, environment, identityId } = task;
  return {
    outcome: {
      state: 'succeeded',
      action: end ? status : status === 'waiting' ? 'waiting' : 'advanced',
      data: { workflow: slug, version, steps, ...error },
    },
    run: {
      ...{ projectId, id, slug, version, environment, status, identityId, createdAt },
      input: start?.input ?? {},
      ...behind,
      position: driven.position,
      wakeAt: end ? null : new Date(Math.min(wakeAt, createdAt.getTime() + longestRunMs)),
      output: end?.output,
      error: end?.error ?? null,
      finishedAt: end ? new Date() : null,
      trace: driven.trace,
    },
  };
}

/** Ends a run that was canceled during its first turn. */
async function endAsAsked(
  { tx, outbox }: TurnGroup,
  { cancelQueue }: RunOptions,
  { projectId, requestId }: RunTask,
  id: string,
): Promise<TaskOutcome> {
  const { entries, wake } = await endCanceled(tx, cancelQueue, projectId, [id]);
  // The outcome of this task is that of the run itself.
  const [own, ...others] = entries;
  outbox.note(...others.map((entry) => ({ ...entry, actor: system, requestId })));
  return { state: 'succeeded', action: 'failed', data: own?.data ?? {}, wake };
}

/** Where these tasks may start or continue runs. */
async function coursesOf(
  tx: Transaction,
  workflows: Definitions,
  tasks: RunTask[],
  runs: ReadonlyMap<string, Run>,
): Promise<Course[]> {
  const courses: Course[] = [];
  for (const task of tasks) {
    const { projectId, environment } = task;
    const run = runs.get(runIdOf(task));
    const start = startOf(task.payload);
    if (run?.position?.step) {
      const definition = await workflows.get(tx, projectId, run.slug, run.version);
      const entry = { step: run.position.step, waits: !run.position.paused };
      courses.push({ projectId, environment, definition, entry });
    } else if (!run && start) {
      const definition = await workflows.get(tx, projectId, start.workflow, start.version);
      const entry = { step: start.step ?? definition.steps[0]!.id, waits: false };
      courses.push({ projectId, environment, definition, entry });
    }
  }
  return courses;
}

/** The length and the start of the chain of flows before a run. */
function behindOf(task: RunTask, run: Run | undefined): Pick<Caller, 'depth' | 'rootAt'> {
  if (run) return { depth: run.depth, rootAt: run.rootAt ?? run.createdAt };
  const { depth = 0, root_at } = startOf(task.payload) ?? {};
  return { depth, rootAt: root_at ? new Date(root_at) : task.createdAt };
}

const w = alias(workflows, 'w');

const starts = rowsOf('s', {
  projectId: workflows.projectId,
  id: types.uuid,
  slug: workflows.slug,
  rootAt: types.instant,
});

const findCanceledStarts = statement({
  name: 'starts-canceled',
  params: { starts },
  columns: { id: starts.at.id },
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${p.starts}
    JOIN ${workflows} AS ${w} ON ${w.projectId} = ${starts.at.projectId} AND ${w.slug} = ${starts.at.slug}
    WHERE ${starts.at.rootAt} <= ${w.canceledAt}`,
});

/** Starts by other flows that were made before all runs of their workflow were canceled. */
async function canceledStarts(tx: Transaction, tasks: RunTask[]): Promise<Set<string>> {
  const given = tasks.flatMap(({ projectId, id, payload }) => {
    const { workflow: slug, root_at: rootAt } = startOf(payload) ?? {};
    return slug === undefined || rootAt === undefined
      ? []
      : [{ projectId, id, slug, rootAt: new Date(rootAt) }];
  });
  if (given.length === 0) return new Set();
  const rows = await findCanceledStarts.all(tx, { starts: given });
  return new Set(rows.map(({ id }) => id));
}

/** A run in the sandbox sends nothing to real customers, and a live run nothing to sandbox ones. */
function spokenIn(run: RunTask, dialog: LoadedDialog): Environment {
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

async function loadRuns(tx: Transaction, tasks: RunTask[]): Promise<Map<string, Run>> {
  const rows = await lockRuns.all(tx, {
    wanted: tasks.map((task) => ({ projectId: task.projectId, id: runIdOf(task) })),
  });
  return new Map(rows.map((row) => [row.id, row]));
}
