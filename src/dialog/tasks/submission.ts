import type { Problem } from '../../platform/problem.ts';
import type { Actor } from '../audit/entry.ts';
import type { NewTask } from './new-task.ts';

/** Name and content of a write. The same write again is a repetition and does nothing. */
export interface Write {
  projectId: string;
  /** The endpoint and its target. Together with `key` it names the write. */
  endpoint: string;
  /** The Idempotency-Key, or the event id. */
  key: string;
  /** SHA-256 of the canonical body. */
  fingerprint: Buffer;
}

/** A write to be accepted: what to remember, what to do, and what to log. */
export interface Submission extends Write {
  /** The project key, or null. The accepting statement checks it again, so that a revoked key accepts nothing. */
  keyId: string | null;
  /** The body of the 202, also for every repetition. */
  answer: string;
  task: NewTask;
  /** Types of channel whose limits this write exceeds; it is refused if its identity belongs to one of them. */
  refusedChannelTypes: readonly string[];
  /** Files that the project must have, as they are stored. */
  fileIds?: readonly string[];
  audit: {
    actor: Actor;
    action: string;
    subject: { type: string; id: string };
    requestId: string;
    data: Record<string, unknown>;
  };
}

/**
 * A write that is refused for a reason that can change with time. If it repeats an accepted write, it gets the first answer
 * nevertheless.
 */
export interface Refused extends Write {
  refusal: Problem;
}

/** How a write relates to an accepted one of the same name: the same content, or another. */
export type Repetition = { verdict: 'replayed'; answer: string } | { verdict: 'reused' };

export type Acceptance =
  | { verdict: 'accepted'; answer: string }
  | Repetition
  | { verdict: 'revoked' | 'identity_not_found' | 'file_not_found' | 'queue_full' | 'daily_limit' }
  | { verdict: 'channel_limits'; channelType: string };

/** The limits by which writes are accepted. */
export interface AcceptLimits {
  projectQueueLimit: number;
  projectDailyLimit: number;
  retryDeadlineMs: number;
}
