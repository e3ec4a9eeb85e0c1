import type { Decimal } from 'decimal.js';
import { toValue } from 'liquidjs';
import { Exact, precision } from '../../platform/exact-decimal.ts';
import { TemplateError } from './allowance.ts';
import { allowanceOf, type FilterHandler } from './context.ts';

/** The filters that reckon, in decimals as people do: with doubles, 0.1 and 0.2 are 0.30000000000000004. */

/** Digits of an operand. A double has up to 309 before its point; more are no number that anybody reckons with. */
const mostDigits = 400;

/** Integers below it are numbers in JSON. Larger ones would lose digits there, so they are texts. */
const firstUnsafe = new Exact(2).pow(53);
/** Significant digits of a fraction that a double cannot hold as it is: as many as it holds mostly, or always. */
const digitsOfFraction = [16, 15] as const;

/** How a filter reckons with decimals; the first is the value. */
const reckonings: Readonly<Record<string, (...operands: [Decimal, ...Decimal[]]) => Decimal>> = {
  abs: (value) => value.abs(),
  ceil: (value) => value.ceil(),
  floor: (value) => value.floor(),
  round: (value, digits) => roundedTo(value, digits?.trunc().toNumber() ?? 0),
  plus: (value, other) => value.plus(other!),
  minus: (value, other) => value.minus(other!),
  times: (value, other) => value.times(other!),
  divided_by: (value, other, floored) => {
    const quotient = value.div(other!);
    if (floored && !floored.isZero()) return quotient.floor();
    if (quotient.precision() < precision) return quotient;
    return quotient.toSignificantDigits(Math.max(digitsOfFraction[0], quotient.e + 1));
  },
  modulo: (value, other) => value.mod(other!),
  at_least: (...values) => Exact.max(...values),
  at_most: (...values) => Exact.min(...values),
};

const takesOperand = new Set(['plus', 'minus', 'times', 'divided_by', 'modulo']);
const divides = new Set(['divided_by', 'modulo']);

/**
 * A filter of the engine that reckons in decimals; undefined for one that does not reckon.
 * @param usual the engine's own, for what decimals do not have, such as infinity
 */
export function inDecimals(name: string, usual: FilterHandler): FilterHandler | undefined {
  if (name === 'sum') return sumOf(usual);
  const reckon = reckonings[name];
  if (!reckon) return undefined;
  return function (value, ...args) {
    const [first, ...others] = [value, ...args].map(decimalOf);
    const isByZero = divides.has(name) && others[0]?.isZero();
    if (isByZero && allowanceOf(this.context).rules >= 2)
      throw new TemplateError(`${name}: a division by zero`);
    const isMissing = takesOperand.has(name) && args.length === 0;
    if (isByZero || isMissing || !first || !areFinite(others)) return usual.call(this, value, ...args);
    return written(reckon(first, ...others), [first, ...others]);
  };
}

function sumOf(usual: FilterHandler): FilterHandler {
  return function* (list, property): Generator<unknown, unknown, unknown> {
    const decimals: (Decimal | undefined)[] = [];
    const from = toValue(list) ?? [];
    for (const item of Array.isArray(from) ? from : [from]) {
      const value = property
        ? yield this.context._getFromScope(item, String(toValue(property)), false)
        : item;
      decimals.push(decimalOf(value));
    }
    if (!areFinite(decimals)) return yield usual.call(this, list, property);
    const sum = decimals.reduce((before, decimal) => before.plus(decimal), new Exact(0));
    return written(sum, decimals);
  };
}

const decimalText = /^[+-]?\d+(?:\.\d*)?$/;

/** The decimal that a value is, 0 for what is no number; undefined for one that is infinite. */
function decimalOf(value: unknown): Decimal | undefined {
  const plain = toValue(value);
  // Other texts, such as those with exponents, are read as doubles: 1e1000000 would have a million digits.
  if (typeof plain === 'string') {
    const text = plain.trim();
    if (text.length <= mostDigits && decimalText.test(text)) return new Exact(text);
  }
  const number = Number(plain) || 0;
  return Number.isFinite(number) ? new Exact(number) : undefined;
}

const areFinite = (decimals: (Decimal | undefined)[]): decimals is Decimal[] => !decimals.includes(undefined);

/** Away from zero at the middle. @param digits behind the point; below 0 before it */
function roundedTo(value: Decimal, digits: number): Decimal {
  if (digits >= 0) return value.toDecimalPlaces(Math.min(digits, 2 * mostDigits));
  return value.toNearest(new Exact(10).pow(Math.min(-digits, mostDigits)));
}

/**
 * A result as a number, or as a text that keeps its digits if it is beyond 2^53. A fraction with as many digits as a double holds has
 * been rounded before, as a third is, and its last digit is not to be seen: three thirds are 1.
 */
function written(result: Decimal, operands: readonly Decimal[]): number | string {
  if (result.abs().gte(firstUnsafe)) return result.toFixed();
  const [most, always] = digitsOfFraction;
  const isOfRounded = operands.some((operand) => !operand.isInteger() && operand.precision() >= most);
  const rounded = [
    ...(isOfRounded ? [] : [result, result.toSignificantDigits(most)]),
    result.toSignificantDigits(Math.max(always, result.e + 1)),
  ];
  const held = rounded.find((decimal) => new Exact(decimal.toNumber()).eq(decimal));
  // Adding zero turns -0 into 0.
  return (held ?? result).toNumber() + 0;
}
