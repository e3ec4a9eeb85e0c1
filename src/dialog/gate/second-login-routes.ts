import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { subscriberOf } from '../../platform/network.ts';
import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';
import { endpoint } from '../../platform/routes.ts';
import { recordForInstallation } from '../audit/installation-log.ts';
import { requestOptions } from '../factors/ceremonies.ts';
import { newChallenge } from '../factors/challenges.ts';
import { halfLoginOf, takeHalfLogin } from '../factors/half-logins.ts';
import { passkeysOf } from '../factors/passkeys.ts';
import { usePasskey } from '../factors/use-passkey.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { mayBeLeftOut, namedBody } from '../http/shapes.ts';
import { passkeyOptionsShape } from './factor-shapes.ts';
import { sessionShape } from './owner-shapes.ts';
import { ownerById } from './owners.ts';
import { requirePasskeysHere, siteOf } from './passkeys-here.ts';
import { assertion, proofFields } from './proof.ts';
import { factorRefused, type ProofParts, prove } from './prove.ts';
import { openSession, refuseOtherSites, type SessionParts, sessionCookie } from './session.ts';

/** How somebody with a second factor logs in. */

const largestLogin = 64 * 1024;
const minuteMs = 60_000;
/** Each challenge is a row for five minutes, and anybody may ask for some. */
const challengesPerMinute = 60;

type Parts = SessionParts & ProofParts & { limiter: RateLimiter };

const loginToken = secret(
  text({ max: 200 }).describe(
    '`lgn_…`, from the 401 `second_factor_required`. It begins one session, within ten minutes.',
  ),
);

const session = sessionShape
  .describe('The session; its cookie comes in `Set-Cookie`.')
  .meta({ headers: sessionCookie });

const loginExpired = () =>
  new Problem(
    401,
    'login_expired',
    'The login token is unknown, was used, or has expired. Begin again with POST /api/owner/session.',
  );

export const finishLogin = endpoint(
  {
    operationId: 'finishLogin',
    tags: ['Session'],
    summary: 'Log in with a second factor',
    description:
      'After the 401 `second_factor_required` of a login, whose token it takes. Guesses are limited together with those at the password, and ' +
      'to 20 wrong codes an hour for each account.',
    body: namedBody('SecondFactor', z.object({ login_token: loginToken, ...proofFields }), {
      login_token: 'lgn_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
      code: '492039',
    }),
    answers: { 200: session },
    errors: ['login_expired', 'factor_refused', 'csrf_failed', 'too_many_attempts'],
    bodyLimit: largestLogin,
  },
  async (request, reply, parts: Parts) => {
    refuseOtherSites(request);
    const { login_token: token, ...proof } = request.body;
    const ownerId = await halfLoginOf(parts.database, token);
    const person = ownerId && (await ownerById(parts.database, ownerId));
    if (!person) throw loginExpired();
    const kind = await prove(request, reply, parts, person, proof, 'second login');
    return openSession(request, reply, parts, {
      ...person,
      isConfirmed: true,
      // The token stands for the password, and ends with it.
      passwordHash: null,
      also: async (tx) => {
        if (!(await takeHalfLogin(tx, token))) throw loginExpired();
        if (kind === 'recovery_code') {
          await recordForInstallation(tx, { kind: 'recovery_code.used', person, request });
        }
      },
    });
  },
);

export const askPasskey = endpoint(
  {
    operationId: 'askPasskey',
    tags: ['Session'],
    summary: 'Get what a passkey has to sign for a login',
    description:
      'For `PublicKeyCredential.parseRequestOptionsFromJSON()`. With a `login_token` it is the second factor of that login; without one ' +
      'the passkey is the only factor. Passkeys work at `PUBLIC_URL` or, without one, at `http://localhost` with the port of the server.',
    body: mayBeLeftOut(
      namedBody('PasskeyQuestion', z.object({ login_token: loginToken.optional() }), {
        login_token: 'lgn_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa',
      }),
    ),
    answers: { 200: passkeyOptionsShape.describe('`PublicKeyCredentialRequestOptionsJSON`.') },
    errors: ['login_expired', 'csrf_failed', 'passkeys_elsewhere', 'too_many_attempts'],
  },
  async (request, _reply, { database, settings, limiter }: Parts) => {
    refuseOtherSites(request);
    const site = requirePasskeysHere(request, settings);
    await limitChallenges(request, limiter);
    const token = request.body?.login_token;
    if (token === undefined) {
      return requestOptions(
        site,
        undefined,
        await newChallenge(database, { ceremony: 'login', ownerId: null }),
      );
    }
    const ownerId = await halfLoginOf(database, token);
    if (ownerId === undefined) throw loginExpired();
    const known = (await passkeysOf(database, ownerId)).filter(({ host }) => host === site.host);
    return requestOptions(site, known, await newChallenge(database, { ceremony: 'second login', ownerId }));
  },
);

export const logInWithPasskey = endpoint(
  {
    operationId: 'logInWithPasskey',
    tags: ['Session'],
    summary: 'Log in with a passkey alone',
    description:
      'Its authenticator has verified the person, by a finger or a PIN, so it counts as two factors.',
    body: namedBody('PasskeyLogin', z.object({ passkey: assertion }), {
      passkey: {
        id: 'mD0gW3pXbG4',
        rawId: 'mD0gW3pXbG4',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoi',
          authenticatorData: 'SZYN5YgOjGh0',
          signature: 'MEUCIQDx',
        },
      },
    }),
    answers: { 200: session },
    errors: ['factor_refused', 'csrf_failed'],
    bodyLimit: largestLogin,
  },
  async (request, reply, parts: Parts) => {
    refuseOtherSites(request);
    const { database, settings } = parts;
    const site = siteOf(request, settings);
    // Nobody can guess a signature, and each needs a challenge, which is limited.
    const ownerId =
      site &&
      (await usePasskey(database, site, request.body.passkey, {
        ceremony: 'login',
        ownerId: null,
      }));
    const person = ownerId && (await ownerById(database, ownerId));
    if (!person) throw factorRefused();
    return openSession(request, reply, parts, { ...person, isConfirmed: true, passwordHash: null });
  },
);

async function limitChallenges(request: FastifyRequest, limiter: RateLimiter): Promise<void> {
  const { count, resetMs } = await limiter.hit(`passkey-challenges:${subscriberOf(request.ip)}`, minuteMs);
  if (count <= challengesPerMinute) return;
  const seconds = secondsUntilReset(resetMs);
  throw new Problem(429, 'too_many_attempts', `Too many attempts to log in. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
