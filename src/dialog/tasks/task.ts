import type { Environment } from '../schema.ts';

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
  /** How often it was claimed, this time included. */
  attempts: number;
  /** Names this claim and no other: without it nothing can begin or be finished. */
  lease: string;
  deadlineAt: Date;
  createdAt: Date;
}

/** What became of one attempt. */
export type TaskOutcome =
  | { state: 'succeeded'; result?: unknown }
  | { state: 'failed'; error: TaskError }
  /** The action may have happened. It is not repeated. */
  | { state: 'unknown'; error: TaskError }
  /** The action certainly did not begin. @property afterMs what the other side asked for, if it did. */
  | { state: 'retry'; error: TaskError; afterMs?: number };

export interface TaskError {
  code: string;
  message: string;
}

/** Where work may be waiting: project, lane, and the channel or connection that holds it back, if any. */
export type LaneTicket = [projectId: string, lane: string, targetId: string | null];
