import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { sha256 } from '../../platform/secrets.ts';
import type { ProblemCode } from '../http/answers.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import type { Header } from '../http/document-headers.ts';
import { text } from '../http/fields.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { Acceptance } from '../tasks/submission.ts';
import { invalidKey } from './project-gate.ts';

/** The header of every write that a client may repeat. */
export const idempotencyHeaders = z.object({
  'idempotency-key': text({ min: 8, max: 100 }).meta({
    description:
      'Names this write. A repetition with the same key and body gets the first answer and does nothing.',
    examples: ['order-1042-shipped'],
  }),
});

/** The header of a write that need not be repeatable. */
export const optionalIdempotencyHeaders = idempotencyHeaders.partial();

/** Headers of the 202 of such a write. */
export const replayedHeader: Record<string, Header> = {
  'Idempotency-Replayed': { description: '`true` when this is the answer to an earlier request.' },
};

/** The codes with which a write with an Idempotency-Key can be refused. */
export const acceptCodes = [
  'identity_not_found',
  'idempotency_key_reused',
  'queue_full',
  'daily_limit',
] as const satisfies ProblemCode[];

/** SHA-256 of the body as canonical JSON: the same for every spelling of the same document. */
export function fingerprintOf(request: Pick<FastifyRequest, 'bodyText'>): Buffer {
  return sha256(canonicalJson(request.bodyText));
}

/** The same, with the text of one member as it was sent, from one pass over a large body; see `losslessField`. */
export function fingerprintWith(
  request: FastifyRequest,
  key: string,
): { fingerprint: Buffer; sent: string | undefined } {
  const { bodyText } = request;
  const name = JSON.stringify(key);
  let sent: string | undefined;
  const canonical = canonicalJson(bodyText, (found, start, end) => {
    if (found === name) sent = bodyText.slice(start, end);
  });
  return { fingerprint: sha256(canonical), sent };
}

/**
 * Answers a write by its verdict.
 * @param faultsOn what the message lacks for a type of channel; called only if that is the verdict
 */
export function answerAcceptance(
  reply: FastifyReply,
  acceptance: Acceptance,
  faultsOn: (channelType: string) => { loc: (string | number)[]; message: string }[] = () => [],
): FastifyReply {
  switch (acceptance.verdict) {
    case 'replayed':
      reply.header('Idempotency-Replayed', 'true');
      return reply.code(202).type('application/json; charset=utf-8').send(acceptance.answer);
    case 'accepted':
      return reply.code(202).type('application/json; charset=utf-8').send(acceptance.answer);
    case 'reused':
      throw keyReused();
    case 'revoked':
      throw invalidKey();
    case 'identity_not_found':
      throw new Problem(
        404,
        'identity_not_found',
        'This project has no such identity. GET /profiles lists them.',
      );
    case 'file_not_found':
      throw attachedFileNotFound();
    case 'channel_limits':
      throw new ValidationProblem(
        faultsOn(acceptance.channelType).map(({ loc, message }) =>
          valueError(['body', ...loc], message, null),
        ),
      );
    case 'queue_full':
      throw new Problem(429, 'queue_full', 'The project has too much unfinished work. Try again in 5 s.', {
        retryAfterSeconds: 5,
      });
    case 'daily_limit': {
      const seconds = secondsToMidnight();
      throw new Problem(
        429,
        'daily_limit',
        'The project has accepted as many writes as it may today (UTC).',
        {
          retryAfterSeconds: seconds,
        },
      );
    }
    default:
      return acceptance satisfies never;
  }
}

/** The answer to a message with a file that its project does not have. */
export function attachedFileNotFound(): Problem {
  return new Problem(
    404,
    'file_not_found',
    'This project has no such file as an attachment names. Upload it first: POST /files.',
  );
}

/** The answer to a key that was used before with another body. */
export function keyReused(): Problem {
  return new Problem(
    409,
    'idempotency_key_reused',
    'This Idempotency-Key was used with another body. Repeat the first body, or take a new key.',
  );
}

function secondsToMidnight(now = new Date()): number {
  return Math.ceil((new Date(now).setUTCHours(24, 0, 0, 0) - now.getTime()) / 1000);
}
