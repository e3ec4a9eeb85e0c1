import { z } from 'zod';
import { defineKind } from '../tasks/kind.ts';
import { lanesOf } from '../tasks/lanes.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import { anyJsonObject } from '../template/json.ts';
import type { LoadedDialog } from './load.ts';
import type { Press } from './said.ts';

const answerLanes = lanesOf('press');

/** The kind of task by which a channel answers a press, after the dialog has decided what the press means. */
export const pressAnswer = defineKind({
  name: 'press',
  payload: z.object({
    /** `msg_…` */
    message_id: z.string(),
    /** What the channel gave with the press. */
    answer: anyJsonObject,
    /** What the customer is told; null for nothing. */
    notice: z.string().nullable(),
    /** Whether the buttons of the message have no more use, and are taken away. */
    spent: z.boolean(),
    /** The index of the button that was taken for an answer; absent if the press was none. */
    chosen: z.int().optional(),
  }),
  needsIdentity: true,
  // The customer's messages and other presses do not wait for it.
  lane: ({ id }) => answerLanes.of(id),
});

/** A notice that comes later is worth nothing, but the buttons still go. In milliseconds. */
const answerWithinMs = 600_000;

/** What a press did, as far as the customer is to see it. */
export interface PressEffect {
  notice: string | null;
  spent: boolean;
}

/** Makes the task that answers a press; undefined if its channel can answer only by a message. */
export function pressAnswerTask(
  { projectId, identityId, environment }: LoadedDialog,
  { message_id, index, answer }: Press,
  effect: PressEffect,
  requestId: string | null,
): QueuedTask | undefined {
  if (!answer) return undefined;
  const isTaken = effect.spent && effect.notice === null;
  const payload = { message_id, answer, ...effect, ...(isTaken && { chosen: index }) };
  const task = pressAnswer.task({ payload, identityId, environment, target: 'channel', origin: 'dialog' });
  return { projectId, task, requestId, deadlineMs: answerWithinMs };
}
