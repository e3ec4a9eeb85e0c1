import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Vault } from '../../platform/secrets.ts';
import { recordFailed } from '../audit/installation-log.ts';
import type { Ceremony } from '../factors/challenges.ts';
import type { FactorKind } from '../factors/kinds.ts';
import { useRecoveryCode } from '../factors/recovery-codes.ts';
import { useTotp } from '../factors/totp.ts';
import { usePasskey } from '../factors/use-passkey.ts';
import type { LoginGuard } from './login-guard.ts';
import { type SiteSettings, siteOf } from './passkeys-here.ts';
import { refused } from './password-routes.ts';
import type { Proof } from './proof.ts';

/** What checks a second factor. */
export interface ProofParts {
  database: Database;
  logins: LoginGuard;
  vault: Vault;
  settings: SiteSettings;
}

/** A kind of factor, and whether what was sent of it is right. */
interface Claim {
  kind: FactorKind;
  isRight: () => Promise<boolean>;
}

/**
 * Checks the second factor of a person. Guesses are counted with those at the password, and codes of one person also by
 * themselves, whoever tries them.
 * @returns how the person has proved it
 * @throws Problem 403 if it is wrong, 429; ValidationProblem if there is not exactly one
 */
export async function prove(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, logins, vault, settings }: ProofParts,
  person: { id: string; email: string },
  proof: Proof,
  ceremony: Ceremony['ceremony'],
): Promise<FactorKind> {
  const { id, email } = person;
  const claims: Claim[] = [];
  const { code, recovery_code: recoveryCode, passkey } = proof;
  if (code !== undefined) claims.push({ kind: 'totp', isRight: () => useTotp(database, vault, id, code) });
  if (recoveryCode !== undefined) {
    claims.push({ kind: 'recovery_code', isRight: () => useRecoveryCode(database, id, recoveryCode) });
  }
  if (passkey !== undefined) {
    const site = siteOf(request, settings);
    const use = async () => site && usePasskey(database, site, passkey, { ceremony, ownerId: id });
    claims.push({ kind: 'passkey', isRight: async () => (await use()) !== undefined });
  }
  const [claim, ...others] = claims;
  if (!claim || others.length > 0) {
    throw refused('code', 'send one of code, recovery_code and passkey');
  }
  const attempt = await logins.admit({ account: email, address: request.ip, ownerId: id }, clientGone(reply));
  if (claim.kind !== 'passkey') await logins.admitCode(id);
  const isRight = await claim.isRight().catch(async (error) => {
    await attempt.notMade();
    throw error;
  });
  if (!isRight) {
    await recordFailed(database, 'factor.failed', person, request);
    throw factorRefused();
  }
  await attempt.succeeded(id);
  if (claim.kind !== 'passkey') await logins.codeSucceeded(id);
  return claim.kind;
}

/** The answer to a factor that is not right. */
export const factorRefused = () =>
  new Problem(
    403,
    'factor_refused',
    'The code or the passkey is wrong, was used before, or comes too late. Each code is accepted once: wait for the next one.',
  );
