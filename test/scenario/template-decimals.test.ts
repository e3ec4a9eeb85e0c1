import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Allowance, render, renderText, TemplateError } from '../../src/dialog/template/liquid.ts';
import { processorMs } from '../harness/patience.ts';

const value = (expression: string, scope = {}, allowance?: Allowance) =>
  render(`{{ ${expression} }}`, scope, allowance);

describe('templates reckon as people do', () => {
  it.each([
    ['0.1 | plus: 0.2', 0.3],
    ['0.3 | minus: 0.1', 0.2],
    ['19.99 | times: 100', 1999],
    ['100 | times: 1.1', 110],
    ['19.99 | times: 3', 59.97],
    ['0.3 | divided_by: 0.1', 3],
    ['0.3 | divided_by: 0.1 | floor', 3],
    ['10 | divided_by: 4', 2.5],
    ['10 | divided_by: 4, true', 2],
    ['-7 | divided_by: 2, true', -4],
    ['0.3 | modulo: 0.1', 0],
    ['-7 | modulo: 3', 2],
    ['7 | modulo: -3', -2],
    ['1.005 | round: 2', 1.01],
    ['-2.5 | round', -3],
    ['1250 | round: -2', 1300],
    ['1.1 | times: 3 | ceil', 4],
    ['-0.5 | ceil', 0],
    ['-0.07 | abs', 0.07],
    ['"0.1" | at_least: 0.05', 0.1],
    ['"7" | at_most: "6.5"', 6.5],
    ['"0.1,0.2" | split: "," | sum', 0.3],
    ['items | sum: "price"', 0.6],
    ['" 12.50 " | plus: 1', 13.5],
    ['"1e3" | plus: 1', 1001],
    ['"no number" | plus: 1', 1],
    ['nothing | plus: 1', 1],
    ['"1,x,2" | split: "," | sum', 3],
  ])('%s is %j', (expression, result) => {
    const items = [{ price: 0.1 }, { price: '0.2' }, { price: 0.3 }, {}];
    expect(value(expression, { items })).toBe(result);
    // The digits were never meant otherwise, so versions of before get them, too.
    expect(value(expression, { items }, new Allowance(100, 1))).toBe(result);
  });

  it.each([
    ['10 | divided_by: 3', 3.333333333333333],
    ['2 | divided_by: 3', 0.6666666666666667],
    ['1 | divided_by: 3 | times: 3', 1],
    ['1000 | divided_by: 7 | times: 7', 1000],
    ['"0.3333333333333333,0.3333333333333333,0.3333333333333333" | split: "," | sum', 1],
  ])(
    'a quotient that does not end has 16 digits, and its last is not seen: %s is %j',
    (expression, result) => {
      expect(value(expression)).toBe(result);
    },
  );

  it.each([
    ['"9007199254740993" | plus: 1', '9007199254740994'],
    ['"12345678901234567890" | times: 10', '123456789012345678900'],
    ['"12345678901234567890" | minus: "0.25"', '12345678901234567889.75'],
    ['"-12345678901234567890" | abs', '12345678901234567890'],
    ['"12345678901234567890" | modulo: 7', 1],
    ['"12345678901234567891" | divided_by: 3', '4115226300411522630'],
    ['"12345678901234567890,1" | split: "," | sum', '12345678901234567891'],
    ['"12345678901234567890" | at_least: 5', '12345678901234567890'],
    ['"9007199254740991" | plus: 0', 9007199254740991],
    ['"2020083555191202.125000000004" | times: "0.5"', 1010041777595601],
  ])('beyond 2^53 every digit is kept, as a text: %s', (expression, result) => {
    expect(value(expression)).toBe(result);
  });

  it('in a text the result is written without an exponent', () => {
    expect(renderText('{{ "0.1" | plus: 0.2 }} of {{ big | times: 10 }}', { big: 1e21 })).toBe(
      '0.3 of 10000000000000000000000',
    );
  });
});

/** A decimal with its digits as an integer. */
const decimal = fc
  .record({ digits: fc.bigInt(-(10n ** 30n), 10n ** 30n), decimals: fc.nat({ max: 12 }) })
  .map(({ digits, decimals }) => ({ digits, decimals, text: asText(digits, decimals) }));
type Decimal = { digits: bigint; decimals: number; text: string };

function asText(digits: bigint, decimals: number): string {
  const all = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
  const [whole, rest] = [all.slice(0, all.length - decimals), all.slice(all.length - decimals)];
  const fraction = rest.replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return digits < 0n && text !== '0' ? `-${text}` : text;
}

const isBeyond = (text: string) => Math.abs(Number(text)) >= 2 ** 53;
const digitsIn = (text: string) => text.replace(/[-.]/g, '').replace(/^0+/, '').length;

/** The result of a filter as a text; a fraction is compared only as far as a number holds it for certain. */
function expectExact(filter: string, one: Decimal, other: Decimal, exact: string): void {
  const result = value(`a | ${filter}: b`, { a: one.text, b: other.text });
  if (isBeyond(exact)) expect(result).toBe(exact);
  else if (digitsIn(exact) <= 15) expect(result).toBe(Number(exact) + 0);
  else expect(Math.abs(Number(result) - Number(exact))).toBeLessThanOrEqual(Math.abs(Number(exact)) * 5e-15);
}

describe('decimals of any length are as integers reckon them', () => {
  const aligned = ({ digits, decimals }: Decimal, to: number) => digits * 10n ** BigInt(to - decimals);

  it('sums and differences', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const to = Math.max(one.decimals, other.decimals);
        const [a, b] = [aligned(one, to), aligned(other, to)];
        expectExact('plus', one, other, asText(a + b, to));
        expectExact('minus', one, other, asText(a - b, to));
      }),
    );
  });

  it('products', () => {
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        const exact = asText(one.digits * other.digits, one.decimals + other.decimals);
        expectExact('times', one, other, exact);
      }),
    );
  });

  it('money: sums of hundredths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), { maxLength: 100 }),
        (cents) => {
          const items = cents.map((each) => each / 100);
          expect(value('items | sum', { items })).toBe(cents.reduce((sum, each) => sum + each, 0) / 100 + 0);
        },
      ),
    );
  });
});

describe('a division by zero', () => {
  it.each(['5 | divided_by: 0', '0 | divided_by: "0.00"', '5 | modulo: 0', '5 | divided_by: nothing'])(
    '%s is an error, and was nothing by the rules of before',
    (expression) => {
      expect(() => value(expression)).toThrow(
        new TemplateError(`${expression.split(' ')[2]!.slice(0, -1)}: a division by zero`),
      );
      expect(value(expression, {}, new Allowance(100, 1))).toBeNull();
    },
  );
});

describe('no number takes long', () => {
  it.each([
    ['"1e1000000" | plus: 1', null],
    ['"1e-1000000" | plus: 1', 1],
    ['1.5 | round: 1000000000', 1.5],
    ['1.5 | round: -1000000000', 0],
    ['many | plus: 1', null],
    ['huge | times: huge | size', 617],
  ])('%s', (expression, result) => {
    const spent = processorMs(() =>
      expect(value(expression, { many: '9'.repeat(100_000), huge: 1e308 })).toBe(result),
    );
    expect(spent).toBeLessThan(1000);
  });

  it('nor one that is multiplied by itself again and again', () => {
    const source =
      '{% assign x = "12345678901234567890" %}{% for i in (1..60) %}{% assign x = x | times: x %}{% endfor %}{{ x | size }}';
    expect(processorMs(() => renderText(source, {}))).toBeLessThan(1000);
  });
});
