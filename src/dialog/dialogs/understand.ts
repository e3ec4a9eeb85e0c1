import { isWordless } from '../content/heard-attachments.ts';
import type { JsonObject } from '../template/json.ts';
import { isUsed, standingOf, withUsed } from './asked.ts';
import type { PressEffect } from './press-answer.ts';
import { leadOf, type Press } from './said.ts';
import type { DialogTurn } from './turns.ts';

/** What words, events and pressed buttons mean to a dialog. */

/** What a task did: the word for the audit log, and further data for it. */
interface Did {
  word: string;
  data?: Record<string, unknown>;
}

/** Handles a message or an event: it answers a waiting step, or starts the scenario. */
export async function said(
  turn: DialogTurn,
  kind: 'message' | 'event',
  text: string,
  data: JsonObject,
): Promise<Did> {
  if (turn.dialog.heldAt) return { word: 'held' };
  // A command in the channel restarts the scenario even while it waits for an answer; an event is always that answer.
  const incoming = { kind, text, event: data };
  if (kind === 'message' && (await turn.start(incoming))) return { word: 'started' };
  const answer = kind === 'event' ? { event: data } : { data };
  if (await turn.advance({ type: 'text', text, ...answer })) return { word: 'filled' };
  if (kind === 'event' && (await turn.start(incoming))) return { word: 'started' };
  return { word: 'ignored', data: { reason: reasonToIgnore(turn, isWordless(text, data)) } };
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
  if (dialog.heldAt) return { word: 'held', ...nothing };
  const step = press.step && (await turn.stepOf(press.step));
  const next = leadOf(step, press);
  if (next !== undefined) {
    const isFirst = !dialog.position || !isUsed(dialog.position, press.message_id);
    if (!isFirst || !(await turn.branch(next, press.step!.version, { text, data }))) return outOfDate;
    dialog.position = withUsed(dialog.position!, press.message_id);
    return { word: 'branched', data: { step: next }, notice: null, spent: true };
  }
  const standing = standingOf(dialog.position, press.message_id);
  if (standing === 'unknown') return asMessage();
  if (standing === 'asked') {
    const did = await asMessage();
    const isOver = standingOf(dialog.position, press.message_id) === 'older';
    return { ...did, spent: did.word === 'filled' && isOver };
  }
  const askedForIt = step?.type === 'question' || step?.type === 'choice';
  if (!askedForIt && dialog.position?.ended) return asMessage();
  if (await turn.start({ kind: 'press', text, event: data })) return { word: 'started', ...nothing };
  return askedForIt ? outOfDate : { word: 'out_of_date', notice: notices.notNow, spent: false };
}

const outOfDate = { word: 'out_of_date', notice: notices.outOfDate, spent: true };
