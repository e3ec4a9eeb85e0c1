import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chartTop } from '../../src/console/kit/chart-scale.ts';
import { shownFigures, sumOf } from '../../src/console/overview/figure-list.ts';
import { mendOf } from '../../src/console/overview/mends.ts';

it('the upper edge of a chart is round, has a round half, and is not below any value', () => {
  for (const highest of [0, 1, 2, 3, 5, 9, 10, 11, 41, 99, 100, 4120, 99_999]) {
    const top = chartTop(highest);
    expect([highest, top >= highest, Number.isInteger(top / 2)]).toEqual([highest, true, true]);
    expect([highest, top <= Math.max(4, highest * 2)]).toEqual([highest, true]);
  }
});

const figures = {
  ...{ messages_in: 9, messages_out: 0, events: 0, new_profiles: 0, active_profiles: 45, jobs_succeeded: 0 },
  ...{ jobs_failed: 0, workflow_runs: 0, payments_succeeded: 0, refunds: 0 },
  revenue: [
    { value: '12.50', currency: 'EUR' },
    { value: '0.30', currency: 'USD' },
  ],
};

it('customers of several days are shown by the day, and money in one currency', () => {
  expect(sumOf(figures, 30, 'active_profiles')).toBe(1.5);
  expect(sumOf(figures, 30, 'revenue', 'USD')).toBe(0.3);
  expect(sumOf(figures, 30, 'revenue', 'GBP')).toBe(0);
});

it('figures of what a project does not use have no place, unless there were some before', () => {
  expect(shownFigures({ ...figures, revenue: [] }, undefined)).not.toContain('revenue');
  expect(shownFigures({ ...figures, revenue: [] }, figures)).toContain('revenue');
  expect(shownFigures(figures, undefined)).toContain('messages_out');
});

it('every item of the readiness that asks for something has a mend', () => {
  const folder = 'src/dialog/readiness';
  const code = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
  const ids = code.flatMap((text) => [...text.matchAll(/\bid: ['`]([a-z_]+)['`:]/g)].map(([, id]) => id!));
  expect(new Set(ids).size).toBeGreaterThan(20);
  // These two mend themselves.
  const left = ids.filter((id) => Object.keys(mendOf(id)).length === 0);
  expect([...new Set(left)].sort()).toEqual(['customer_lists', 'search']);
});
