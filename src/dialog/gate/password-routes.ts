import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { namedBody, nothing } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { endLogins } from './logins.ts';
import { readPasswordHash, setPassword } from './owners.ts';
import { longestPassword, passwordFault, shortestPassword } from './password-rules.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import type { SessionParts } from './session.ts';

const largestChange = 8192;

export const changePassword = endpoint(
  {
    operationId: 'changePassword',
    tags: ['Session'],
    summary: 'Change your password',
    description: `At least ${shortestPassword} characters, and none that is found in leaks. All your other sessions end.`,
    body: namedBody(
      'PasswordChange',
      z.object({
        current_password: secret(text({ max: longestPassword })),
        new_password: secret(text({ max: longestPassword })),
      }),
      { current_password: 'correct horse battery', new_password: 'seven green umbrellas' },
    ),
    answers: { 204: nothing('It is changed.') },
    errors: ['too_many_attempts', 'too_many_logins'],
    bodyLimit: largestChange,
  },
  async (request, reply, { database, logins }: SessionParts) => {
    const { owner, ip: address, body } = request;
    const gone = clientGone(reply);
    // Whoever has stolen a session must not guess the password faster than at the login.
    const attempt = await logins.admit({ account: owner.email, address, ownerId: owner.id }, gone);
    const isRight = await checkPassword(
      await readPasswordHash(database, owner.id),
      body.current_password,
      gone,
    ).catch(async (error) => {
      await attempt.notMade();
      throw error;
    });
    if (!isRight) throw refused('current_password', 'this is not your present password');
    const fault = passwordFault(body.new_password, owner.email);
    await attempt.succeeded(owner.id);
    if (fault) throw refused('new_password', fault);
    const passwordHash = await hashPassword(body.new_password);
    await database.transaction(async (tx) => {
      await setPassword(tx, owner.id, { passwordHash, isWeak: false });
      await endLogins(tx, owner.id, owner.sessionId);
    });
    return reply.code(204).send();
  },
);

/** A 422 at a field. The item has no input, which would be the password. */
export function refused(field: string, message: string): ValidationProblem {
  const { input: _, ...item } = valueError(['body', field], message, null);
  return new ValidationProblem([item]);
}
