import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { type AuditEntry, system, writeAudit } from '../audit/entry.ts';
import { type StepCount, scenarioFlow } from '../audit/schema.ts';
import { type ChannelTypeName, plainContent } from '../content/content.ts';
import type { Performers, SaidTo } from '../flows/calls.ts';
import { causeOf } from '../flows/cause.ts';
import type { Definitions } from '../flows/definitions.ts';
import { dialogLanes, dialogTurn } from '../flows/dialog-turn.ts';
import { type Driven, drive, wakeTimeOf } from '../flows/drive.ts';
import { hoursFor } from '../flows/hours.ts';
import { countSteps } from '../flows/step-counts.ts';
import { type Course, entriesOf, lockTables } from '../flows/tables.ts';
import { TurnGroup } from '../flows/turn-group.ts';
import { waitsOf } from '../flows/waits.ts';
import type { Definition } from '../scenario/definition.ts';
import { flowOf } from '../scenario/flow.ts';
import { type Incoming, matchTrigger, type TriggerFault } from '../scenario/match.ts';
import { isOutermost } from '../scenario/placed.ts';
import type { Fault, MessageContent, StepTrace, Stimulus } from '../scenario/position.ts';
import type { Step } from '../scenario/step-types.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { Outbox } from '../tasks/outbox.ts';
import type { Task, TaskOutcome } from '../tasks/task.ts';
import { waiterOf } from '../tasks/waiters.ts';
import { inTurnWithLocks } from '../template/in-turn.ts';
import type { JsonObject } from '../template/json.ts';
import { isAnsweredSince } from './answered.ts';
import { askedAfter } from './asked.ts';
import { handoverEntry } from './hold.ts';
import { isDue, laterTask } from './later.ts';
import { failureEntry, leftBy, summaryOf } from './left.ts';
import { type LoadedDialog, loadDialogs, reloadProfiles } from './load.ts';
import { holdForPerson, sayIfAway } from './person-wanted.ts';
import { type PressEffect, pressAnswerTask } from './press-answer.ts';
import { changeProfile } from './profile-changes.ts';
import { leadOf, type Press, received } from './said.ts';
import { saveDialogs, saveProfiles } from './save.ts';
import { acceptedEntry, messageTask, type QueuedMessage, type SpokenBy } from './spoken.ts';
import { surroundingsOf } from './surroundings.ts';

/** What a turn of a dialog needs. */
export interface TurnOptions {
  performers: Performers;
  scenarios: Definitions;
  /** Milliseconds after which a message that could not begin fails. */
  retryDeadlineMs: number;
  /** Why a type of channel would refuse a rendered message; null if it accepts it. */
  refusal(message: MessageContent, type: ChannelTypeName): string | null;
}

/** A task of any kind that moves a dialog. */
type DialogTask = Task & { identityId: string };

/** One dialog during one task, within a transaction. */
export interface DialogTurn<Moving extends DialogTask = DialogTask> {
  task: Moving;
  dialog: LoadedDialog;
  /** Gives a stimulus to the waiting scenario. @returns false if it does not wait for such a stimulus */
  advance(stimulus: Stimulus): Promise<boolean>;
  /** Starts the current version from the beginning if one of its triggers fits. @returns false if none does */
  start(incoming: Incoming): Promise<boolean>;
  /** The definition that the running flow is of, or else the newest one; null if none is published. */
  flowNow(): Promise<FlowNow | null>;
  /** Gives any stimulus to a definition. @returns false if the flow does not wait for such a stimulus */
  give(flow: FlowNow, stimulus: Stimulus): Promise<boolean>;
  /** The step of a published version; undefined if it has none of this id. */
  stepOf(named: { version: number; id: string }): Promise<Step | undefined>;
  /**
   * Goes to a step because of a press: the running flow, if it is of the version that showed the button, and otherwise the
   * current version begins there. @returns false if that has no such step
   */
  branch(step: string, version: number, said: { text: string; data: JsonObject }): Promise<boolean>;
  /** Shows the customer what a press did. */
  answerPress(press: Press, effect: PressEffect): void;
  /**
   * Moves identities between profiles that this transaction holds. Changes of profiles are written before; afterwards every
   * dialog of this transaction has the new profile of its identity.
   */
  rearrange<Result>(move: () => Promise<Result>): Promise<Result>;
  /** Whether a person has written to the customer since the dialog is held. */
  isAnswered(): Promise<boolean>;
  /** Tells a customer who waits for a person that nobody is there, if so. */
  sayIfAway(): Promise<void>;
  /** Holds the dialog for a person whom the customer called. @param until null if nothing says an end */
  holdForPerson(until: Date | null): Promise<void>;
  /** Says something to the customer outside the scenario. */
  say(content: MessageContent): void;
  note(entry: AuditEntry): void;
}

/** A definition that moves a dialog. */
export interface FlowNow {
  definition: Definition;
  version: number;
  isRunning: boolean;
}

/** What a task does with its dialog. @returns the word for the audit log, and further data for it */
export type TurnWork<Moving extends DialogTask> = (
  turn: DialogTurn<Moving>,
  tx: Transaction,
) => Promise<{ word: string; data?: Record<string, unknown> }>;

/**
 * Runs a turn in each of some dialogs, in this transaction: position, state, tags, messages and calls are committed together
 * with the outcomes of the tasks.
 */
export async function takeTurns<Moving extends DialogTask>(
  tx: Transaction,
  outbox: Outbox,
  options: TurnOptions,
  tasks: Moving[],
  work: TurnWork<Moving>,
  more: { projectId: string; profileId: string }[] = [],
): Promise<TaskOutcome[]> {
  const dialogs = await loadDialogs(
    tx,
    tasks.map((task) => ({ projectId: task.projectId, identityId: task.identityId })),
    more,
  );
  const group = new TurnGroup(tx, outbox);
  await group.waits.hold(
    dialogs.flatMap((dialog) =>
      dialog ? waitsOf(dialog.position, { ...dialog, lane: dialogLanes.of(dialog.identityId) }) : [],
    ),
  );
  await lockTables(group, await coursesOf(tx, options, tasks, dialogs));
  const touched = dialogs.filter((dialog) => dialog !== undefined);
  const saveAllProfiles = () => {
    const requestIds = new Map(
      touched.map((dialog) => [dialog.profile, tasks[dialogs.indexOf(dialog)]!.requestId]),
    );
    return saveProfiles(
      tx,
      outbox,
      touched.map((dialog) => dialog.profile),
      (profile) => requestIds.get(profile) ?? null,
    );
  };
  const rearrange: DialogTurn['rearrange'] = async (move) => {
    await saveAllProfiles();
    // The move writes its own entries at once, and they come after those of what happened before it.
    await writeAudit(tx, ...outbox.takeEntries());
    const result = await move();
    await reloadProfiles(tx, touched);
    return result;
  };
  const queued: QueuedMessage[] = [];
  const others: QueuedTask[] = [];
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
    const triggerFaults: TriggerFault[] = [];
    const stepCounts: StepCount[] = [];
    const gathered: Gathered = {
      ...{ trace, stepCounts, queued, others, entries, triggerFaults },
      ...{ fault: null, rescued: null },
    };
    const turn = { rearrange, task, ...makeTurn(group, options, task, dialog, gathered) };
    const isTakingUp = dialogTurn.made(task) && 'type' in task.payload && task.payload.type === 'later';
    const wasDue = isDue(dialog) && !isTakingUp;
    outbox.cause = causeOf(beginningOf(task));
    const { word, data } = await work(turn, tx);
    if (isDue(dialog) && !wasDue) others.push(laterTask(dialog, task.requestId));
    if (received.made(task) && !task.payload.press?.rates) dialog.lastHeardAt = task.createdAt;
    outbox.cause = null;
    outcomes.push({
      state: 'succeeded',
      action: word,
      data: {
        identity_id: showId('identity', dialog.identityId),
        ...(dialog.version === null ? {} : { version: dialog.version }),
        ...data,
        ...(triggerFaults.length > 0 ? { trigger_faults: triggerFaults } : {}),
        ...(trace.length > 0 ? { steps: summaryOf(trace) } : {}),
      },
      stepCounts,
      ...leftBy(task, word, gathered),
    });
  }
  await group.settle();
  await saveDialogs(tx, touched);
  await saveAllProfiles();
  outbox.queue(...queued, ...others);
  outbox.note(...queued.map(acceptedEntry), ...entries);
  return outcomes;
}

/** Where these tasks may continue or start the scenario. */
async function coursesOf(
  tx: Transaction,
  { scenarios }: TurnOptions,
  tasks: Task[],
  dialogs: (LoadedDialog | undefined)[],
): Promise<Course[]> {
  const courses: Course[] = [];
  for (const [i, dialog] of dialogs.entries()) {
    if (!dialog) continue;
    const { projectId, environment, position, version, currentVersion } = dialog;
    if (version !== null && position?.step) {
      const definition = await scenarios.get(tx, projectId, scenarioFlow, version);
      courses.push(...entriesOf(position).map((entry) => ({ projectId, environment, definition, entry })));
    }
    // Only a message or an event can fire a trigger, also one that was kept.
    if (currentVersion === null || (tasks[i]!.kind === 'dialog' && !isDue(dialog))) continue;
    const definition = await scenarios.get(tx, projectId, scenarioFlow, currentVersion);
    const press = received.made(tasks[i]!) ? tasks[i].payload.press : undefined;
    if (press?.step) {
      const origin = await scenarios.get(tx, projectId, scenarioFlow, press.step.version);
      const step = leadOf(flowOf(origin).steps.get(press.step.id)?.step, press, dialog.channelType);
      const entry = step === undefined ? undefined : { step, waits: false };
      if (entry)
        courses.push(
          ...[origin, definition].map((definition) => ({ projectId, environment, definition, entry })),
        );
    }
    const { triggers, on_no_match, on_unsupported } = definition;
    const starts = triggers.map(({ start = definition.steps[0]!.id }) => start);
    for (const step of [...starts, on_no_match, on_unsupported]) {
      if (step !== undefined) {
        courses.push({ projectId, environment, definition, entry: { step, waits: false } });
      }
    }
  }
  return courses;
}

interface Gathered {
  trace: StepTrace[];
  stepCounts: StepCount[];
  queued: QueuedMessage[];
  /** Tasks that are no messages: answers to presses, and further turns. */
  others: QueuedTask[];
  entries: AuditEntry[];
  /** Conditions of triggers that failed to evaluate. */
  triggerFaults: TriggerFault[];
  /** Why the flow failed in this turn. */
  fault: Fault | null;
  /** The failure in this turn that `on_error` took. */
  rescued: Fault | null;
}

/** Seconds between a message and the one before it; null for the first one. */
const silenceOf = ({ lastHeardAt }: LoadedDialog, { createdAt }: Task): number | null =>
  lastHeardAt && (createdAt.getTime() - lastHeardAt.getTime()) / 1000;

/** The origin of everything that scenarios cause. */
const origin = 'dialog';

/** A dialog is the first flow of its chain, which begins with each task that moves it. */
const beginningOf = ({ createdAt }: Task) => ({ workflow: null, depth: 0, rootAt: createdAt });

function makeTurn(
  group: TurnGroup,
  options: TurnOptions,
  task: Task,
  dialog: LoadedDialog,
  gathered: Gathered,
): Omit<DialogTurn, 'rearrange' | 'task'> {
  const { tx, outbox } = group;
  const { trace, queued, others, entries } = gathered;
  const say = (content: MessageContent, by?: SpokenBy, to?: SaidTo['to']) => {
    const said = messageTask(
      { ...dialog, ...to, origin },
      task.requestId,
      content,
      options.retryDeadlineMs,
      by,
    );
    queued.push(outbox.caused(said));
    return showId('message', said.task.id);
  };
  const run = async (definition: Definition, version: number, stimulus: Stimulus): Promise<boolean> => {
    const chain = beginningOf(task);
    const isPinned = stimulus.type === 'start' && dialog.pinned !== null;
    const driven: Driven = await drive(
      group,
      options,
      {
        definition,
        position: dialog.position,
        around: surroundingsOf(dialog, options),
        caller: {
          projectId: dialog.projectId,
          environment: dialog.environment,
          identityId: dialog.identityId,
          ...chain,
          requestId: task.requestId,
        },
        waiter: waiterOf(dialogTurn, {
          origin,
          lane: dialogLanes.of(dialog.identityId),
          id: dialog.identityId,
        }),
      },
      isPinned ? { ...stimulus, pinned: dialog.pinned! } : stimulus,
    );
    if (!driven.consumed) return false;
    gathered.stepCounts.push(...countSteps(scenarioFlow, version, dialog.position, driven.trace));
    changeProfile(dialog, driven, causeOf(chain));
    const said = driven.messages.flatMap(({ message: { step, ...content }, to }) => {
      const id = say(content, { workflow: null, version, step }, to);
      // Only what was said to this customer can be what they answer.
      return to ? [] : id;
    });
    const asked = askedAfter(dialog.position, driven.position, stimulus.type, said);
    const { error: rescued } = driven.position;
    // The interpreter keeps the object until the customer answers, so another one is of this turn.
    if (rescued && rescued !== dialog.position?.error) gathered.rescued = rescued;
    // Whoever starts anew does not mean what was said before.
    const isOver = stimulus.type === 'press' || (stimulus.type === 'start' && isRunning(dialog));
    const later = isOver ? undefined : dialog.position?.later;
    Object.assign(dialog, { version, position: { ...driven.position, asked, later } });
    trace.push(...driven.trace);
    const { ended } = driven.position;
    if (ended?.status === 'failed') {
      gathered.fault = ended.error;
      entries.push(outbox.caused(failureEntry(dialog, task, driven)));
    }
    if (driven.position.waiting?.kind === 'operator') {
      await holdForPerson(group, dialog, wakeTimeOf(driven.position), say);
      const by = { actor: system, by: 'step', requestId: task.requestId } as const;
      entries.push(outbox.caused(handoverEntry(dialog, by)));
    }
    return true;
  };
  return {
    dialog,
    say: (content) => void say(content),
    isAnswered: async () => {
      const { projectId, identityId, heldAt } = dialog;
      return heldAt !== null && isAnsweredSince(tx, { projectId, identityId, since: heldAt });
    },
    sayIfAway: () => sayIfAway(group, dialog, say),
    holdForPerson: (until) => holdForPerson(group, dialog, until, say),
    note: (entry) => void entries.push(entry),
    async advance(stimulus) {
      const { position, version } = dialog;
      if (!position || version === null) return false;
      return run(await options.scenarios.get(tx, dialog.projectId, scenarioFlow, version), version, stimulus);
    },
    async start(incoming) {
      const version = dialog.currentVersion;
      if (version === null) return false;
      const definition = await options.scenarios.get(tx, dialog.projectId, scenarioFlow, version);
      const heard = received.made(task) ? { ...incoming, silence: silenceOf(dialog, task) } : incoming;
      const hours = await hoursFor(group, definition, dialog.projectId);
      const around = { ...surroundingsOf(dialog, options), ...hours };
      const found = await inTurnWithLocks(dialog.projectId, () =>
        matchTrigger(definition, heard, around, isRunning(dialog), (fault) =>
          gathered.triggerFaults.push(fault),
        ),
      );
      if (!found) return false;
      return run(definition, version, { type: 'start', step: found.start, event: found.event });
    },
    async flowNow() {
      const running = isRunning(dialog);
      const version = running ? dialog.version : dialog.currentVersion;
      if (version === null) return null;
      const definition = await options.scenarios.get(tx, dialog.projectId, scenarioFlow, version);
      return { definition, version, isRunning: running };
    },
    give: ({ definition, version }, stimulus) => run(definition, version, stimulus),
    async stepOf({ version, id }) {
      const definition = await options.scenarios.get(tx, dialog.projectId, scenarioFlow, version);
      return flowOf(definition).steps.get(id)?.step;
    },
    async branch(step, shownBy, { text, data }) {
      const { position, version, currentVersion } = dialog;
      if (position && !position.ended && version === shownBy) {
        const definition = await options.scenarios.get(tx, dialog.projectId, scenarioFlow, version);
        return run(definition, version, { type: 'press', step, text, data });
      }
      if (currentVersion === null) return false;
      const definition = await options.scenarios.get(tx, dialog.projectId, scenarioFlow, currentVersion);
      if (!isOutermost(flowOf(definition).steps.get(step))) return false;
      return run(definition, currentVersion, { type: 'start', step, event: { ...data, text } });
    },
    answerPress(press, effect) {
      const answer = pressAnswerTask(dialog, press, effect, task.requestId);
      if (answer) others.push(answer);
      else if (effect.notice !== null) say(plainContent(effect.notice));
    },
  };
}

const isRunning = ({ position }: LoadedDialog): boolean => position !== null && position.ended === null;
