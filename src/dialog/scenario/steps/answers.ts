import {
  type FileAttachment,
  type HeardAttachment,
  isFile,
  isLocation,
} from '../../content/heard-attachments.ts';
import { readWebAddress } from '../../http/web-address.ts';
import type { Json } from '../../template/json.ts';
import { toText } from '../../template/liquid.ts';
import { readDay, readTime } from '../../template/written-days.ts';
import { matches } from '../pattern.ts';
import type { OfferedOption } from '../position.ts';
import { plainly, readMail, readPhone, withoutInvisible } from '../typed-text.ts';
import type { Validation, ValidationOf } from '../validation.ts';
import { fillText, type Walk } from '../walk.ts';
import { readAmount } from './amounts.ts';
import { readDayAndTime } from './moments.ts';

/** Reads answers of customers. Lengths are counted in code points. */

/** What a customer answers. */
export interface Said {
  text: string;
  attachments: readonly HeardAttachment[];
}

const longestAnswer = 10_000;
/** Every number of so many decimal digits is kept by a double, IEEE 754. */
const digitsOfNumber = 15;

/**
 * The value of an answer for the state, or null if it is not valid. Without a validation the value is the answer itself, unless
 * it is blank.
 * @throws TemplateError if a pattern or a template takes too long
 */
export function readAnswer(
  { text, attachments }: Said,
  validation: Validation | undefined,
  walk: Walk,
): string | null {
  if (!validation) return text.trim() === '' || [...text].length > longestAnswer ? null : text;
  // Words are kept as they were sent.
  const said = validation.type === 'text' ? text.trim() : plainly(text);
  switch (validation.type) {
    case 'text': {
      const { min = 1, max = longestAnswer, pattern } = validation;
      if (pattern !== undefined && !matches(pattern, said, walk.allowance)) return null;
      return within([...said].length, min, max) ? said : null;
    }
    case 'number':
    case 'integer': {
      const form = validation.type === 'integer' ? /^[+-]?\d{1,15}$/ : /^[+-]?\d{1,15}([.,]\d{1,15})?$/;
      const number = said.replace(',', '.').replace(/^\+/, '');
      return form.test(said) && within(Number(number), validation.min, validation.max) ? number : null;
    }
    case 'email':
      return readMail(said);
    case 'phone':
      return readPhone(said, validation.country);
    case 'date': {
      const day = readDay(said, validation.order);
      return day !== null && within(day, validation.min, validation.max) ? day : null;
    }
    case 'time': {
      const time = readTime(said);
      return time !== null && within(time, validation.min, validation.max) ? time : null;
    }
    case 'datetime': {
      const { timezone = 'UTC', order, min, max } = validation;
      const moment = readDayAndTime(said, timezone, order);
      const [from, to] = [min, max].map((at) =>
        at === undefined ? undefined : at === 'now' ? walk.around.now.getTime() : Date.parse(at),
      );
      return moment !== null && within(Date.parse(moment), from, to) ? moment : null;
    }
    case 'amount': {
      const { decimals = 2, decimal_sign: sign, min = 0, max } = validation;
      const amount = readAmount(said, { decimals, sign });
      return amount !== null && within(Number(amount), min, max) ? amount : null;
    }
    case 'url':
      // Dashes are a part of an address.
      return readAddress(withoutInvisible(text).trim());
    case 'one_of':
      return readOneOf(text, validation, walk);
    case 'file':
      return attachments.filter(isFile).find((file) => isWanted(file, validation))?.file_id ?? null;
    case 'location': {
      const place = attachments.find(isLocation);
      return place ? placeText(place.latitude, place.longitude) : readPlace(said);
    }
  }
}

const numbers: ReadonlySet<Validation['type']> = new Set(['number', 'integer', 'amount']);

/**
 * The value of an answer for a variable, where a number is one. Null for a number whose digits a JSON number could not keep: it
 * is no valid answer, because it must not be rounded in silence.
 */
export function typed(value: string, validation: Validation | undefined): Json {
  if (!validation || !numbers.has(validation.type)) return value;
  const digits = value.replace(/^-/, '').replace('.', '').replace(/^0+/, '');
  return digits.length > digitsOfNumber ? null : Number(value) + 0;
}

/** The index of the option that an answer names by its text, its value, what it is also called or otherwise its number; null for none. */
export function readOption(text: string, options: readonly OfferedOption[]): number | null {
  const said = folded(text);
  if (said === '') return null;
  const named = options.findIndex(
    ({ text, value }) => folded(text) === said || folded(toText(value)) === said,
  );
  if (named >= 0) return named;
  const called = alsoCalled(said, options);
  if (called !== null) return called;
  const number = /^\d{1,2}$/.test(said) ? Number(said) : 0;
  return number >= 1 && number <= options.length ? number - 1 : null;
}

/** The index of the option that is also called so. @param said folded, and not empty */
export function alsoCalled(said: string, options: readonly OfferedOption[]): number | null {
  const index = options.findIndex(({ also = [] }) => also.some((word) => folded(word) === said));
  return index < 0 ? null : index;
}

/**
 * Normalizes a text for comparison with an expected one: case, spaces at the ends, Unicode form and what is invisible do not matter. A
 * variation selector is among the latter, so ❤ is ❤️.
 */
export function folded(text: string): string {
  // By upper case first, because ß and ς have one letter there and others below.
  return withoutInvisible(text).normalize('NFC').trim().toUpperCase().toLowerCase();
}

const longestAddress = 2000;

/** A web address as browsers write it, without a user name; `https://` may be left out. */
function readAddress(text: string): string | null {
  if (text.length > longestAddress || /\s/.test(text)) return null;
  const url = readWebAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`);
  if (!url || url.username + url.password !== '') return null;
  // A host without a dot is a word, and `12.50` a number, which the parser would read as an IPv4 address.
  return /\.(\p{L}{2,63}|xn--[a-z0-9-]+)$/u.test(url.hostname) && url.href.length <= longestAddress
    ? url.href
    : null;
}

/** The first of the texts that the answer names, by itself or by what it is also called. */
function readOneOf(text: string, { texts }: ValidationOf<'one_of'>, walk: Walk): string | null {
  const said = folded(text);
  for (const one of texts) {
    const kept = fillText(one.text, walk);
    const isNamed = [kept, ...(one.also ?? []).map((name) => fillText(name, walk))].some(
      (name) => folded(name) === said,
    );
    if (said !== '' && isNamed) return kept;
  }
  return null;
}

/** Whether a file is one that the question takes, as far as its channel tells: its bytes may still be on their way. */
function isWanted(
  { media_type: type, size }: FileAttachment,
  { accept, max_mb: most }: Extract<Validation, { type: 'file' }>,
): boolean {
  if (most !== undefined && size !== null && size > most * 2 ** 20) return false;
  return accept === undefined || accept.some((range) => fits(type, range));
}

/** A file whose type nobody named fits only what takes all of them. */
function fits(type: string | null, range: string): boolean {
  if (range === '*/*' || type === null) return range === '*/*';
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) : type === range;
}

/** Digits behind the point of a coordinate: the sixth is a tenth of a metre. */
const coordinateDigits = 6;

const placeText = (latitude: number, longitude: number): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(coordinateDigits)) + 0).join(',');

/** Reads `59.93, 30.31`; null for any other text. */
function readPlace(text: string): string | null {
  const [, latitude = '', longitude = ''] =
    /^([+-]?\d{1,3}(?:\.\d{1,15})?)\s*,\s*([+-]?\d{1,3}(?:\.\d{1,15})?)$/.exec(text) ?? [];
  if (latitude === '' || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180) return null;
  return placeText(Number(latitude), Number(longitude));
}

function within<Value extends number | string>(value: Value, min?: Value, max?: Value): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max);
}
