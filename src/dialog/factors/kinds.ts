import type { Transaction } from '../../platform/postgres.ts';
import { passkeysOf } from './passkeys.ts';
import { recoveryCodesLeft, removeRecoveryCodes } from './recovery-codes.ts';
import { totpOf } from './totp.ts';

/** How somebody can prove who they are besides the password. */
export type FactorKind = 'totp' | 'passkey' | 'recovery_code';

/** The second factors of a person. */
export interface Factors {
  totp: Awaited<ReturnType<typeof totpOf>>;
  passkeys: Awaited<ReturnType<typeof passkeysOf>>;
  recoveryCodesLeft: number;
}

/** Reads the second factors of a person. */
export async function factorsOf(on: Pick<Transaction, 'orm'>, ownerId: string): Promise<Factors> {
  // One after the other, because a transaction has one connection.
  const totp = await totpOf(on, ownerId);
  const passkeys = await passkeysOf(on, ownerId);
  const left = await recoveryCodesLeft(on, ownerId);
  return { totp, passkeys, recoveryCodesLeft: left };
}

/** Whether a person has a second factor; recovery codes alone are none. */
export const isAny = ({ totp, passkeys }: Pick<Factors, 'totp' | 'passkeys'>): boolean =>
  totp !== undefined || passkeys.length > 0;

/** Removes recovery codes that nothing is left for. The caller holds a lock on the person. @returns whether it did */
export async function forgetCodesWithoutFactor(
  tx: Pick<Transaction, 'orm'>,
  ownerId: string,
): Promise<boolean> {
  if (isAny(await factorsOf(tx, ownerId))) return false;
  await removeRecoveryCodes(tx, ownerId);
  return true;
}
