import { randomInt } from 'node:crypto';
import { and, count, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/postgres.ts';
import { sha256 } from '../../platform/secrets.ts';
import { recoveryCodes } from './schema.ts';

/** Codes on paper, for whoever has lost the app and the passkeys. */

type Orm = Pick<Transaction, 'orm'>;

const howMany = 10;
/** Without signs that look alike: https://www.crockford.com/base32.html */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
/** 80 bits, so that nobody finds a code from its hash. */
const groups = 4;
const groupLength = 4;

/** Makes ten codes, which replace those there are. The caller holds a lock on the person. @returns them, to be shown once */
export async function makeRecoveryCodes({ orm }: Orm, ownerId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.ownerId, ownerId));
  await orm.insert(recoveryCodes).values(codes.map((code) => ({ ownerId, codeHash: hashOf(ownerId, code) })));
  return codes;
}

/** Uses a code up. @returns false if there is no such code, or not any more */
export async function useRecoveryCode({ orm }: Orm, ownerId: string, code: string): Promise<boolean> {
  const used = await orm
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.ownerId, ownerId), eq(recoveryCodes.codeHash, hashOf(ownerId, code))))
    .returning({ ownerId: recoveryCodes.ownerId });
  return used.length > 0;
}

/** How many codes are left. */
export async function recoveryCodesLeft({ orm }: Orm, ownerId: string): Promise<number> {
  const [row] = await orm
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.ownerId, ownerId));
  return row!.left;
}

/** Removes all codes. */
export async function removeRecoveryCodes({ orm }: Orm, ownerId: string): Promise<void> {
  await orm.delete(recoveryCodes).where(eq(recoveryCodes.ownerId, ownerId));
}

function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** As people type it: in any case, with or without hyphens, and with signs that look alike. */
function hashOf(ownerId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return sha256(`${ownerId} ${plain}`);
}
