import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';
import type { Acceptor } from '../tasks/accept.ts';
import type { NewTask } from '../tasks/new-task.ts';
import type { Acceptance } from '../tasks/submission.ts';
import { fingerprintOf } from './idempotency.ts';

/** The name of a client's write, by which a repetition is recognized. */
export interface WriteName {
  /** The endpoint and its target, such as `operations/<slug>/runs`. */
  endpoint: string;
  /** The Idempotency-Key, or the event id. */
  key: string;
  /** The fingerprint of the body, if absent. */
  fingerprint?: Buffer;
}

/** What an accepted write stores. */
export interface Accepted {
  task: NewTask;
  /** The body of the 202. */
  answer: object;
  audit: { action: string; subject: { type: string; id: string }; data: Record<string, unknown> };
  /** What it came through, for the audit log; a project key if absent. */
  by?: 'method';
  /** Types of channel whose limits it exceeds. It is refused if its identity belongs to one of them. */
  refusedChannelTypes?: readonly string[];
  /** Files that the project must have, as they are stored. */
  fileIds?: readonly string[];
}

/**
 * Accepts a client's write. All routes with a key that answer 202 use it. If a route would refuse the write, it passes the
 * refusal, which is thrown only if the write is not a repetition.
 * @throws the refusal
 */
export function acceptWrite(
  acceptor: Acceptor,
  request: FastifyRequest,
  { endpoint, key, fingerprint = fingerprintOf(request) }: WriteName,
  decided: Accepted | Problem,
): Promise<Acceptance> {
  const { projectId, id: keyId, publicId, name } = request.projectKey;
  if (decided instanceof Problem) {
    return acceptor.accept({ projectId, endpoint, key, fingerprint, refusal: decided });
  }
  const { task, answer, audit, by = 'key', refusedChannelTypes = [], fileIds = [] } = decided;
  return acceptor.accept({
    projectId,
    keyId,
    endpoint,
    key,
    fingerprint,
    answer: JSON.stringify(answer),
    task,
    refusedChannelTypes,
    fileIds,
    audit: {
      actor: { type: by, id: publicId, name },
      action: audit.action,
      subject: audit.subject,
      requestId: request.id,
      data: audit.data,
    },
  });
}
