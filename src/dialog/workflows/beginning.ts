import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/postgres.ts';
import { rowsOf } from '../../platform/sql-expressions.ts';
import { types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { identityScope, type LoadedDialog, profileScope } from '../dialogs/load.ts';
import type { TurnOptions } from '../dialogs/turns.ts';
import type { Caller } from '../flows/calls.ts';
import type { Definitions } from '../flows/definitions.ts';
import type { TurnGroup } from '../flows/turn-group.ts';
import type { KeptData, Surroundings } from '../scenario/position.ts';
import { startKey } from '../scenario/start-key.ts';
import { inTurnWithLocks } from '../template/in-turn.ts';
import type { JsonObject } from '../template/json.ts';
import { type Admission, admit, type Entrant, slotKeyOf } from './admission.ts';
import type { Run, RunTask } from './load.ts';
import { meantStep, writtenStep } from './resumed-step.ts';
import type { TurnedRun } from './save.ts';
import { type RunBeginning, workflows } from './schema.ts';
import type { Slot } from './slots.ts';

/** How runs begin: with what, whether now, and whether at all. */

/** The payload that starts a run; undefined for other payloads. */
const startOf = (payload: RunTask['payload']) =>
  'type' in payload && payload.type === 'start' ? payload : undefined;

/** The key by which later starts still find the run of a task that begins now. */
export function debouncedBy({ projectId, id: runId, payload }: RunTask) {
  const { workflow: slug, debounce: key } = startOf(payload) ?? {};
  return slug === undefined || key === undefined ? [] : [{ projectId, slug, key, runId }];
}

/** What is asked before a run begins. */
export interface BeginOptions extends Pick<TurnOptions, 'refusal'> {
  workflows: Definitions;
}

/** What a run begins with. */
export interface Beginning extends Omit<RunBeginning, 'event'> {
  slug: string;
  version: number;
  input: JsonObject | null;
  event: JsonObject | null;
}

/** How the run of a task begins: now, or after it has waited for a slot. Undefined if it has begun. */
export function beginningOf({ payload }: RunTask, run: Run | undefined): Beginning | undefined {
  const start = startOf(payload);
  if (start && !run) {
    const { workflow: slug, version, input, event, started_by: startedBy } = start;
    const begun = { slug, version, input, event, ...(startedBy !== undefined && { startedBy }) };
    return { ...begun, ...meant(chosenOf(start)) };
  }
  if (!run || run.position || run.finishedAt || !('type' in payload && payload.type === 'admitted')) return;
  const { slug, version, input } = run;
  const { event = null, ...chosen } = run.start ?? {};
  return { slug, version, input, event, ...meant(chosen) };
}

/** A beginning with the step that it means. */
function meant<Chosen extends Pick<RunBeginning, 'step' | 'kept'>>(chosen: Chosen): Chosen {
  const { step, kept } = chosen;
  return step === undefined ? chosen : { ...chosen, step: meantStep(step, kept !== undefined) };
}

/** What of a beginning only some runs have. */
function chosenOf({
  step,
  kept,
  pinned,
  outcome,
}: Pick<RunBeginning, 'step'> & Partial<Record<'kept' | 'pinned' | 'outcome', unknown>>) {
  return {
    ...(step !== undefined && { step }),
    ...(kept !== undefined && { kept: kept as KeptData }),
    ...(pinned !== undefined && { pinned: pinned as JsonObject }),
    ...(outcome !== undefined && { outcome: outcome as JsonObject }),
  };
}

/** A task with all that it moves. */
export interface Move {
  task: RunTask;
  run: Run | undefined;
  dialog: LoadedDialog | undefined;
  beginning: Beginning | undefined;
}

/** How a new run counts together with others, and what becomes of it. */
export interface Entry {
  slotKey: string | null;
  admission: Admission;
}

/** Decides for the new runs of workflows that limit how many there are at once, by their tasks. */
export async function enter(
  group: TurnGroup,
  options: BeginOptions,
  moves: Move[],
): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  const entrants: Entrant[] = [];
  const ending: Slot[] = [];
  for (const { task, run, dialog, beginning } of moves) {
    const { projectId, environment, identityId, id: runId } = task;
    if (run?.slotKey) ending.push({ projectId, slug: run.slug, key: run.slotKey });
    if (run || !beginning) continue;
    const { slug, version } = beginning;
    const { concurrency: rule, templateRules } = await options.workflows.get(
      group.tx,
      projectId,
      slug,
      version,
    );
    if (!rule) continue;
    const found = await inTurnWithLocks(projectId, () =>
      startKey(rule.key, beginning, surroundingsOf(options, dialog), templateRules),
    );
    if ('error' in found) entries.set(runId, { slotKey: null, admission: { refused: found.error } });
    else {
      const key = slotKeyOf(environment, found.key);
      entrants.push({ projectId, slug, key, runId, environment, identityId, rule });
    }
  }
  if (entrants.length === 0 && ending.length === 0) return entries;
  const { admissions, cancels } = await admit(group.tx, entrants, ending);
  group.outbox.queue(...cancels);
  for (const { runId, key } of entrants) {
    const admission = admissions.get(runId)!;
    entries.set(runId, { slotKey: typeof admission === 'string' ? key : null, admission });
  }
  return entries;
}

/** What a run can read of its customer. */
export function surroundingsOf(
  { refusal }: Pick<BeginOptions, 'refusal'>,
  dialog: LoadedDialog | undefined,
): Surroundings {
  return {
    now: new Date(),
    kind: 'workflow',
    state: dialog?.profile.state ?? {},
    tags: dialog?.profile.tags ?? [],
    profile: dialog ? profileScope(dialog.profile, dialog.name) : {},
    identity: dialog ? identityScope(dialog) : null,
    refuses: (message) => (dialog ? refusal(message, dialog.channelType) : null),
  };
}

/** The length and the start of the chain of flows before a run. */
export function behindOf(task: RunTask, run: Run | undefined): Pick<Caller, 'depth' | 'rootAt'> {
  if (run) return { depth: run.depth, rootAt: run.rootAt ?? run.createdAt };
  const { depth = 0, root_at } = startOf(task.payload) ?? {};
  return { depth, rootAt: root_at ? new Date(root_at) : task.createdAt };
}

/** What the row of a run says of its beginning; only its first turn writes it. */
export function givenTo(
  { task, run, beginning }: Move,
  entry: Entry | undefined,
): Pick<TurnedRun, 'input' | 'start' | 'rerunOf' | 'slotKey' | 'waiter'> {
  const { event, input, startedBy } = beginning ?? {};
  const chosen = chosenOf(beginning ?? {});
  const { step, kept } = chosen;
  const start = {
    ...chosen,
    ...(step !== undefined && kept && { step: writtenStep(step) }),
    ...(event && { event }),
    ...(startedBy !== undefined && { startedBy }),
  };
  return {
    input: input ?? {},
    start: Object.keys(start).length === 0 ? null : start,
    rerunOf: startOf(task.payload)?.rerun_of ?? null,
    slotKey: entry ? entry.slotKey : (run?.slotKey ?? null),
    waiter: run ? run.waiter : task.waiter,
  };
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
export async function canceledStarts(tx: Transaction, tasks: RunTask[]): Promise<Set<string>> {
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
