import type { Asked, Position, Stimulus } from '../scenario/position.ts';

/**
 * Which messages belong to the question at which a dialog waits. A press on any other message does not answer it.
 */

/** A flow may speak for years without an answer. Older messages than these are forgotten. */
const mostKept = 50;

/**
 * How a message relates to the position of its dialog: `asked` with the present question, or `older`. `unknown` if an earlier
 * version of the server has moved the dialog, which did not note it.
 */
export function standingOf(position: Position | null, messageId: string): 'asked' | 'older' | 'unknown' {
  const asked = position && currentOf(position);
  if (!asked) return 'unknown';
  return asked.ids.includes(messageId) ? 'asked' : 'older';
}

/** Notes the messages of a turn. @param said `msg_…`, in their order */
export function askedAfter(
  before: Position | null,
  after: Position,
  stimulus: Stimulus['type'],
  said: string[],
): Asked | undefined {
  // Its messages are no part of the question, which waits as before.
  if (stimulus === 'aside') {
    const asked = before && currentOf(before);
    return asked ? { ...asked, taken: after.taken } : before?.asked;
  }
  const isNew = before === null || stimulus === 'start' || stimulus === 'press' || hasAnswered(before, after);
  const known = isNew ? undefined : currentOf(before);
  if (!isNew && !known) return before.asked;
  const ids = [...(known?.ids ?? []), ...said].slice(-mostKept);
  return { taken: after.taken, attempts: after.attempts, ids, used: before?.asked?.used ?? [] };
}

/** Whether the buttons of a message have led to a step already. */
export function isUsed({ asked }: Position, messageId: string): boolean {
  return asked?.used.includes(messageId) ?? false;
}

/** Notes that a button of this message has led to a step. */
export function withUsed(position: Position, messageId: string): Position {
  const { taken, attempts, ids = [], used = [] } = { ...position, ...position.asked };
  return { ...position, asked: { taken, attempts, ids, used: [...used, messageId].slice(-mostKept) } };
}

function currentOf({ asked, taken, attempts }: Position): Asked | undefined {
  return asked?.taken === taken && asked.attempts === attempts ? asked : undefined;
}

/** Whether the question at which the flow waited is over: answered, or out of time. After a wrong answer it is not. */
function hasAnswered(before: Position, after: Position): boolean {
  const asksAgain = after.waiting?.kind === 'answer' && after.taken === before.taken;
  return before.waiting?.kind === 'answer' && !asksAgain;
}
