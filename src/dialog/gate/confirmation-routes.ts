import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import { requestOptions } from '../factors/ceremonies.ts';
import { newChallenge } from '../factors/challenges.ts';
import { passkeysOf } from '../factors/passkeys.ts';
import { moment, named, namedBody } from '../http/shapes.ts';
import { confirmationMinutes } from './confirmation.ts';
import { passkeyOptionsShape } from './factor-shapes.ts';
import { requirePasskeysHere } from './passkeys-here.ts';
import { proofFields } from './proof.ts';
import { type ProofParts, prove } from './prove.ts';
import { confirmSession } from './sessions.ts';

/** How somebody confirms in a session that it is still them. */

const noSecondFactor = () =>
  new Problem(409, 'no_second_factor', 'You have no second factor, so nothing needs to be confirmed.');

export const confirmIdentity = endpoint(
  {
    operationId: 'confirmSession',
    tags: ['Session'],
    summary: 'Confirm that it is you',
    description:
      `With a second factor. For ${confirmationMinutes} minutes this session may then do what is answered 403 \`confirmation_required\`. ` +
      'A login with a second factor counts as well.',
    body: namedBody('Confirmation', z.object(proofFields), { code: '492039' }),
    answers: {
      200: named('ConfirmedSession', z.object({ confirmed_until: moment }), {
        confirmed_until: '2026-11-20T11:14:09.118Z',
      }).describe('It is confirmed.'),
    },
    errors: ['factor_refused', 'no_second_factor', 'too_many_attempts'],
  },
  async (request, reply, parts: ProofParts) => {
    const { owner, body } = request;
    if (!owner.hasSecondFactor) throw noSecondFactor();
    const kind = await prove(request, reply, parts, owner, body, 'confirmation');
    const since = await parts.database.transaction(async (tx) => {
      if (kind === 'recovery_code') {
        await recordForInstallation(tx, { kind: 'recovery_code.used', person: owner, request });
      }
      return confirmSession(tx, owner);
    });
    return { confirmed_until: new Date(since.getTime() + confirmationMinutes * 60_000).toISOString() };
  },
);

export const askPasskeyAgain = endpoint(
  {
    operationId: 'askPasskeyToConfirm',
    tags: ['Session'],
    summary: 'Get what a passkey has to sign for a confirmation',
    description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.',
    answers: { 200: passkeyOptionsShape.describe('`PublicKeyCredentialRequestOptionsJSON`.') },
    errors: ['no_second_factor', 'passkeys_elsewhere'],
  },
  async (request, _reply, { database, settings }: ProofParts) => {
    const { owner } = request;
    if (!owner.hasSecondFactor) throw noSecondFactor();
    const site = requirePasskeysHere(request, settings);
    const known = (await passkeysOf(database, owner.id)).filter(({ host }) => host === site.host);
    const challenge = await newChallenge(database, { ceremony: 'confirmation', ownerId: owner.id });
    return requestOptions(site, known, challenge);
  },
);
