import { words } from './words.ts';

/**
 * Decimals as text, so that no price becomes a binary fraction. The rules and messages are those of DRF's DecimalField with 20
 * digits, 6 of them after the point.
 */

export const maxDigits = 20;
export const decimalPlaces = 6;
const maxWhole = maxDigits - decimalPlaces;

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

export type DecimalResult = { value: string } | { error: string };

/**
 * Reads a decimal. `"00012.50"` becomes `"12.50"`, `"1e3"` becomes `"1000"`; it is never rounded.
 *
 * @param text without surrounding white space
 * @param shortest drops zeros at the end of the fraction, which mean nothing in JSON numbers
 */
export function readDecimal(text: string, shortest = false): DecimalResult {
  if (text.length > 1000) return { error: words.hugeNumber };
  const match = form.exec(text);
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (!match || whole + fraction === '') return { error: words.notNumber };

  // Value = digits × 10^exponent.
  let digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  let exponent = Number(power) - fraction.length;
  if (shortest) {
    const kept = digits.replace(/0+$/, '');
    exponent = kept === '' ? 0 : exponent + digits.length - kept.length;
    digits = kept === '' ? '0' : kept;
  }
  if (digits === '0' && exponent > 0) exponent = 0;

  // An exponent counts as its number of zeros. Comparing numbers first avoids writing out 1e999999.
  const places = Math.max(0, -exponent);
  const total = exponent >= 0 ? digits.length + exponent : Math.max(digits.length, places);
  if (total > maxDigits) return { error: words.manyDigits(maxDigits) };
  if (places > decimalPlaces) {
    return { error: words.manyPlaces(decimalPlaces) };
  }
  if (total - places > maxWhole) {
    return { error: words.manyWhole(maxWhole) };
  }
  const padded = exponent >= 0 ? digits + '0'.repeat(exponent) : digits.padStart(places + 1, '0');
  const point = padded.length - places;
  const plain = places === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`;
  const negative = sign === '-' && /[1-9]/.test(plain);
  return { value: negative ? `-${plain}` : plain };
}

/**
 * A number in a query string, as text for Postgres' `numeric`.
 * @returns undefined if it is not a number; `large` above 1e50, django-filter's limit
 */
export function readNumber(text: string): { value: string } | { large: true } | undefined {
  const match = text.length <= 1000 ? form.exec(text) : null;
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (!match || whole + fraction === '') return undefined;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return { value: '0' };
  const exponent = Number(power) - fraction.length;
  const magnitude = digits.length + exponent;
  const beyond = magnitude > 51 || (magnitude === 51 && !/^10*$/.test(digits));
  if (beyond) return sign === '-' ? { value: '-1e50' } : { large: true };
  // Stored values have only a few decimals, so this small a number compares like any smaller one.
  if (exponent < -2000) return { value: `${sign === '-' ? '-' : ''}1e-2000` };
  return { value: `${sign === '-' ? '-' : ''}${digits}e${exponent}` };
}
