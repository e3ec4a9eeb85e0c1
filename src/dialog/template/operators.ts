import { type Context, defaultOperators } from 'liquidjs';
import type { Allowance } from './allowance.ts';
import { allowanceOf } from './context.ts';

type Operator = (...operands: unknown[]) => ReturnType<(typeof defaultOperators)[string]>;

/** The operators of conditions. Their operands are counted first, because a text or a list can be long. */
export const boundOperators = Object.fromEntries(
  Object.entries(defaultOperators).map(([name, operator]) => [name, bound(name, operator as Operator)]),
);

function bound(name: string, operator: Operator): Operator {
  // liquidjs passes one or two operands, followed by the context.
  const accounted = (operands: unknown[], context: Context) => {
    const allowance = allowanceOf(context);
    for (const operand of operands) accountFor(operand, allowance);
    if (name === 'contains') accountForSearch(operands[0], operands[1], allowance);
    return operator(...operands, context);
  };
  // liquidjs reads the number of operands from the number of parameters.
  return name === 'not'
    ? (value, context) => accounted([value], context as Context)
    : (left, right, context) => accounted([left, right], context as Context);
}

function accountFor(operand: unknown, allowance: Allowance): void {
  if (typeof operand === 'string' || Array.isArray(operand)) allowance.admit(operand);
  else allowance.step();
}

/**
 * Counts the search for one text in another. At worst it compares every character of the one with every character of the other.
 */
export function accountForSearch(text: unknown, wanted: unknown, allowance: Allowance): void {
  if (typeof text === 'string' && typeof wanted === 'string') {
    allowance.step(1 + Math.ceil((text.length * wanted.length) / 1000));
  }
}
