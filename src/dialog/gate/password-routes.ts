import { z } from 'zod';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import { secret } from '../http/secret-fields.ts';
import { namedBody, nothing } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { endLogins } from './logins.ts';
import { checkOwnPassword } from './own-password.ts';
import { holdPassword, lockOwner, setPassword } from './owners.ts';
import { mailPasswordChange } from './password-mail.ts';
import { longestPassword, passwordFault, shortestPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import type { SessionParts } from './session.ts';
import { requireSession } from './sessions.ts';

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
  async (request, reply, { database, logins, mail }: SessionParts) => {
    const { owner, ip: address, body } = request;
    const checked = await checkOwnPassword(request, reply, { database, logins }, body.current_password);
    if (checked === undefined) throw notPresent();
    const fault = passwordFault(body.new_password, owner.email);
    if (fault) throw refused('new_password', fault);
    const passwordHash = await hashPassword(body.new_password);
    await database.transaction(async (tx) => {
      // A reset, or an end of this session, that came while the passwords were hashed must win: it may be meant for whoever sent this.
      await lockOwner(tx, owner.id);
      await requireSession(tx, owner);
      if (!(await holdPassword(tx, owner.id, checked))) throw notPresent();
      await setPassword(tx, owner.id, { passwordHash, isWeak: false });
      await endLogins(tx, { kind: 'password.changed', person: owner, request }, owner.sessionId);
      await mailPasswordChange(tx, mail, { email: owner.email, address });
    });
    return reply.code(204).send();
  },
);

const notPresent = () => refused('current_password', 'this is not your present password');

/** A 422 at a field. The item has no input, which would be the password. */
export function refused(field: string, message: string): ValidationProblem {
  const { input: _, ...item } = valueError(['body', field], message, null);
  return new ValidationProblem([item]);
}
