import type { StepCount } from '../audit/schema.ts';
import type { Cause, Environment, Waiter } from '../schema.ts';

/** A task as it was claimed: all that its attempt needs, and the lease. */
export interface Task {
  projectId: string;
  id: string;
  kind: string;
  environment: Environment;
  lane: string;
  /** The origin whose turn it uses in its project. */
  origin: string;
  /** The channel or connection that it uses. */
  targetId: string | null;
  identityId: string | null;
  requestId: string | null;
  payload: unknown;
  waiter: Waiter | null;
  /** The flow that queued it, if one did. */
  cause?: Cause | null;
  /** What the last attempt stored for this one. */
  progress: unknown;
  /** How often it was claimed, including this time. */
  attempts: number;
  /** Identifies this claim. Without it the task can neither begin nor finish. */
  lease: string;
  /** When it was claimed, on the database's clock. */
  claimedAt: Date;
  deadlineAt: Date;
  createdAt: Date;
}

/** The outcome of one attempt. */
export type TaskOutcome = Verdict & {
  /** What the other side answered, for the record: bounded, and without secrets. */
  answer?: unknown;
};

type Verdict =
  | Success
  | { state: 'failed'; error: TaskError }
  /**
   * The action may have happened. It is not repeated, unless an owner says so.
   * @property progress what a later attempt needs to know of this one
   */
  | { state: 'unknown'; error: TaskError; progress?: unknown }
  /**
   * The action, or the rest of it, certainly did not begin.
   * @property afterMs the wait that the other side asked for, if it did
   * @property inMs the wait by the kind's own schedule, instead of the general back-off
   * @property progress what the next attempt needs to know of this one
   */
  | { state: 'retry'; error: TaskError; afterMs?: number; inMs?: number; progress?: unknown };

/**
 * Nothing is wrong and nothing has begun: the task goes on later, at the head of its lane, without a slot meanwhile. It does
 * not count as an attempt and has no deadline.
 */
export interface Pause {
  state: 'paused';
  /** Milliseconds until it goes on. */
  inMs: number;
  /** What it needs to know then. */
  progress: unknown;
}

/** The action was done. */
export interface Success {
  state: 'succeeded';
  result?: unknown;
  /** Why the flow that it moved has failed, or the failure that the flow itself dealt with. The task itself succeeded. */
  flowError?: TaskError;
  /** The action in the audit log, such as `filled`, instead of the kind's own word. */
  action?: string;
  /** Further data for the audit log. */
  data?: Record<string, unknown>;
  /** What a turn did, to be counted. */
  stepCounts?: readonly StepCount[];
  /** Lanes that got work. */
  wake?: LaneTicket[];
}

/** Why an attempt did not succeed: a stable code, and a sentence. */
export interface TaskError {
  code: string;
  message: string;
}

/**
 * A lane that may have work: project, lane, the channel or connection that limits it, if any, and the origin whose turn it
 * uses.
 */
export type LaneTicket = [projectId: string, lane: string, targetId: string | null, origin: string];
