import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { recordFailed } from '../audit/installation-log.ts';
import type { LoginGuard } from './login-guard.ts';
import { readPasswordHash } from './owners.ts';
import { checkPassword } from './passwords.ts';

/**
 * Checks the password of whoever is logged in. Whoever has stolen a session must not guess it faster than at the login.
 * @returns the hash with which it was compared; undefined if it is wrong
 * @throws Problem 429 or 503
 */
export async function checkOwnPassword(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, logins }: { database: Database; logins: LoginGuard },
  password: string,
): Promise<string | undefined> {
  const { owner, ip: address } = request;
  const gone = clientGone(reply);
  const attempt = await logins.admit({ account: owner.email, address, ownerId: owner.id }, gone);
  const stored = await readPasswordHash(database, owner.id);
  const isRight = await checkPassword(stored, password, gone).catch(async (error) => {
    await attempt.notMade();
    throw error;
  });
  if (isRight) await attempt.succeeded(owner.id);
  else await recordFailed(database, 'login.failed', owner, request);
  return isRight ? stored : undefined;
}
