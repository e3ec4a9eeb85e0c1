import { noId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { system } from '../audit/entry.ts';
import { shownSteps } from '../dialogs/left.ts';
import { type LoadedDialog, loadDialogs } from '../dialogs/load.ts';
import { changeProfile } from '../dialogs/profile-changes.ts';
import { saveProfiles } from '../dialogs/save.ts';
import { acceptedEntry, messageTask } from '../dialogs/spoken.ts';
import type { TurnOptions } from '../dialogs/turns.ts';
import { causeOf } from '../flows/cause.ts';
import type { Definitions } from '../flows/definitions.ts';
import { drive, wakeTimeOf } from '../flows/drive.ts';
import { originOfRun, runIdOf, runLanes, runTurn } from '../flows/run-turn.ts';
import { presentFor } from '../flows/skip.ts';
import { countSteps } from '../flows/step-counts.ts';
import { type Course, entriesOf, lockTables } from '../flows/tables.ts';
import { lateBy, stimulusOf } from '../flows/told.ts';
import { TurnGroup } from '../flows/turn-group.ts';
import { waitsOf } from '../flows/waits.ts';
import type { Fault, Position, Stimulus } from '../scenario/position.ts';
import type { Environment } from '../schema.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { Success, TaskOutcome } from '../tasks/task.ts';
import { toldOfRun, waiterOf } from '../tasks/waiters.ts';
import {
  type Beginning,
  beginningOf,
  behindOf,
  canceledStarts,
  debouncedBy,
  type Entry,
  enter,
  givenTo,
  type Move,
  surroundingsOf,
} from './beginning.ts';
import { canceled, endCanceled } from './cancel.ts';
import { forgetDebounced } from './debounce.ts';
import { loadRuns, type Run, type RunTask } from './load.ts';
import { saveRuns, type TurnedRun } from './save.ts';
import type { RunStatus } from './schema.ts';
import { releaseSlots } from './slots.ts';

/** The longest time of a run in milliseconds, whatever it waits for. */
const longestRunMs = 60 * 24 * 3600_000;

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
      await group.waits.hold(
        [...runs.entries()].flatMap(([id, { position }]) =>
          waitsOf(position, { projectId: tasks[0]!.projectId, lane: runLanes.of(id) }),
        ),
      );
      const beginnings = tasks.map((task) => beginningOf(task, runs.get(runIdOf(task))));
      await lockTables(group, await coursesOf(tx, options.workflows, tasks, runs, beginnings));
      const stopped = await canceledStarts(tx, tasks);
      const moves = tasks.map(
        (task, i): Move => ({
          task,
          run: runs.get(runIdOf(task)),
          dialog: dialogs[i],
          beginning: stopped.has(task.id) ? undefined : beginnings[i],
        }),
      );
      const entries = await enter(group, options, moves);
      await forgetDebounced(tx, tasks.flatMap(debouncedBy));
      const outcomes: TaskOutcome[] = [];
      const turned: TurnedRun[] = [];
      for (const move of moves) {
        if (stopped.has(move.task.id)) outcomes.push({ state: 'failed', error: canceled });
        else {
          const turn = await takeTurn(group, options, move, entries.get(move.task.id));
          outbox.cause = null;
          outcomes.push(turn.outcome);
          if (turn.run) turned.push(turn.run);
          outbox.queue(...noticeOf(turn.run, move.task));
        }
      }
      await group.settle();
      await saveRuns(tx, turned);
      const ended = turned.filter(({ finishedAt, slotKey }) => finishedAt !== null && slotKey !== null);
      outbox.queue(
        ...(await releaseSlots(
          tx,
          tasks[0]!.projectId,
          ended.map(({ id }) => id),
        )),
      );
      const requestIds = new Map(dialogs.map((dialog, i) => [dialog?.profile, tasks[i]!.requestId]));
      const profiles = dialogs.flatMap((dialog) => dialog?.profile ?? []);
      await saveProfiles(tx, outbox, profiles, (profile) => requestIds.get(profile) ?? null);
      return outcomes;
    },
  });
}

/** What notifies the flow that waits for a run, if the run has ended. */
function noticeOf(run: TurnedRun | undefined, { requestId }: RunTask): QueuedTask[] {
  if (!run?.waiter || run.finishedAt === null) return [];
  const { projectId, environment, identityId, waiter, output, error } = run;
  const { status } = run;
  const state = status === 'succeeded' || status === 'unknown' ? status : ('failed' as const);
  const ended = { projectId, environment, identityId, requestId, waiter, state, result: output, error };
  return [{ ...toldOfRun(ended), cause: null }];
}

/** The customers for whom runs are made, by position; nothing is asked where there are none. */
async function dialogsOf(tx: Transaction, tasks: RunTask[]): Promise<(LoadedDialog | undefined)[]> {
  if (tasks.every(({ identityId }) => identityId === null)) return tasks.map(() => undefined);
  return loadDialogs(
    tx,
    tasks.map((task) => ({ projectId: task.projectId, identityId: task.identityId ?? noId })),
  );
}

/** The outcome of a turn that changes nothing. */
function ignored(payload: RunTask['payload']): Success {
  return { state: 'succeeded', action: 'ignored', ...('call' in payload && { data: lateBy(payload) }) };
}

async function takeTurn(
  group: TurnGroup,
  options: RunOptions,
  move: Move,
  entry: Entry | undefined,
): Promise<{ outcome: TaskOutcome; run?: TurnedRun }> {
  const { task, run, dialog, beginning } = move;
  const { payload } = task;
  if (!beginning && (!run || run.finishedAt)) return { outcome: ignored(payload) };
  const id = runIdOf(task);
  if ('type' in payload && payload.type === 'cancel') {
    return { outcome: await endAsAsked(group, options, task, id, payload.error) };
  }
  const createdAt = run?.createdAt ?? task.createdAt;
  const overdue = Date.now() - createdAt.getTime() >= longestRunMs;
  const position = run?.position ?? null;
  if (entry && entry.admission !== 'begins') return heldBack(move, entry);
  if (!beginning && position === null) {
    if (!overdue) return { outcome: ignored(payload) };
    return heldBack(move, { slotKey: run!.slotKey, admission: { refused: tooLong } });
  }
  const { slug, version } = beginning ?? run!;
  const behind = behindOf(task, run);
  const cause = causeOf({ workflow: slug, ...behind });
  group.outbox.cause = cause;
  if ('type' in payload && payload.type === 'admitted' && !beginning) return { outcome: ignored(payload) };
  const stimulus: Stimulus = beginning
    ? { type: 'start', ...beginning }
    : 'call' in payload
      ? stimulusOf(position, payload)
      : { type: 'timer', now: presentFor('skip' in payload ? payload.skip : undefined, { position }) };
  const origin = originOfRun(slug);
  const driven = await drive(
    group,
    options,
    {
      definition: await options.workflows.get(group.tx, task.projectId, slug, version),
      position,
      around: surroundingsOf(options, dialog),
      caller: {
        projectId: task.projectId,
        environment: task.environment,
        identityId: task.identityId,
        workflow: slug,
        ...behind,
        requestId: task.requestId,
      },
      waiter: waiterOf(runTurn, { lane: runLanes.of(id), origin, id }),
    },
    stimulus,
  );
  // What came in time is still taken. A run that waits on is woken at once, and ends then with the steps at which it waits.
  if (!driven.consumed && overdue) return { outcome: await endAsAsked(group, options, task, id, tooLong) };
  if (!driven.consumed) return { outcome: ignored(payload) };
  const end = driven.position.ended;
  const status = statusOf(end);
  const messages = driven.messages.map(({ message: { step, ...content }, to }) =>
    messageTask(
      { projectId: task.projectId, ...(to ?? { ...dialog!, environment: spokenIn(task, dialog!) }), origin },
      task.requestId,
      content,
      options.retryDeadlineMs,
      { workflow: slug, version, step },
    ),
  );
  if (dialog) changeProfile(dialog, driven, cause);
  group.outbox.queue(...messages);
  group.outbox.note(...messages.map(acceptedEntry));
  const steps = shownSteps(driven.trace).map(({ id: step, type, status: did }) => ({
    id: step,
    type,
    status: did,
  }));
  // What led to on_error says more than the failure with which the steps behind it ended the run.
  const { error: taken = null } = driven.position;
  const error = end?.error ? { error: end.error, ...(taken && { cause: taken }) } : {};
  const wakeAt = wakeTimeOf(driven.position)?.getTime() ?? Number.POSITIVE_INFINITY;
  const { projectId, environment, identityId } = task;
  return {
    outcome: {
      state: 'succeeded',
      action: end ? status : status === 'waiting' ? 'waiting' : 'advanced',
      data: { workflow: slug, version, steps, ...error },
      stepCounts: countSteps(slug, version, position, driven.trace),
    },
    run: {
      ...{ projectId, id, slug, version, environment, status, identityId, createdAt },
      ...givenTo(move, entry),
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

/** A run that does not begin in this turn: it waits for a slot, or it ends without having begun. */
function heldBack(move: Move, entry: Entry): { outcome: TaskOutcome; run: TurnedRun } {
  const { task, run, beginning } = move;
  const { projectId, environment, identityId } = task;
  const { slug, version } = beginning ?? run!;
  const createdAt = run?.createdAt ?? task.createdAt;
  const error = typeof entry.admission === 'string' ? null : entry.admission.refused;
  return {
    outcome: {
      state: 'succeeded',
      action: error ? 'failed' : 'waiting',
      data: { workflow: slug, version, steps: [], ...(error && { error }) },
    },
    run: {
      ...{ projectId, id: runIdOf(task), slug, version, environment, identityId, createdAt },
      ...givenTo(move, entry),
      ...behindOf(task, run),
      status: error ? 'failed' : 'queued',
      position: null,
      wakeAt: error ? null : new Date(createdAt.getTime() + longestRunMs),
      output: error ? null : undefined,
      error,
      finishedAt: error ? new Date() : null,
      trace: [],
    },
  };
}

/** Ends a run between two of its turns: it was canceled, or lasted too long. */
async function endAsAsked(
  { tx, outbox }: TurnGroup,
  { cancelQueue }: RunOptions,
  { projectId, requestId }: RunTask,
  id: string,
  error: Fault | undefined,
): Promise<TaskOutcome> {
  const { entries, wake } = await endCanceled(tx, cancelQueue, projectId, [id], error);
  // The outcome of this task is that of the run itself.
  const [own, ...others] = entries;
  outbox.note(...others.map((entry) => ({ ...entry, actor: system, requestId })));
  return {
    state: 'succeeded',
    action: 'failed',
    data: own?.data ?? {},
    stepCounts: own?.stepCounts ?? [],
    wake,
  };
}

/** Where these tasks may start or continue runs. */
async function coursesOf(
  tx: Transaction,
  workflows: Definitions,
  tasks: RunTask[],
  runs: ReadonlyMap<string, Run>,
  beginnings: (Beginning | undefined)[],
): Promise<Course[]> {
  const courses: Course[] = [];
  for (const [i, task] of tasks.entries()) {
    const { projectId, environment } = task;
    const run = runs.get(runIdOf(task));
    const beginning = beginnings[i];
    if (run?.position?.step) {
      const definition = await workflows.get(tx, projectId, run.slug, run.version);
      courses.push(
        ...entriesOf(run.position).map((entry) => ({ projectId, environment, definition, entry })),
      );
    } else if (beginning) {
      const definition = await workflows.get(tx, projectId, beginning.slug, beginning.version);
      const entry = { step: beginning.step ?? definition.steps[0]!.id, waits: false };
      courses.push({ projectId, environment, definition, entry });
    }
  }
  return courses;
}

/** A run in the sandbox sends nothing to real customers, and a live run nothing to sandbox ones. */
function spokenIn(run: RunTask, dialog: LoadedDialog): Environment {
  return run.environment === 'live' ? dialog.environment : 'sandbox';
}

const tooLong: Fault = { code: 'run_too_long', message: 'A run lasts at most 60 days.' };

function statusOf(end: Position['ended']): RunStatus {
  if (!end) return 'waiting';
  if (end.status === 'succeeded') return 'succeeded';
  return end.error?.code === 'outcome_unknown' ? 'unknown' : 'failed';
}
