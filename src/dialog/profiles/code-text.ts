import { randomInt } from 'node:crypto';
import { sha256 } from '../../platform/secrets.ts';

/**
 * What a link code looks like: three groups of four characters, such as `K7QM-2XRT-9HWB`, which a customer can read off
 * a screen and type. Letters and digits that look like one another are not among them.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const groups = 3;
const groupLength = 4;

/** A new code. Its 12 characters out of 30 hold 58 bits, which a day is not enough to guess at any rate. */
export function newCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return Array.from({ length: groups }, group).join('-');
}

/** What is kept of a code. Case and hyphens are the customer's to choose. */
export function hashOfCode(code: string): Buffer {
  return sha256(code.replaceAll('-', '').toUpperCase());
}
