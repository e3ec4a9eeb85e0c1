import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { beginHalfLogin, halfLoginMinutes } from '../factors/half-logins.ts';
import { type FactorKind, type Factors, factorsOf } from '../factors/kinds.ts';
import { type CheckedPassword, requirePassword } from './checked-password.ts';
import { hasPasskeysHere, type SiteSettings, siteOf } from './passkeys-here.ts';

interface AskingParts {
  database: Database;
  settings: SiteSettings;
}

/** How to go on after a right password: with which request a second factor is sent. */
const howToGoOn = {
  login: 'Send a second factor with the login_token to POST /api/owner/session/second-factor.',
  invitation:
    'Accept the invitation again with the same password and a second factor in second_factor; the login_token is for the options of a passkey.',
};

/**
 * The answer to a right password of somebody with a second factor. Its token stands for the password.
 * @throws Problem 401 if the password was changed meanwhile
 */
export async function askSecondFactor(
  request: FastifyRequest,
  { database, settings }: AskingParts,
  person: CheckedPassword,
  after: keyof typeof howToGoOn,
): Promise<Problem> {
  const factors = await factorsOf(database, person.id);
  const site = siteOf(request, settings);
  const hasPasskey = factors.passkeys.some(({ host }) => host === site?.host);
  const isHere = hasPasskeysHere(request, settings);
  const elsewhere = hasPasskey && !isHere && site ? ` Your passkeys work at ${site.origin} only.` : '';
  const token = await database.transaction(async (tx) => {
    await requirePassword(tx, person);
    return beginHalfLogin(tx, person.id);
  });
  return new Problem(
    401,
    'second_factor_required',
    `The password is right. ${howToGoOn[after]}${elsewhere}`,
    {
      fields: {
        login_token: token,
        kinds: kindsOf(factors, hasPasskey && isHere),
        expires_at: new Date(Date.now() + halfLoginMinutes * 60_000).toISOString(),
      },
    },
  );
}

function kindsOf({ totp, recoveryCodesLeft }: Factors, hasPasskey: boolean): FactorKind[] {
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery_code'] as const) : []),
  ];
}
