import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isStuck,
  placeOf,
  rowsIn,
  scrolled,
  seenAt,
  spaceOf,
  tallestPx,
} from '../../src/console/kit/grid-space.ts';

const lists = fc.record({
  count: fc.integer({ min: 1, max: 5_000_000 }),
  rowPx: fc.constantFrom(40, 60),
  view: fc.integer({ min: 200, max: 2000 }),
});

describe('a list of any length', () => {
  it('is no higher than browsers draw, and the scroll bar leads to each place of it and back', () => {
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), ({ count, rowPx, view }, part) => {
        const space = spaceOf(count, rowPx, view);
        expect(space.drawn).toBeLessThanOrEqual(tallestPx);
        const top = part * Math.max(0, space.full - view);
        const { at, shift } = seenAt(space, placeOf(space, top));
        expect(at + shift).toBeCloseTo(top, 3);
      }),
    );
  });

  it('begins at the top of the scroll bar and ends at its bottom', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const space = spaceOf(list.count, list.rowPx, list.view);
        expect(rowsIn(space, seenAt(space, 0), { ...list, more: 0 }).first).toBe(0);
        const end = seenAt(space, Math.max(0, space.drawn - space.view));
        expect(rowsIn(space, end, { ...list, more: 0 }).last).toBe(list.count - 1);
      }),
    );
  });

  it('moves by the pixels of the wheel wherever it is, and is never stuck before its end', () => {
    fc.assert(
      fc.property(
        lists,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.array(fc.integer({ min: -300, max: 300 }), { maxLength: 40 }),
        ({ count, rowPx, view }, part, ways) => {
          const space = spaceOf(count, rowPx, view);
          const most = space.full - view;
          fc.pre(most > 0);
          let top = part * most;
          let seen = seenAt(space, placeOf(space, top));
          for (const way of ways) {
            const at = Math.max(0, Math.min(space.drawn - view, seen.at + way));
            seen = scrolled(space, seen, at);
            top = Math.max(0, Math.min(most, top + way));
            expect(seen.at + seen.shift).toBeCloseTo(top, 3);
            expect(isStuck(space, seen)).toBe(false);
          }
        },
      ),
    );
  });
});
