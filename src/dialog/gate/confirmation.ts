import type { FastifyRequest } from 'fastify';
import { Problem } from '../../platform/problem.ts';

/** For how long a person who has confirmed that it is them is not asked again in that session. */
export const confirmationMinutes = 10;

/**
 * Admits whoever has no second factor, and whoever has given one in this session within the last ten minutes. It is for the routes
 * that the table of the owner API marks as `confirmed`, behind the gate that sets `request.owner`. A personal token is no session, so
 * `isConfirmed` is false with one.
 * @throws Problem 403
 */
export async function confirmationGate({ owner }: Pick<FastifyRequest, 'owner'>): Promise<void> {
  if (!owner.hasSecondFactor || owner.isConfirmed) return;
  throw new Problem(
    403,
    'confirmation_required',
    'Confirm that it is you: POST /api/owner/session/confirmations with a code or a passkey, and repeat this within ' +
      `${confirmationMinutes} minutes. It needs a session; a personal token cannot do this for somebody with a second factor.`,
  );
}
