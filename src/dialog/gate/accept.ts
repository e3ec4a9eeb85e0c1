import type { FastifyRequest } from 'fastify';
import { newId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { Actor } from '../audit/entry.ts';
import type { Acceptor } from '../tasks/accept.ts';
import type { NewTask } from '../tasks/new-task.ts';
import type { Acceptance } from '../tasks/submission.ts';
import { fingerprintOf } from './idempotency.ts';
import { ownerActor } from './session.ts';

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
  name: WriteName,
  decided: Accepted | Problem,
): Promise<Acceptance> {
  const { projectId, id: keyId, publicId, name: keyName } = request.projectKey;
  const type = decided instanceof Problem ? 'key' : (decided.by ?? 'key');
  const writer = { projectId, keyId, actor: { type, id: publicId, name: keyName } as const };
  return accept(acceptor, request, writer, name, decided);
}

/** The fingerprint of a write without an Idempotency-Key, which cannot be repeated and is never compared. */
const noFingerprint = sha256('');

/**
 * Accepts what the person who is logged in has carried out, as a write of theirs. Without an Idempotency-Key it cannot be
 * repeated. People's keys have names of their own, since clients choose theirs without knowing of them.
 * @param place the endpoint and its target
 * @throws the refusal
 */
export function acceptForPerson(
  acceptor: Acceptor,
  request: Pick<FastifyRequest, 'projectId' | 'owner' | 'id' | 'bodyText'>,
  place: string,
  key: string | undefined,
  decided: Accepted | Problem,
): Promise<Acceptance> {
  const writer = { projectId: request.projectId, keyId: null, actor: ownerActor(request) };
  const name =
    key === undefined
      ? { endpoint: `owner/${place} without a key`, key: newId(), fingerprint: noFingerprint }
      : { endpoint: `owner/${place}`, key };
  return accept(acceptor, request, writer, name, decided);
}

function accept(
  acceptor: Acceptor,
  request: Pick<FastifyRequest, 'id' | 'bodyText'>,
  { projectId, keyId, actor }: { projectId: string; keyId: string | null; actor: Actor },
  { endpoint, key, fingerprint = fingerprintOf(request) }: WriteName,
  decided: Accepted | Problem,
): Promise<Acceptance> {
  if (decided instanceof Problem) {
    return acceptor.accept({ projectId, endpoint, key, fingerprint, refusal: decided });
  }
  const { task, answer, audit, refusedChannelTypes = [], fileIds = [] } = decided;
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
      actor,
      action: audit.action,
      subject: audit.subject,
      requestId: request.id,
      data: audit.data,
    },
  });
}
