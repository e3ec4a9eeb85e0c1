import { randomInt } from 'node:crypto';
import { sha256 } from '../../platform/secrets.ts';

/**
 * The form of a link code: three groups of four characters, such as `K7QM-2XRT-9HWB`, which a customer can read on a screen and
 * type. Letters and digits that look alike are left out.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLength = 4;

/** Makes a code. Its 12 characters out of 30 have 58 bits, which nobody can guess within a day. */
export function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** The stored form of a code. Customers may type it in any case and without hyphens. */
export function hashOfCode(code: string): Buffer {
  return sha256(code.replaceAll('-', '').toUpperCase());
}
