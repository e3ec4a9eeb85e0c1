import { z } from 'zod';
import type { MessagePayload } from '../content/payload.ts';
import type { Pause, Task } from '../tasks/task.ts';

/** What a message task keeps of its pause: the milliseconds that have passed when it is due. */
const passed = z.object({ typed_ms: z.number() });

/**
 * The pause that a message still has to make before it is sent. It waits in its lane as a queued task: a process that dies
 * meanwhile loses nothing, and no slot is taken.
 * @param longestMs a longer pause has several parts, because the channel must be told again
 * @returns undefined if it is to be sent now, which is also so if it would otherwise miss its deadline
 */
export function pauseOf(
  { payload, progress, deadlineAt }: Pick<Task, 'progress' | 'deadlineAt'> & { payload: MessagePayload },
  longestMs = Number.POSITIVE_INFINITY,
  now = Date.now(),
): Pause | undefined {
  const typedMs = typedOf(progress);
  // Any other progress is that of an attempt to send it, so the pause is over.
  if (typedMs === undefined) return undefined;
  const left = Math.round((payload.typing_seconds ?? 0) * 1000) - typedMs;
  if (left <= 0 || now + left > deadlineAt.getTime()) return undefined;
  const inMs = Math.min(left, longestMs);
  return { state: 'paused', inMs, progress: { typed_ms: typedMs + inMs } };
}

function typedOf(progress: unknown): number | undefined {
  if (progress === null || progress === undefined) return 0;
  return passed.safeParse(progress).data?.typed_ms;
}
