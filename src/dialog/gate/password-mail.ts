import type { Transaction } from '../../platform/postgres.ts';
import type { Mail } from '../mail/outbox.ts';

/** Tells an owner that their password was changed, in the transaction that changes it. @param address from where it was changed */
export function mailPasswordChange(
  tx: Transaction,
  mail: Mail,
  { email, address }: { email: string; address: string },
): Promise<void> {
  return mail.accept(tx, {
    to: email,
    template: 'password_changed',
    values: { at: new Date().toISOString(), address, link: mail.links.password() },
  });
}
