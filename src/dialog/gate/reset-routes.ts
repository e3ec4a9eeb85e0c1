import { z } from 'zod';
import { networkOf } from '../../platform/network.ts';
import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { named, namedBody, nothing } from '../http/shapes.ts';
import type { Mail } from '../mail/outbox.ts';
import { endLogins } from './logins.ts';
import { setPassword } from './owners.ts';
import { mailPasswordChange } from './password-mail.ts';
import { ownerOfReset, requestReset, takeReset } from './password-resets.ts';
import { refused } from './password-routes.ts';
import { longestPassword, passwordFault, shortestPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { refuseOtherSites, type SessionParts } from './session.ts';

/** A forgotten password: a link is asked for, and a new password is set with it. */

const quarterMs = 15 * 60_000;
const hourMs = 3_600_000;
/** Requests for one account from one network address in 15 minutes. Links in force limit those for an account from everywhere. */
const perAccountAndAddress = 5;
/** Requests from one network in an hour, for all accounts together. */
const perNetwork = 50;
const largestBody = 8192;

interface ResetParts extends Pick<SessionParts, 'database'> {
  limiter: RateLimiter;
  mail: Mail;
}

export const requestPasswordReset = endpoint(
  {
    operationId: 'requestPasswordReset',
    tags: ['Session'],
    summary: 'Ask for a link for a new password',
    description:
      'The link arrives by mail, if the address has an account, and is valid for an hour. The answer is the same for every address.',
    body: namedBody('PasswordResetRequest', z.object({ email: text({ max: 320 }) }), {
      email: 'owner@example.com',
    }),
    answers: {
      202: named('PasswordResetRequested', z.object({ status: z.literal('requested') }), {
        status: 'requested',
      }).describe('It is written down; nobody has looked yet whether there is an account.'),
    },
    errors: ['csrf_failed', 'no_mail', 'too_many_attempts'],
    bodyLimit: largestBody,
  },
  async (request, reply, { database, limiter, mail }: ResetParts) => {
    refuseOtherSites(request);
    if (!mail.isOn) {
      throw new Problem(
        409,
        'no_mail',
        'This installation sends no mail (SMTP_URL is not set). Whoever runs it makes a new password on its machine: parley owner reset-password.',
      );
    }
    const email = request.body.email.trim().toLowerCase();
    await limit(limiter, email, request.ip);
    await requestReset(database, { email, address: request.ip, requestId: request.id });
    return reply.code(202).send({ status: 'requested' as const });
  },
);

/** @throws Problem 429 */
async function limit(limiter: RateLimiter, account: string, address: string): Promise<void> {
  // First, so that whoever makes up addresses is counted by few names.
  const near = await limiter.hit(`reset-network:${networkOf(address)}`, hourMs);
  if (near.count > perNetwork) throw tooMany(near.resetMs);
  const here = await limiter.hit(`reset:${account}:${address}`, quarterMs);
  if (here.count > perAccountAndAddress) throw tooMany(here.resetMs);
}

function tooMany(resetMs: number): Problem {
  const seconds = secondsUntilReset(resetMs);
  return new Problem(429, 'too_many_attempts', `Too many requests for a link. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}

export const resetPassword = endpoint(
  {
    operationId: 'resetPassword',
    tags: ['Session'],
    summary: 'Set a new password with a link',
    description: `At least ${shortestPassword} characters, and none that is found in leaks. The link is valid once; all sessions of the account end.`,
    body: namedBody(
      'PasswordReset',
      z.object({
        token: secret(text({ max: 200 })),
        new_password: secret(text({ max: longestPassword })),
      }),
      { token: 'rst_8rJ2vTq0sZf5mB1wYc9kLx3dNe7hGa4uPi6oKzWx7Qa', new_password: 'seven green umbrellas' },
    ),
    answers: { 204: nothing('It is set.') },
    errors: ['csrf_failed', 'reset_not_open'],
    bodyLimit: largestBody,
  },
  async (request, reply, { database, mail }: ResetParts) => {
    refuseOtherSites(request);
    const { token, new_password: password } = request.body;
    const owner = await ownerOfReset(database, token);
    if (!owner) throw notOpen();
    const fault = passwordFault(password, owner.email);
    if (fault) throw refused('new_password', fault);
    const passwordHash = await hashPassword(password);
    await database.transaction(async (tx) => {
      if (!(await takeReset(tx, token))) throw notOpen();
      await setPassword(tx, owner.id, { passwordHash, isWeak: false });
      await endLogins(tx, { kind: 'password.reset', person: owner, request });
      await mailPasswordChange(tx, mail, { email: owner.email, address: request.ip });
    });
    return reply.code(204).send();
  },
);

const notOpen = () =>
  new Problem(
    404,
    'reset_not_open',
    'There is no such link: it has expired or was used. Ask for another: POST /api/owner/password/reset-requests.',
  );
