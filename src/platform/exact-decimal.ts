import { Decimal } from 'decimal.js';

/** Every sum and product of two operands of 400 digits is exact with so many; a quotient that has as many does not end. */
export const precision = 1000;

/** Decimals as people reckon with them. */
export const Exact = Decimal.clone({
  precision,
  rounding: Decimal.ROUND_HALF_UP,
  modulo: Decimal.ROUND_FLOOR,
});

const numberText = /^[+-]?\d{1,300}(\.\d{1,300})?(e[+-]?\d{1,2})?$/i;

/**
 * The number that a text writes, with all its digits, so that two that a double takes for one stay two; undefined for a text that is
 * no number, and for one that nobody means, since it has more than 300 digits or a long exponent.
 */
export function readDecimal(text: string): Decimal | undefined {
  const written = text.trim();
  return numberText.test(written) ? new Exact(written) : undefined;
}
