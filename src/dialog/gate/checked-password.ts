import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { holdPassword } from './owners.ts';

/** An account whose password was right a moment ago. */
export interface CheckedPassword {
  id: string;
  /** With which the password was compared. */
  passwordHash: string;
}

/** The answer to a wrong password, and to one that was changed while it was checked. */
export const wrongCredentials = () =>
  new Problem(401, 'wrong_credentials', 'The e-mail address or the password is wrong.');

/**
 * Goes on with a login in the transaction that writes what comes of it, if the password is still the one that was checked.
 * @throws Problem 401
 */
export async function requirePassword(tx: Transaction, { id, passwordHash }: CheckedPassword): Promise<void> {
  if (!(await holdPassword(tx, id, passwordHash))) throw wrongCredentials();
}
