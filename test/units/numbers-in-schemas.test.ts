import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { InputChecks } from '../../src/dialog/operations/input-schema.ts';

let revisions = 0;
// Starting a thread takes long on a busy machine.
const checks = new InputChecks({ waitMs: 60_000 });
afterAll(() => checks.close());

/** The places of faults, and what is said of them, if templates made the input. */
async function faults(properties: object, input: object, more: object = {}): Promise<string[]> {
  const named = { name: `n${revisions++}`, owner: 'owner', schema: { properties, ...more } };
  const items = await checks.faults(named, input, ['input'], true);
  return items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
}
/** Such a schema is checked by a thread. */
const byThread = { $defs: { any: {} }, propertyNames: { $ref: '#/$defs/any' } };

describe('multipleOf', () => {
  it('takes every sum of money that has its decimals, and no other', async () => {
    const named = (name: string, schema: object) => ({ name, owner: 'owner', schema: { ...schema } });
    for (const [step, units, decimals] of [
      [0.01, 1n, 2],
      [0.05, 5n, 2],
      [0.1, 1n, 1],
      [0.001, 1n, 3],
      [2.5, 25n, 1],
    ] as const) {
      const schema = named(`money${step}`, { properties: { a: { multipleOf: step } } });
      await checks.faults(schema, {}, []);
      fc.assert(
        fc.property(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), (amount) => {
          const value = Number(`${amount}e-${decimals}`);
          expect(checks.faultsAtOnce(schema, { a: value }, [])).toHaveLength(amount % units === 0n ? 0 : 1);
          const more = Number(`${amount * 10n + 1n}e-${decimals + 1}`);
          expect(checks.faultsAtOnce(schema, { a: more }, [])).toHaveLength(1);
        }),
      );
    }
  });

  it.each([{}, byThread])('counts the digits of a long number that is a text: %j', async (more) => {
    const money = { a: { type: 'number', multipleOf: 0.05 } };
    for (const fits of ['12345678901234567890', '12345678901234567.85', '-90071992547409931.1']) {
      expect([fits, await faults(money, { a: fits }, more)]).toEqual([fits, []]);
    }
    for (const wrong of ['12345678901234567.86', '12345678901234567.8500000000000001']) {
      const said = await faults(money, { a: wrong }, more);
      expect([wrong, said]).toEqual([wrong, ['input.a: Input should be a multiple of 0.05']]);
    }
  });

  it('takes 19.99 and 4.35 for money, also where a thread checks, and says of what a number is no multiple', async () => {
    const money = { a: { type: 'number', multipleOf: 0.01 } };
    for (const a of [19.99, 4.35, 0, -0.07, 1e20, 123456789.12]) {
      expect([a, await faults(money, { a }), await faults(money, { a }, byThread)]).toEqual([a, [], []]);
    }
    expect(await faults(money, { a: 19.995 })).toEqual(['input.a: Input should be a multiple of 0.01']);
  });
});

describe('a long number that templates made a text', () => {
  const properties = {
    id: { type: 'integer' },
    a: { type: 'string' },
    ids: { type: 'array', items: { type: 'integer', maximum: 1e30 } },
    either: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'integer' }] },
    low: { type: 'integer', maximum: 7 },
    short: { type: 'string', maxLength: 3 },
  };
  const id = '9007199254740993';

  it.each([{}, byThread])('is no fault beside another: %j', async (more) => {
    expect(await faults(properties, { id }, more)).toEqual([]);
    expect(await faults(properties, { id, a: 19.99 }, more)).toEqual([
      'input.a: Input should be a valid string',
    ]);
    expect(await faults(properties, { id, either: id, ids: Array(300).fill(id) }, more)).toEqual([]);
  });

  it('is said to be wrong as what the schema wants', async () => {
    expect(await faults(properties, { id, low: id })).toEqual([
      'input.low: Input should be less than or equal to 7',
    ]);
    expect(await faults(properties, { id, short: id })).toEqual([
      'input.short: String should have at most 3 characters',
    ]);
    expect(await faults(properties, { id: '0.1234567890123456789' })).toEqual([
      'input.id: Input should be a valid integer',
    ]);
  });
});
