import { readFileSync } from 'node:fs';
import { packageFile } from '../../platform/package-files.ts';

/**
 * What a new password must be, by OWASP ASVS 2.1 and NIST SP 800-63B: long, and none that is found in leaks. Kinds of characters are
 * not asked for. Passwords from before these rules keep working.
 */

export const shortestPassword = 12;
export const longestPassword = 1000;

/**
 * What is wrong with a new password, as text after "Value error, "; undefined if nothing is.
 * @param email of its owner
 */
export function passwordFault(password: string, email: string): string | undefined {
  if ([...password].length < shortestPassword) {
    return `give at least ${shortestPassword} characters, such as a few words that do not belong together`;
  }
  const plain = password.normalize('NFKC').toLowerCase();
  const account = email.toLowerCase();
  const [mailbox = ''] = account.split('@');
  const begun = plain.replace(/[^\p{L}]+$/u, '');
  const core = begun.replace(/^[^\p{L}]+/u, '');
  for (const text of new Set([plain, begun, core, withoutDisguise(begun), withoutDisguise(core)])) {
    if (text === account || (mailbox !== '' && text === mailbox)) return 'this is your e-mail address';
    if (isEasy(text)) {
      return 'this password is easy to guess, or was found in leaks; take a few words that do not belong together';
    }
  }
  return undefined;
}

/** Whether a text is one of the list, a shorter text again and again, or a row of neighbours such as `abcdefghijkl`. */
function isEasy(text: string): boolean {
  return leaked().has(text) || isRepeated(text) || isRow(text);
}

/** Whether a text, or its letters if these are most of it, is a part again and again that would itself be too short or too easy. */
function isRepeated(text: string): boolean {
  const words = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const letters = text.replaceAll(/\P{L}/gu, '');
  return [text, words, ...(letters.length * 2 >= text.length ? [letters] : [])].some((sought) => {
    const [, part] = /^(.+?)\1+$/su.exec(sought) ?? [];
    return part !== undefined && ([...part].length < shortestPassword || leaked().has(part));
  });
}

function isRow(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const steps = codes.slice(1).map((code, i) => (code - codes[i]! + 10) % 10);
  return steps.length > 1 && steps.every((step) => step === steps[0]) && [0, 1, 9].includes(steps[0]!);
}

/** Letters in place of the digits and signs that people put for them. */
const withoutDisguise = (text: string): string =>
  text.replaceAll(/[013457@$!]/g, (sign) => letters[sign as keyof typeof letters]);

const letters = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' } as const;

let read: ReadonlySet<string> | undefined;

/** Read when it is needed first: most processes see no new password. */
function leaked(): ReadonlySet<string> {
  if (!read) {
    const file = packageFile('passwords/leaked.txt');
    const lines = readFileSync(file, 'utf8').split('\n');
    read = new Set(lines.filter((line) => line !== '' && !line.startsWith('#')));
  }
  return read;
}
