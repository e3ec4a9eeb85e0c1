import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Condition, condition, type Facts, holds } from '../../src/dialog/scenario/conditions.ts';
import type { Json } from '../../src/dialog/template/json.ts';
import { Allowance } from '../../src/dialog/template/liquid.ts';

/** Whether a comparison of numbers holds. */
function says(left: Json, op: string, right: Json): boolean {
  const remarks: string[] = [];
  const facts: Facts = {
    ...{ fill: (template) => template, tags: [], now: new Date(), allowance: new Allowance() },
    remark: (sentence) => void remarks.push(sentence),
  };
  const found = holds(condition.parse({ left, op, right, as: 'number' }) as Condition, facts);
  expect(remarks).toEqual([]);
  return found;
}

const expected: Record<string, (a: bigint, b: bigint) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
};

/** A number of so many units of 10^-decimals, as a text of JSON. */
function written(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const sign = units < 0n ? '-' : '';
  return `${sign}${digits.slice(0, at)}${decimals > 0 ? `.${digits.slice(at)}` : ''}`;
}

it('numbers are compared by all their digits, by every operator', () => {
  const units = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
  const near = fc.bigInt({ min: -2n, max: 2n });
  fc.assert(
    fc.property(units, near, fc.nat({ max: 30 }), (a, more, decimals) => {
      const b = a + more;
      const [left, right] = [written(a, decimals), written(b, decimals)];
      for (const [op, isSo] of Object.entries(expected)) expect(says(left, op, right), op).toBe(isSo(a, b));
      expect(says(left, 'in', ['1', right, '2'])).toBe(
        a === b || ['1', '2'].some((n) => says(left, 'eq', n)),
      );
    }),
  );
});

it('one number in several spellings, and as a number of JSON, is one', () => {
  const same: [Json, Json][] = [
    ['1.50', 1.5],
    ['1e20', 1e20],
    [1e21, '1000000000000000000000'],
    ['+7', '007'],
    ['-0', 0],
    ['0.1', 0.1],
    ['9007199254740993.0', '9007199254740993'],
  ];
  for (const [a, b] of same) {
    expect([a, b, says(a, 'eq', b), says(b, 'lte', a), says(a, 'in', [b])]).toEqual([a, b, true, true, true]);
  }
});
