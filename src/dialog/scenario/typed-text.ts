import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** What people type and paste in the place of a number, a day or an address. Pure functions. */

/** Zero widths, marks of direction, byte order marks, soft hyphens, variation selectors: what Unicode says is not to be seen. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Dashes of every alphabet and width, and the minus signs, which Unicode counts among mathematical signs and others. */
const dashes = /[\p{Dash_Punctuation}\u02d7\u2043\u207b\u208b\u2212\u2796]/gu;

/** A text without characters that nobody sees. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/** A text in which every dash is a hyphen-minus. */
export const withPlainDashes = (text: string): string => text.replace(dashes, '-');

/** What was typed where only its letters, digits and signs count: nothing invisible, plain dashes, no white space at the ends. */
export const plainly = (text: string): string => withPlainDashes(withoutInvisible(text)).trim();

const longestPhone = 50;

/** Whether this is the code of a country whose numbers are known, such as `RU` (ISO 3166-1 alpha-2). */
export const isPhoneCountry = (code: string): code is CountryCode => isSupportedCountry(code);

/**
 * Reads a telephone number.
 * @param country whose numbers may be written as they are dialled there; without it, a number is kept as its digits
 * @returns with a country E.164, such as `+79123456789`; null for what is no number
 */
export function readPhone(text: string, country?: string): string | null {
  const number = text.length <= longestPhone ? text.replace(/[\s().-]/g, '') : '';
  if (country !== undefined) return /^\+?\d{5,20}$/.test(number) ? inCountry(number, country) : null;
  // The number of digits is limited by https://www.itu.int/rec/T-REC-E.164.
  return /^\+?\d{5,15}$/.test(number) ? number : null;
}

function inCountry(number: string, country: string): string | null {
  if (!isPhoneCountry(country)) return null;
  const found = parsePhoneNumberFromString(number, { defaultCountry: country, extract: false });
  // Not only of the right length: with a digit left out, the 8 before a number of Russia would be its first one.
  return found?.isValid() ? found.number : null;
}

const longestMail = 254;
/** With a name before it, and what else is around it. */
const longestAround = 1000;

/** What stands around an address in mails, address books and texts. */
const pairs: [string, string][] = [
  ['<', '>'],
  ['(', ')'],
  ['[', ']'],
  ['"', '"'],
  ["'", "'"],
  ['«', '»'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
];

/** A dot-atom of RFC 5322, section 3.2.3, with the letters of all alphabets (RFC 6531); no dot at its ends, nor two together. */
const local = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/**
 * Reads an address of e-mail, also out of `mailto:`, `Ann <ann@example.com>`, brackets and quotes, and with the sign that ends a sentence or
 * a list.
 * @returns the address alone; null for what is none, or not one
 */
export function readMail(text: string): string | null {
  if (text.length > longestAround) return null;
  const named = /^[^<>]*<([^<>]*)>$/.exec(withoutEnd(text))?.[1] ?? text;
  const [, linked = bareOf(named)] = /^mailto:([^?%]*)(?:\?.*)?$/i.exec(bareOf(named)) ?? [];
  const address = withoutEnd(linked);
  const at = address.indexOf('@');
  const [before, labels] = [address.slice(0, at), address.slice(at + 1).split('.')];
  const isAddress =
    at > 0 && address.length <= longestMail && before.length <= 64 && local.test(before) && isHost(labels);
  return isAddress ? address : null;
}

const isHost = (labels: string[]): boolean =>
  labels.length > 1 &&
  labels.every((each) => each.length <= 63 && label.test(each)) &&
  // A number is the end of an IP address, and of no name.
  /\p{L}/u.test(labels.at(-1)!);

const withoutEnd = (text: string): string => text.replace(/[\s,;.!?]+$/, '').trim();

/** A text without what surrounds it. */
function bareOf(text: string): string {
  const inner = withoutEnd(text);
  const pair = pairs.find(
    ([left, right]) => inner.length > 1 && inner.startsWith(left) && inner.endsWith(right),
  );
  return pair ? bareOf(inner.slice(1, -1)) : inner;
}
