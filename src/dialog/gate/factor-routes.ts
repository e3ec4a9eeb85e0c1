import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import { factorsOf, forgetCodesWithoutFactor, isAny } from '../factors/kinds.ts';
import { makeRecoveryCodes } from '../factors/recovery-codes.ts';
import { beginTotp, confirmTotp, removeTotp } from '../factors/totp.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { mayBeLeftOut, namedBody, nothing } from '../http/shapes.ts';
import { recordAccountEvent } from './account-events.ts';
import { confirmedTotpShape, newTotpShape, recoveryCodesShape, secondFactorsShape } from './factor-shapes.ts';
import { mayAddFactor, presentPasskey, withFirstCodes } from './new-factor.ts';
import { lockOwner } from './owners.ts';
import { siteOf } from './passkeys-here.ts';
import { longestPassword } from './password-rules.ts';
import { factorRefused, type ProofParts } from './prove.ts';

/** The second factors of whoever is logged in: the app that makes codes, and recovery codes. */

export const readSecondFactors = endpoint(
  {
    operationId: 'readSecondFactors',
    tags: ['Second factors'],
    summary: 'See your second factors',
    answers: { 200: secondFactorsShape.describe('The factors.') },
  },
  async (request, _reply, { database, settings }: ProofParts) => {
    const { totp, passkeys, recoveryCodesLeft } = await factorsOf(database, request.owner.id);
    return {
      totp: totp
        ? {
            since: totp.confirmedAt.toISOString(),
            last_used_at: totp.lastUsedAt?.toISOString() ?? null,
          }
        : null,
      passkeys: passkeys.map(presentPasskey),
      recovery_codes_left: recoveryCodesLeft,
      passkeys_at: siteOf(request, settings)?.origin ?? null,
    };
  },
);

/** The password of whoever adds the first second factor. */
export const firstPassword = mayBeLeftOut(
  namedBody(
    'FirstFactor',
    z.object({
      password: secret(
        text({ max: longestPassword })
          .optional()
          .describe('Yours. It is needed while you have no second factor.'),
      ),
    }),
    { password: 'correct horse battery' },
  ),
);

export const addTotp = endpoint(
  {
    operationId: 'createTotp',
    tags: ['Second factors'],
    summary: 'Set up an app that makes codes',
    description:
      'RFC 6238. The secret is shown once, and counts when a code is confirmed; a second call before that makes another secret.',
    body: firstPassword,
    answers: { 201: newTotpShape.describe('What the app needs.') },
    errors: ['second_factor_exists', 'too_many_attempts', 'too_many_logins'],
  },
  async (request, reply, parts: ProofParts) => {
    await mayAddFactor(request, reply, parts, request.body?.password);
    const made = await beginTotp(parts.database, parts.vault, request.owner);
    if (made) return reply.code(201).send(made);
    throw new Problem(
      409,
      'second_factor_exists',
      'You have an app already. Remove it before you set up another.',
    );
  },
);

export const confirmNewTotp = endpoint(
  {
    operationId: 'confirmTotp',
    tags: ['Second factors'],
    summary: 'Confirm the app by a code',
    description:
      'From now on a login needs a second factor. The session of this request counts as confirmed.',
    body: namedBody('TotpCode', z.object({ code: secret(text({ max: 20 })) }), { code: '492039' }),
    answers: { 200: confirmedTotpShape.describe('It is confirmed.') },
    errors: ['factor_refused', 'too_many_attempts'],
  },
  async (request, _reply, { database, logins, vault }: ProofParts) => {
    const { owner, body } = request;
    await logins.admitCode(owner.id);
    const confirmed = await database.transaction(async (tx) => {
      await lockOwner(tx, owner.id);
      if (!(await confirmTotp(tx, vault, owner.id, body.code))) throw factorRefused();
      await recordAccountEvent(tx, {
        ...{ kind: 'factor.added', person: owner, request },
        data: { kind: 'totp' },
      });
      return { recovery_codes: await withFirstCodes(tx, owner) };
    });
    await logins.codeSucceeded(owner.id);
    return confirmed;
  },
);

export const deleteTotp = endpoint(
  {
    operationId: 'deleteTotp',
    tags: ['Second factors'],
    summary: 'Remove the app',
    description:
      'With the last second factor the recovery codes go as well, and a login needs the password alone.',
    answers: { 204: nothing('It is removed.') },
    errors: ['second_factor_not_found'],
  },
  async (request, reply, { database }: ProofParts) => {
    const { owner } = request;
    await database.transaction(async (tx) => {
      await lockOwner(tx, owner.id);
      if (!(await removeTotp(tx, owner.id))) {
        throw new Problem(404, 'second_factor_not_found', 'You have no app that makes codes.');
      }
      await forgetCodesWithoutFactor(tx, owner.id);
      await recordAccountEvent(tx, {
        ...{ kind: 'factor.removed', person: owner, request },
        data: { kind: 'totp' },
      });
    });
    return reply.code(204).send();
  },
);

export const renewRecoveryCodes = endpoint(
  {
    operationId: 'createRecoveryCodes',
    tags: ['Second factors'],
    summary: 'Make recovery codes anew',
    description: 'They replace those there were.',
    answers: { 201: recoveryCodesShape.describe('Ten codes.') },
    errors: ['no_second_factor'],
  },
  async (request: FastifyRequest, reply: FastifyReply, { database }: ProofParts) => {
    const { owner } = request;
    const codes = await database.transaction(async (tx) => {
      await lockOwner(tx, owner.id);
      if (!isAny(await factorsOf(tx, owner.id))) {
        throw new Problem(
          409,
          'no_second_factor',
          'You have no second factor. Set up an app or a passkey; recovery codes come with it.',
        );
      }
      await recordForInstallation(tx, { kind: 'recovery_codes.made', person: owner, request });
      return makeRecoveryCodes(tx, owner.id);
    });
    return reply.code(201).send({ recovery_codes: codes });
  },
);
