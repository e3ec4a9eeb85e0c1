/**
 * Decimals as text: a price is never a binary fraction here. The rules and messages are those of DRF's DecimalField
 * with 20 digits, 6 of them after the point.
 */

const maxDigits = 20;
const decimalPlaces = 6;
const maxWhole = maxDigits - decimalPlaces;

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

export type DecimalResult = { value: string } | { error: string };

/**
 * Reads a decimal. `"00012.50"` becomes `"12.50"`, `"1e3"` becomes `"1000"`; it is never rounded.
 *
 * @param text without white space around it
 * @param shortest drops zeros at the end of the fraction, for JSON numbers, where they mean nothing
 */
export function readDecimal(text: string, shortest = false): DecimalResult {
  if (text.length > 1000) return { error: 'String value too large.' };
  const match = form.exec(text);
  const [, sign = '', whole = '', fraction = '', power = '0'] = match ?? [];
  if (!match || whole + fraction === '') return { error: 'A valid number is required.' };

  // Value = digits × 10^exponent.
  let digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  let exponent = Number(power) - fraction.length;
  if (shortest) {
    const kept = digits.replace(/0+$/, '');
    exponent = kept === '' ? 0 : exponent + digits.length - kept.length;
    digits = kept === '' ? '0' : kept;
  }
  if (digits === '0' && exponent > 0) exponent = 0;

  // An exponent counts as the zeros it stands for; comparing numbers first keeps 1e999999 from being written out.
  const places = Math.max(0, -exponent);
  const total = exponent >= 0 ? digits.length + exponent : Math.max(digits.length, places);
  if (total > maxDigits) return { error: `Ensure that there are no more than ${maxDigits} digits in total.` };
  if (places > decimalPlaces) {
    return { error: `Ensure that there are no more than ${decimalPlaces} decimal places.` };
  }
  if (total - places > maxWhole) {
    return { error: `Ensure that there are no more than ${maxWhole} digits before the decimal point.` };
  }
  const padded = exponent >= 0 ? digits + '0'.repeat(exponent) : digits.padStart(places + 1, '0');
  const point = padded.length - places;
  const plain = places === 0 ? padded : `${padded.slice(0, point)}.${padded.slice(point)}`;
  const negative = sign === '-' && /[1-9]/.test(plain);
  return { value: negative ? `-${plain}` : plain };
}

/**
 * A number in a query string, as text that Postgres takes for `numeric`.
 * @returns undefined when it is none; `large` above 1e50, which is where django-filter stops
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
  // Nothing stored has more than a few decimals, so a number this small compares like any other.
  if (exponent < -2000) return { value: `${sign === '-' ? '-' : ''}1e-2000` };
  return { value: `${sign === '-' ? '-' : ''}${digits}e${exponent}` };
}
