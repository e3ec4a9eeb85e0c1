import { dialogTurn } from '../flows/dialog-turn.ts';
import type { Later, Position } from '../scenario/position.ts';
import { sizeOf } from '../scenario/walk.ts';
import type { QueuedTask } from '../tasks/new-task.ts';
import type { LoadedDialog } from './load.ts';

/**
 * What a customer said while the dialog was busy, if the scenario keeps it. It is taken up, one message a turn, as soon as the
 * dialog waits for an answer or has ended. A turn that makes it so queues a task, so one is on its way whenever there is
 * something to take up.
 */

const mostKept = 20;
const mostBytesKept = 64 * 1024;
/** In milliseconds. */
const takenUpWithinMs = 24 * 3600_000;

/** Keeps a message. @returns null if too much is kept already */
export function withLater(position: Position, said: Later): Position | null {
  const later = [...(position.later ?? []), said];
  const isTooMuch = later.length > mostKept || sizeOf(later) > mostBytesKept;
  return isTooMuch ? null : { ...position, later };
}

/** Takes the first of what is kept. */
export function takeLater(position: Position): { said: Later; position: Position } | undefined {
  const [said, ...later] = position.later ?? [];
  return said && { said, position: { ...position, later } };
}

/** Whether a message that is kept can be taken up now. */
export function isDue({ position, heldAt }: LoadedDialog): boolean {
  if (heldAt || !position?.later?.length) return false;
  return position.ended !== null || position.waiting?.kind === 'answer';
}

/** The task that takes up the next message. */
export function laterTask(
  { projectId, identityId, environment }: LoadedDialog,
  requestId: string | null,
): QueuedTask {
  const task = dialogTurn.task({ identityId, environment, target: null, payload: { type: 'later' } });
  return { projectId, task, requestId, deadlineMs: takenUpWithinMs };
}
