import {
  type FileAttachment,
  type HeardAttachment,
  isFile,
  isLocation,
} from '../../content/heard-attachments.ts';
import type { Allowance } from '../../template/liquid.ts';
import { matches } from '../pattern.ts';
import type { OfferedOption } from '../position.ts';
import type { Validation } from '../step-types.ts';

/** Reads answers of customers. Lengths are counted in code points. */

/** What a customer answers. */
export interface Said {
  text: string;
  attachments: readonly HeardAttachment[];
}

const longestAnswer = 10_000;

/**
 * The value of an answer for the state, or null if it is not valid. Without a validation the value is the answer itself, unless
 * it is blank.
 * @throws TemplateError if a pattern takes too long
 */
export function readAnswer(
  { text, attachments }: Said,
  validation: Validation | undefined,
  allowance: Allowance,
): string | null {
  const said = text.trim();
  if (!validation) return said === '' || [...text].length > longestAnswer ? null : text;
  switch (validation.type) {
    case 'text': {
      const { min = 1, max = longestAnswer, pattern } = validation;
      if (pattern !== undefined && !matches(pattern, said, allowance)) return null;
      return within([...said].length, min, max) ? said : null;
    }
    case 'number':
    case 'integer': {
      const form = validation.type === 'integer' ? /^[+-]?\d{1,15}$/ : /^[+-]?\d{1,15}([.,]\d{1,15})?$/;
      const number = said.replace(',', '.').replace(/^\+/, '');
      return form.test(said) && within(Number(number), validation.min, validation.max) ? number : null;
    }
    case 'email':
      return said.length <= 254 && /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(said) ? said : null;
    case 'phone': {
      const number = said.length <= 50 ? said.replace(/[\s().-]/g, '') : '';
      // The number of digits is limited by https://www.itu.int/rec/T-REC-E.164.
      return /^\+?\d{5,15}$/.test(number) ? number : null;
    }
    case 'date': {
      const day = readDay(said);
      return day !== null && within(day, validation.min, validation.max) ? day : null;
    }
    case 'file':
      return attachments.filter(isFile).find((file) => isWanted(file, validation))?.file_id ?? null;
    case 'location': {
      const place = attachments.find(isLocation);
      return place ? placeText(place.latitude, place.longitude) : readPlace(said);
    }
  }
}

/** The index of the option that an answer names by its text, its value or otherwise its number; null for none. */
export function readOption(text: string, options: readonly OfferedOption[]): number | null {
  const said = folded(text);
  const named = options.findIndex((option) => folded(option.text) === said || folded(option.value) === said);
  if (named >= 0) return named;
  const number = /^\d{1,2}$/.test(said) ? Number(said) : 0;
  return number >= 1 && number <= options.length ? number - 1 : null;
}

/** Normalizes a text for comparison with an expected one: case, spaces at the ends and Unicode form do not matter. */
export function folded(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

/** Reads `2026-11-20` or `20.11.2026` and returns the former; null for a day that does not exist. */
function readDay(text: string): string | null {
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const [, d = '', m = '', y = ''] = dotted ?? [];
  const day = dotted ? `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}` : text;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
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
