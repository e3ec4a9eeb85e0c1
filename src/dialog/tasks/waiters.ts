import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import type { Environment, TaskState, Waiter } from '../schema.ts';
import type { TaskRequest } from './kind.ts';
import { type NewTask, newTask, type QueuedTask } from './new-task.ts';
import type { TaskError } from './task.ts';

/** A task that has ended, as far as its waiter needs to know. */
export interface Ended {
  projectId: string;
  id: string;
  environment: Environment;
  identityId: string | null;
  requestId: string | null;
  waiter: Waiter | null;
  state: TaskState | 'canceled';
  /** See `Told`. */
  stage?: 'payment';
  result: unknown;
  error: TaskError | null;
}

/** The payload of a task that notifies a waiter. */
export const told = z.object({
  id: z.string(),
  call: z.string(),
  /** The task that ended; null if a run did, or if the flow continues by itself. */
  task: z.string().nullable(),
  status: z.enum(['succeeded', 'failed', 'unknown', 'canceled']),
  /** Set when the payment itself has ended; the end of its job only gave the link. */
  stage: z.literal('payment').optional(),
  result: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** See `Waiter`. */
  repeatable: z.literal(true).optional(),
});
export type Told = z.infer<typeof told>;

/** A wait that is to be over before its time: which one, by its end and by how many steps its flow had run when it was chosen. */
export const skippedWait = z.object({ until: z.string(), taken: z.number() });
export type SkippedWait = z.infer<typeof skippedWait>;

/** Makes a waiter continue although none of its calls has ended. */
export const wakeUp = z.object({ type: z.literal('timer'), id: z.string(), skip: skippedWait.optional() });
type WakeUp = z.infer<typeof wakeUp>;

/** A kind whose tasks can notify a waiter. */
interface TakesTold {
  readonly name: string;
  // This must be a property: for a method, the compiler would accept a kind that takes only one of the two types.
  readonly task: (request: TaskRequest<Told | WakeUp, true>) => NewTask;
}

/** Makes a flow a waiter: a task of this kind in this lane will notify it. */
export function waiterOf(kind: TakesTold, place: Omit<Waiter, 'kind' | 'call'>): Omit<Waiter, 'call'> {
  return { kind: kind.name, ...place };
}

/** The task in a waiter's own lane that makes it continue. */
export function taskFor(
  { kind, lane, origin = kind }: Omit<Waiter, 'call'>,
  at: Pick<NewTask, 'environment' | 'identityId'>,
  payload: Told | WakeUp,
): NewTask {
  const { environment, identityId } = at;
  const text = JSON.stringify(payload);
  return newTask({ id: newId(), kind, lane, origin, payload: text, identityId, environment, target: null });
}

const toldWithinMs = 24 * 3600_000;

/** Makes the tasks that notify the waiters of ended tasks, one in the lane of each waiter. */
export function toldTasks(ended: Ended[]): QueuedTask[] {
  return ended.flatMap((task) => {
    const { waiter, state } = task;
    if (!waiter || state === 'queued' || state === 'running') return [];
    // The run that it starts has not ended yet.
    if (waiter.run && state === 'succeeded') return [];
    return [toldTask({ ...task, waiter, state, task: waiter.run ? null : task.id })];
  });
}

/** A run that has ended, as far as its waiter needs to know. */
interface EndedRun extends Omit<Ended, 'id' | 'state' | 'stage' | 'waiter'> {
  waiter: Waiter;
  state: 'succeeded' | 'failed' | 'unknown';
}

/** Makes the task that notifies the flow that waits for the end of a run. */
export function toldOfRun(run: EndedRun): QueuedTask {
  return toldTask({ ...run, task: null });
}

function toldTask(
  ended: Omit<Ended, 'id' | 'state'> & { waiter: Waiter; state: Told['status']; task: string | null },
): QueuedTask {
  const { projectId, requestId, waiter, identityId, stage, task, state, result, error } = ended;
  const environment = waiter.run ?? ended.environment;
  const payload: Told = {
    id: waiter.id,
    call: waiter.call,
    task,
    status: state,
    ...(stage && { stage }),
    ...(waiter.repeatable && { repeatable: true }),
    result: result ?? null,
    error,
  };
  const made = taskFor(waiter, { environment, identityId }, payload);
  return { projectId, task: made, requestId, deadlineMs: toldWithinMs };
}
