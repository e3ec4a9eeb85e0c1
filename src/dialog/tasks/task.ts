import type { Environment, Waiter } from '../schema.ts';

/** A task as it was claimed: everything that carrying it out needs, and the lease under which it may be finished. */
export interface Task {
  projectId: string;
  id: string;
  kind: string;
  environment: Environment;
  lane: string;
  /** The channel or connection that it goes through. */
  targetId: string | null;
  identityId: string | null;
  requestId: string | null;
  payload: unknown;
  waiter: Waiter | null;
  /** What the attempt before left behind. */
  progress: unknown;
  /** How often it was claimed, this time included. */
  attempts: number;
  /** Names this claim and no other: without it nothing can begin or be finished. */
  lease: string;
  deadlineAt: Date;
  createdAt: Date;
}

/** What became of one attempt. */
export type TaskOutcome =
  | Success
  | { state: 'failed'; error: TaskError }
  /**
   * The action may have happened. It is not repeated, unless an owner says so.
   * @property progress what the next attempt would need to know of this one.
   */
  | { state: 'unknown'; error: TaskError; progress?: unknown }
  /**
   * The action, or what is left of it, certainly did not begin.
   * @property afterMs what the other side asked for, if it did.
   * @property inMs when exactly, where the kind has a schedule of its own in place of the general back-off.
   * @property progress what the next attempt needs to know of this one.
   */
  | { state: 'retry'; error: TaskError; afterMs?: number; inMs?: number; progress?: unknown };

export interface Success {
  state: 'succeeded';
  result?: unknown;
  /** What the audit log says instead of the kind's own word, such as `filled`. */
  action?: string;
  /** What the audit log says beside it. */
  data?: Record<string, unknown>;
  /** Where it made work. */
  wake?: LaneTicket[];
}

export interface TaskError {
  code: string;
  message: string;
}

/** Where work may be waiting: project, lane, and the channel or connection that holds it back, if any. */
export type LaneTicket = [projectId: string, lane: string, targetId: string | null];
