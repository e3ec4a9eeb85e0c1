import { isWordless } from '../content/heard-attachments.ts';
import type { JsonObject } from '../template/json.ts';
import { isUsed, standingOf, withUsed } from './asked.ts';
import { isDue, takeLater, withLater } from './later.ts';
import type { PressEffect } from './press-answer.ts';
import { leadOf, type Press } from './said.ts';
import type { DialogTurn } from './turns.ts';

/** What words, events and pressed buttons mean to a dialog. */

/** What a task did: the word for the audit log, and further data for it. */
interface Did {
  word: string;
  data?: Record<string, unknown>;
}

/**
 * Handles a message or an event: it answers a waiting step, or starts the scenario.
 * @param answers false for an event that may only start it
 */
export async function said(
  turn: DialogTurn,
  kind: 'message' | 'event',
  text: string,
  data: JsonObject,
  answers = true,
): Promise<Did> {
  if (turn.dialog.heldAt) return heldBack(turn, kind === 'message');
  // A command in the channel restarts the scenario even while it waits for an answer; an event that may be that answer is always it.
  if (kind === 'message') {
    const incoming = { kind, text, event: data };
    if (await turn.start(incoming)) return { word: 'started' };
    // What was said before comes first.
    if (turn.dialog.position?.later?.length) return keep(turn, text, data);
  }
  return take(turn, kind, text, data, answers);
}

/** What the customer says while the dialog is a person's. Whoever still waits for one may have to be told that nobody is there. */
async function heldBack(turn: DialogTurn, isOfCustomer: boolean): Promise<Did> {
  if (isOfCustomer && turn.dialog.heldBy === null) await turn.sayIfAway();
  return { word: 'held' };
}

/** Takes up a message that was kept while the dialog was busy. */
export async function takenUp(turn: DialogTurn): Promise<Did> {
  const { dialog } = turn;
  const taken = isDue(dialog) && takeLater(dialog.position!);
  if (!taken) return { word: 'ignored' };
  const { text, data } = taken.said;
  dialog.position = taken.position;
  const incoming = { kind: 'message', text, event: data } as const;
  return (await turn.start(incoming)) ? { word: 'started' } : take(turn, 'message', text, data);
}

async function take(
  turn: DialogTurn,
  kind: 'message' | 'event',
  text: string,
  data: JsonObject,
  answers = true,
): Promise<Did> {
  const incoming = { kind, text, event: data };
  const answer = kind === 'event' ? { event: data } : { data };
  if (answers && (await turn.advance({ type: 'text', text, ...answer }))) return { word: 'filled' };
  if (kind === 'event' && (await turn.start(incoming))) return { word: 'started' };
  const fallback = kind === 'message' ? await fallBack(turn, text, data) : null;
  if (fallback) return fallback;
  const isAsked = turn.dialog.position?.waiting?.kind === 'answer';
  const reason =
    isAsked && !answers
      ? 'its receiver does not let it answer a question'
      : reasonToIgnore(turn, isWordless(text, data));
  return { word: 'ignored', data: { reason } };
}

/** What the scenario has for messages that nothing takes; null if it has nothing. */
async function fallBack(turn: DialogTurn, text: string, data: JsonObject): Promise<Did | null> {
  const flow = await turn.flowNow();
  if (!flow) return null;
  const { on_unsupported, while_busy } = flow.definition;
  const by = isWordless(text, data) && on_unsupported !== undefined ? 'on_unsupported' : 'on_no_match';
  const step = flow.definition[by];
  if (!flow.isRunning) {
    if (step === undefined) return null;
    await turn.give(flow, { type: 'start', step, event: { ...data, text } });
    return { word: 'started', data: { by } };
  }
  // Only a message without words is not taken by a question.
  const isAsked = turn.dialog.position?.waiting?.kind === 'answer';
  if (!isAsked && while_busy === 'keep') return keep(turn, text, data);
  if (step === undefined || (!isAsked && while_busy !== 'answer')) return null;
  await turn.give(flow, { type: 'aside', step, text, data });
  return { word: 'answered', data: { by } };
}

function keep({ dialog }: DialogTurn, text: string, data: JsonObject): Did {
  const position = withLater(dialog.position!, { text, data });
  if (!position) return { word: 'ignored', data: { reason: 'too many messages are kept already' } };
  dialog.position = position;
  return { word: 'kept' };
}

function reasonToIgnore({ dialog }: DialogTurn, wordless: boolean): string {
  if (dialog.currentVersion === null) return 'no scenario is published';
  if (wordless && dialog.position?.waiting?.kind === 'answer') return 'the question takes words';
  return dialog.position && !dialog.position.ended ? 'the dialog is busy' : 'no trigger fits';
}

const notices = {
  outOfDate: 'This button is out of date.',
  notNow: 'Please answer the last question first.',
} as const;

/**
 * Handles the press of an inline button, which belongs to its message: it goes where the button leads, or answers the present
 * question if the message was said with it. Any other button never answers that question, but its text may fire a trigger.
 */
export async function pressed(
  turn: DialogTurn,
  { text, data, press }: { text: string; data: JsonObject; press: Press },
): Promise<Did & PressEffect> {
  const { dialog } = turn;
  const nothing = { notice: null, spent: false };
  const asMessage = async () => ({ ...nothing, ...(await said(turn, 'message', text, data)) });
  if (dialog.heldAt) return { ...(await heldBack(turn, true)), ...nothing };
  const step = press.step && (await turn.stepOf(press.step));
  const next = leadOf(step, press, dialog.channelType);
  if (next !== undefined) {
    const isFirst = !dialog.position || !isUsed(dialog.position, press.message_id);
    if (!isFirst || !(await turn.branch(next, press.step!.version, { text, data }))) return outOfDate;
    dialog.position = withUsed(dialog.position!, press.message_id);
    return { word: 'branched', data: { step: next }, notice: null, spent: true };
  }
  const standing = standingOf(dialog.position, press.message_id);
  if (standing === 'unknown') return asMessage();
  if (standing === 'asked') {
    const before = dialog.position?.offer?.shown;
    const did = await asMessage();
    const isOver = standingOf(dialog.position, press.message_id) === 'older';
    // A choice that goes on has shown its options again, below.
    const isShownAnew = before !== undefined && dialog.position?.offer?.shown !== before;
    return { ...did, spent: did.word === 'filled' && (isOver || isShownAnew) };
  }
  const askedForIt = step?.type === 'question' || step?.type === 'choice';
  if (!askedForIt && dialog.position?.ended) return asMessage();
  if (await turn.start({ kind: 'press', text, event: data })) return { word: 'started', ...nothing };
  return askedForIt ? outOfDate : { word: 'out_of_date', notice: notices.notNow, spent: false };
}

const outOfDate = { word: 'out_of_date', notice: notices.outOfDate, spent: true };
