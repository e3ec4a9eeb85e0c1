import { isLongNumber } from '../../platform/exact-json.ts';
import type { Json } from '../template/json.ts';

/**
 * An input that templates made, in the forms that may suit its schema: as it is, with long numbers as texts, and with them as
 * numbers, if there are any. What the operation gets is always the first, since the second has lost digits.
 */
export function formsOfRendered(input: Json): Json[] {
  let holdsLong = false;
  const asNumbers = (value: Json): Json => {
    if (typeof value === 'string') {
      if (!isLongNumber(value)) return value;
      holdsLong = true;
      return Number(value);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(asNumbers);
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, asNumbers(part)]));
  };
  const second = asNumbers(input);
  return holdsLong ? [input, second] : [input];
}
