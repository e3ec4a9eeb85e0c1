import type { FieldErrors } from '../errors.ts';

/** Numbers as people and spreadsheets write them, where whoever sends a file says how. */

export const decimals = ['point', 'comma'] as const;
export type Decimal = (typeof decimals)[number];

const fields = ['price_raw', 'weight_value'];

/** A value in an error. A cell may have 1 MiB, and a report a thousand errors. */
export const quoted = (value: string): string => `"${value.length > 40 ? `${value.slice(0, 40)}…` : value}"`;

/** Spaces of all kinds, and the apostrophe of Switzerland. */
const betweenThousands = /(?<=\d)[\s'’](?=\d{3}(?!\d))/g;
const forms = {
  point: { parted: /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/, plain: /^[^,]*$/, separator: ',' },
  comma: { parted: /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/, plain: /^[^.]*$/, separator: '.' },
} as const;

/**
 * A number as the API reads it: `1 234,50` and `1.234,50` with a decimal comma are `1234.50`.
 * @returns undefined if it is not written so, such as `12.50` with a decimal comma
 */
function plainNumber(text: string, decimal: Decimal): string | undefined {
  const { parted, plain, separator } = forms[decimal];
  const closed = text.trim().replaceAll(betweenThousands, '');
  if (parted.test(closed)) return closed.replaceAll(separator, '').replace(',', '.');
  return plain.test(closed) ? closed.replace(',', '.') : undefined;
}

/** Reads the numbers of a record. @returns it as the API reads it, or what is wrong with them */
export function withPlainNumbers(
  input: Record<string, unknown>,
  decimal: Decimal,
): { input: Record<string, unknown> } | { errors: FieldErrors } {
  const read = { ...input };
  const errors: FieldErrors = {};
  for (const field of fields) {
    const value = input[field];
    if (typeof value !== 'string') continue;
    const plain = plainNumber(value, decimal);
    if (plain === undefined) errors[field] = [`${quoted(value)} is no number with a decimal ${decimal}.`];
    else read[field] = plain;
  }
  return Object.keys(errors).length > 0 ? { errors } : { input: read };
}

const hasDecimalComma = /^[+-]?[\d\s.'’]*,\d+$/;

/** Adds what would help to the errors of a record whose numbers have a decimal comma that was not said. */
export function withRemedy(errors: FieldErrors, input: Record<string, unknown>): FieldErrors {
  const told = { ...errors };
  for (const field of fields) {
    const value = input[field];
    const faults = told[field];
    if (!Array.isArray(faults) || typeof value !== 'string' || !hasDecimalComma.test(value)) continue;
    told[field] = [...faults, `${quoted(value)} has a decimal comma: say decimal=comma.`];
  }
  return told;
}
