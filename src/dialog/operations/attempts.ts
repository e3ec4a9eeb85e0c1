import { z } from 'zod';
import type { TaskOutcome } from '../tasks/task.ts';

/** The attempts of a job that did not happen and are made again. They are kept in the `progress` of its task, which the settling statement writes anyway. */

/** Most attempts that are kept, the newest ones. */
const mostKept = 20;

const attempt = z.object({
  /** RFC 3339: when it began. */
  at: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
});
const kept = z.object({ tried: z.array(attempt) });

/** An attempt and why it did not happen. */
export type Attempt = z.output<typeof attempt>;

/** The attempts that a task tells of, oldest first. @param progress of the task of a job */
export function triedOf(progress: unknown): Attempt[] {
  const read = kept.safeParse(progress);
  return read.success ? read.data.tried : [];
}

/** An outcome that also keeps its attempt, if there will be another one. Runs with a progress of their own keep that. */
export function keepingAttempt(progress: unknown, began: Date, outcome: TaskOutcome): TaskOutcome {
  if (outcome.state !== 'retry' || outcome.progress !== undefined) return outcome;
  const tried = [...triedOf(progress), { at: began.toISOString(), error: outcome.error }];
  return { ...outcome, progress: { tried: tried.slice(-mostKept) } };
}
