import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import type { ProblemCode } from '../http/answers.ts';
import { named } from '../http/shapes.ts';
import type { Acceptance } from '../tasks/submission.ts';
import { answerAcceptance } from './idempotency.ts';

/**
 * The answer to a write whose body has its name, an event id. The same event again is answered as a duplicate and does
 * nothing.
 */
export const eventAccepted = named(
  'AcceptedEvent',
  z
    .object({
      event_id: z.string(),
      status: z.literal('queued'),
      duplicate: z.boolean().describe('True when this event was accepted before; nothing runs twice.'),
    })
    .describe('The event is stored and will be handled once.'),
  { event_id: 'order-1042-paid', status: 'queued', duplicate: false },
);

/** The codes with which such a write can be refused. */
export const eventCodes = ['event_id_reused', 'queue_full', 'daily_limit'] as const satisfies ProblemCode[];

/** The body of the first 202. */
export const eventAnswer = (eventId: string) => ({
  event_id: eventId,
  status: 'queued',
  duplicate: false,
});

/** Answers by the verdict. The stored answer says `"duplicate":false`; a repetition gets it as true. */
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
