import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accessEnds, extendAccess, type Grant } from '../../../src/dialog/profiles/access.ts';

const dayMs = 24 * 3600 * 1000;
const day = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * dayMs);
const grant = (orderId: string, at: number, days: number): Grant => ({
  orderId,
  term: { days },
  at: day(at),
});

describe('an access term', () => {
  it('begins now, or at the end of the present access', () => {
    expect(extendAccess(undefined, { days: 30 }, day(0))).toEqual(day(30));
    expect(extendAccess(day(10), { days: 30 }, day(0))).toEqual(day(40));
    expect(extendAccess(day(-10), { days: 30 }, day(0))).toEqual(day(30));
  });

  it('may be for ever, and nothing shortens it then', () => {
    expect(extendAccess(day(10), 'forever', day(0))).toBeNull();
    expect(extendAccess(null, { days: 30 }, day(0))).toBeNull();
  });

  it('of any number of days ends at a valid date', () => {
    const end = extendAccess(undefined, { days: Number.MAX_SAFE_INTEGER }, day(0));
    expect(end?.toISOString()).toBe('+275760-09-13T00:00:00.000Z');
  });
});

describe('the orders of a product', () => {
  it('extend each other', () => {
    const ends = accessEnds([grant('a', 0, 30), grant('b', 10, 30), grant('c', 100, 30)]);
    expect([...ends]).toEqual([
      ['a', day(30)],
      ['b', day(60)],
      ['c', day(130)],
    ]);
  });

  it('that are refunded leave the access that the others give alone', () => {
    expect([...accessEnds([grant('b', 10, 30)])]).toEqual([['b', day(40)]]);
    expect(accessEnds([]).size).toBe(0);
  });

  const grants = fc.uniqueArray(
    fc.record<Grant>({
      orderId: fc.string({ minLength: 1, maxLength: 3 }),
      term: fc.oneof(
        { weight: 9, arbitrary: fc.record({ days: fc.integer({ min: 1, max: 400 }) }) },
        { weight: 1, arbitrary: fc.constant('forever' as const) },
      ),
      at: fc.integer({ min: 0, max: 500 }).map(day),
    }),
    { selector: ({ orderId }) => orderId, maxLength: 8 },
  );

  it('count once each, in whatever order and however often they are listed', () => {
    fc.assert(
      fc.property(grants, fc.infiniteStream(fc.nat()), (listed, numbers) => {
        const shuffled = [...listed, ...listed]
          .map((item) => ({ item, place: numbers.next().value! }))
          .sort((a, b) => a.place - b.place)
          .map(({ item }) => item);
        expect([...accessEnds(shuffled)]).toEqual([...accessEnds(listed)]);
      }),
    );
  });

  it('give no less than each alone, and no more than all terms together after the last', () => {
    fc.assert(
      fc.property(grants, (listed) => {
        const end = [...accessEnds(listed).values()].at(-1);
        if (listed.some(({ term }) => term === 'forever')) return void expect(end).toBeNull();
        const days = listed.map(({ term }) => (term === 'forever' ? 0 : term.days));
        const latest = Math.max(0, ...listed.map(({ at }) => at.getTime()));
        const sum = days.reduce((total, count) => total + count, 0);
        if (listed.length > 0) expect(end!.getTime()).toBeLessThanOrEqual(latest + sum * dayMs);
        for (const [index, { at }] of listed.entries()) {
          expect(end!.getTime()).toBeGreaterThanOrEqual(at.getTime() + days[index]! * dayMs);
        }
      }),
    );
  });
});
