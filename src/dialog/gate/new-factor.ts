import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import type { PasskeyRow } from '../factors/passkeys.ts';
import { makeRecoveryCodes, recoveryCodesLeft } from '../factors/recovery-codes.ts';
import type { passkeyShape } from './factor-shapes.ts';
import { checkOwnPassword } from './own-password.ts';
import { refused } from './password-routes.ts';
import type { ProofParts } from './prove.ts';
import { confirmSession } from './sessions.ts';

/**
 * Lets whoever is logged in add a second factor. Whoever has one has confirmed it, at the gate; the first one needs the password, or
 * somebody with a stolen session could keep the account.
 * @throws ValidationProblem, Problem 429 or 503
 */
export async function mayAddFactor(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: Pick<ProofParts, 'database' | 'logins'>,
  password: string | undefined,
): Promise<void> {
  if (request.owner.hasSecondFactor) return;
  if (password === undefined) {
    throw refused('password', 'your password is needed, because you have no second factor yet');
  }
  if ((await checkOwnPassword(request, reply, parts, password)) === undefined) {
    throw refused('password', 'this is not your present password');
  }
}

/**
 * Ends the adding of a factor, which its session has just used. The caller holds a lock on the person.
 * @returns recovery codes, to be shown once; null if the person has some
 */
export async function withFirstCodes(
  tx: Transaction,
  owner: { id: string; sessionId: string },
): Promise<string[] | null> {
  await confirmSession(tx, owner);
  return (await recoveryCodesLeft(tx, owner.id)) > 0 ? null : makeRecoveryCodes(tx, owner.id);
}

/** A passkey as its person sees it. */
export function presentPasskey(row: PasskeyRow): z.output<typeof passkeyShape> {
  return {
    id: showId('passkey', row.id),
    name: row.name,
    host: row.host,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
