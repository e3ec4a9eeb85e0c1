import type { Cause, Environment, Waiter } from '../schema.ts';

/** Every task made by a kind has this symbol, and only this file knows it. */
const ofItsKind = Symbol('made by its kind');

/**
 * A task to be stored. Only `Kind.task`, and the code that notifies waiters, can make one, so payload and lane always fit the
 * kind.
 */
export interface NewTask {
  readonly [ofItsKind]: true;
  readonly id: string;
  readonly kind: string;
  readonly lane: string;
  /** The origin whose turn it uses in its project. */
  readonly origin: string;
  /** JSON text. */
  readonly payload: string;
  /** If the task is accepted from outside, the identity is checked to exist. */
  readonly identityId: string | null;
  /** Null: the environment of the identity's channel. */
  readonly environment: Environment | null;
  /** What limits it in `live`: the channel of its identity, a connection, or nothing. */
  readonly target: Target;
}

export type Target = 'channel' | { id: string } | null;

/** The target as text for one column: a word or an id. */
export const targetText = ({ target }: NewTask): string | null =>
  target === null || target === 'channel' ? target : target.id;

/** For `Kind`, and for the code that notifies waiters. */
export function newTask(fields: Omit<NewTask, typeof ofItsKind>): NewTask {
  return {
    [ofItsKind]: true,
    id: fields.id,
    kind: fields.kind,
    lane: fields.lane,
    origin: fields.origin,
    payload: fields.payload,
    identityId: fields.identityId,
    environment: fields.environment,
    target: fields.target,
  };
}

/** A task that the server queues by itself, in a transaction. */
export interface QueuedTask {
  projectId: string;
  task: NewTask;
  requestId: string | null;
  waiter?: Waiter | null;
  /** The flow that queues it. */
  cause?: Cause | null;
  /** Deadline: a task that has not begun by then fails. */
  deadlineMs: number;
  /** Milliseconds from now before which it must not run. */
  afterMs?: number;
}
