import { newId, showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type AuditEntry, system, writeAudit } from '../audit/entry.ts';
import type { Performers } from '../flows/calls.ts';
import type { Definitions } from '../flows/definitions.ts';
import { type Driven, drive, wakeTimeOf } from '../flows/drive.ts';
import type { MessagePayload } from '../messages/payload.ts';
import type { Definition } from '../scenario/definition.ts';
import { matchTrigger } from '../scenario/match.ts';
import type { MessageContent, StepTrace, Stimulus, Surroundings } from '../scenario/position.ts';
import type { JsonObject } from '../scenario/template.ts';
import { insertTasks, type NewTask } from '../tasks/insert.ts';
import type { LaneTicket, Task, TaskOutcome } from '../tasks/task.ts';
import { handoverEntry, hold } from './hold.ts';
import { laneOf } from './lane.ts';
import {
  identityScope,
  type LoadedDialog,
  type LockedProfile,
  loadDialogs,
  profileScope,
  reloadProfiles,
} from './load.ts';
import { saveDialogs, saveProfiles } from './save.ts';

/** What a turn of a dialog is made with. */
export interface TurnOptions {
  performers: Performers;
  scenarios: Definitions;
  /** After this, a message that could not begin is given up. */
  retryDeadlineMs: number;
  shard: number;
}

/** One dialog in the hands of one task, within a transaction. */
export interface DialogTurn {
  task: Task;
  dialog: LoadedDialog;
  /** Hands a stimulus to the scenario where it waits. @returns false if it does not wait for such a thing. */
  advance(stimulus: Stimulus): Promise<boolean>;
  /** Begins the current version anew if one of its triggers fits. @returns false if none does. */
  start(incoming: { kind: 'message' | 'event'; text: string; event: JsonObject | null }): Promise<boolean>;
  /**
   * Lets identities move between profiles that this transaction holds: what it has made of profiles so far is written
   * before, and afterwards every dialog in its hands has the profile of its identity as it is then.
   */
  rearrange<Result>(move: () => Promise<Result>): Promise<Result>;
  /** Says something to the customer outside the scenario. */
  say(content: MessageContent): void;
  note(entry: AuditEntry): void;
}

/** What a task does with its dialog. @returns the word for it, and what else the audit log should say. */
export type TurnWork = (
  turn: DialogTurn,
  tx: Transaction,
) => Promise<{ word: string; data?: Record<string, unknown> }>;

/**
 * Takes a turn in each of some dialogs, all in this transaction: position, state, tags, messages to send and calls to
 * make are committed together with the outcomes of the tasks.
 */
export async function takeTurns(
  tx: Transaction,
  options: TurnOptions,
  tasks: Task[],
  work: TurnWork,
  more: { projectId: string; profileId: string }[] = [],
): Promise<TaskOutcome[]> {
  const dialogs = await loadDialogs(
    tx,
    tasks.map((task) => ({ projectId: task.projectId, identityId: task.identityId! })),
    more,
  );
  const touched = dialogs.filter((dialog) => dialog !== undefined);
  const saveAllProfiles = () => {
    const requestIds = new Map(
      touched.map((dialog) => [dialog.profile, tasks[dialogs.indexOf(dialog)]!.requestId]),
    );
    return saveProfiles(
      tx,
      touched.map((dialog) => dialog.profile),
      (profile) => requestIds.get(profile) ?? null,
    );
  };
  const rearrange: DialogTurn['rearrange'] = async (move) => {
    await saveAllProfiles();
    const result = await move();
    await reloadProfiles(tx, touched);
    return result;
  };
  const queued: NewTask[] = [];
  const entries: AuditEntry[] = [];
  const outcomes: TaskOutcome[] = [];
  for (const [i, task] of tasks.entries()) {
    const dialog = dialogs[i];
    if (!dialog) {
      const message = 'The identity or its channel was deleted meanwhile.';
      outcomes.push({ state: 'failed', error: { code: 'channel_deleted', message } });
      continue;
    }
    const trace: StepTrace[] = [];
    const wake: LaneTicket[] = [];
    const turn = { rearrange, ...makeTurn(tx, options, task, dialog, { trace, wake, queued, entries }) };
    const { word, data } = await work(turn, tx);
    outcomes.push({
      state: 'succeeded',
      action: word,
      data: {
        identity_id: showId('identity', dialog.identityId),
        ...(dialog.version === null ? {} : { version: dialog.version }),
        ...data,
        ...(trace.length > 0 ? { steps: summaryOf(trace) } : {}),
      },
      result: { did: word, steps: trace },
      wake,
    });
  }
  await saveDialogs(tx, touched);
  await saveAllProfiles();
  const woken = await insertTasks(tx, options.shard, queued);
  await writeAudit(tx, ...queued.map(acceptedEntry), ...entries);
  const first = outcomes.find((outcome) => outcome.state === 'succeeded');
  if (first?.state === 'succeeded') first.wake!.push(...woken);
  return outcomes;
}

interface Gathered {
  trace: StepTrace[];
  wake: LaneTicket[];
  queued: NewTask[];
  entries: AuditEntry[];
}

function makeTurn(
  tx: Transaction,
  options: TurnOptions,
  task: Task,
  dialog: LoadedDialog,
  { trace, wake, queued, entries }: Gathered,
): Omit<DialogTurn, 'rearrange'> {
  const say = (content: MessageContent) => {
    queued.push(messageTask(dialog, task.requestId, content, options.retryDeadlineMs));
  };
  const run = async (definition: Definition, version: number, stimulus: Stimulus): Promise<boolean> => {
    const { profile } = dialog;
    const driven: Driven = await drive(
      tx,
      options,
      {
        definition,
        position: dialog.position,
        around: surroundingsOf(dialog),
        caller: {
          projectId: dialog.projectId,
          environment: dialog.environment,
          identityId: dialog.identityId,
          requestId: task.requestId,
        },
        waiter: { kind: 'dialog', lane: laneOf(dialog.identityId), id: dialog.identityId },
      },
      stimulus,
    );
    wake.push(...driven.wake);
    if (!driven.consumed) return false;
    Object.assign(dialog, { version, position: driven.position });
    changeProfile(profile, driven);
    for (const message of driven.messages) say(message);
    trace.push(...driven.trace);
    if (driven.position.waiting?.kind === 'operator') {
      hold(dialog, { by: null, until: wakeTimeOf(driven.position) });
      entries.push(handoverEntry(dialog, { actor: system, by: 'step', requestId: task.requestId }));
    }
    return true;
  };
  return {
    task,
    dialog,
    say,
    note: (entry) => void entries.push(entry),
    async advance(stimulus) {
      const { position, version } = dialog;
      if (!position || version === null) return false;
      return run(await options.scenarios.get(tx, dialog.projectId, '', version), version, stimulus);
    },
    async start(incoming) {
      const version = dialog.currentVersion;
      if (version === null) return false;
      const definition = await options.scenarios.get(tx, dialog.projectId, '', version);
      const running = dialog.position !== null && dialog.position.ended === null;
      const found = matchTrigger(definition, incoming, surroundingsOf(dialog), running);
      if (!found) return false;
      return run(definition, version, { type: 'start', step: found.start, event: found.event });
    },
  };
}

/** Takes over what a turn made of state and tags. */
export function changeProfile(profile: LockedProfile, { state, tags, changes }: Driven): void {
  Object.assign(profile, { state, tags });
  if (changes.state) profile.changed.add('state');
  if (changes.tags) profile.changed.add('tags');
}

/** A message that the server sends by itself. */
export function messageTask(
  { projectId, identityId, environment }: Pick<LoadedDialog, 'projectId' | 'identityId' | 'environment'>,
  requestId: string | null,
  content: MessageContent,
  deadlineMs: number,
): NewTask {
  return {
    projectId,
    id: newId(),
    kind: 'message',
    lane: `message:${identityId}`,
    environment,
    identityId,
    target: 'channel',
    requestId,
    payload: { ...content, author: 'scenario' } satisfies MessagePayload,
    deadlineMs,
  };
}

/** What the audit log says of such a message; `message.sent` or another end follows. */
export function acceptedEntry(task: NewTask): AuditEntry {
  return {
    projectId: task.projectId,
    actor: system,
    action: 'message.accepted',
    subject: { type: 'message', id: showId('message', task.id!) },
    environment: task.environment,
    requestId: task.requestId,
    identityId: task.identityId,
    data: { identity_id: showId('identity', task.identityId!) },
  };
}

function surroundingsOf(dialog: LoadedDialog): Surroundings {
  return {
    now: new Date(),
    kind: 'scenario',
    state: dialog.profile.state,
    tags: dialog.profile.tags,
    profile: profileScope(dialog.profile, dialog.name),
    identity: identityScope(dialog),
  };
}

const stepsShown = 50;

/** Steps without their outputs, which may hold what a customer said. */
function summaryOf(trace: StepTrace[]) {
  return trace
    .slice(0, stepsShown)
    .map(({ id, type, status, error }) => ({ id, type, status, ...(error ? { error } : {}) }));
}
