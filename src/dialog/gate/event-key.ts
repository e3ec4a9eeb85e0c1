import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { bodyCodes, type ProblemCode } from '../http/answers.ts';
import type { Acceptance } from '../tasks/accept.ts';
import { answerAcceptance } from './idempotency.ts';

/**
 * Writes that carry their own name in the body, an event id: the same again is answered as a duplicate and does
 * nothing.
 */
export const eventAccepted = z
  .object({
    event_id: z.string(),
    status: z.literal('queued'),
    duplicate: z.boolean().describe('True when this event was accepted before; nothing runs twice.'),
  })
  .describe('The event is stored and will be handled once.');

/** What such a write can be refused with. */
export const eventCodes = [
  ...bodyCodes,
  'event_id_reused',
  'queue_full',
  'daily_limit',
] as const satisfies ProblemCode[];

/** The body of the first 202. */
export const eventAnswer = (eventId: string): string =>
  JSON.stringify({ event_id: eventId, status: 'queued', duplicate: false });

/** Answers by the verdict. The stored answer holds `"duplicate":false`, which a repetition gets as true. */
export function answerEvent(reply: FastifyReply, acceptance: Acceptance): FastifyReply {
  switch (acceptance.verdict) {
    case 'reused':
      throw new Problem(
        409,
        'event_id_reused',
        'This event id was used with another body. Repeat the first body, or take a new id.',
      );
    case 'replayed': {
      const answer = JSON.stringify({ ...JSON.parse(acceptance.answer), duplicate: true });
      return answerAcceptance(reply, { verdict: 'accepted', answer });
    }
    default:
      return answerAcceptance(reply, acceptance);
  }
}
