import { z } from 'zod';
import { maxId, readId } from '../../platform/ids.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { environment, money, named } from '../http/shapes.ts';
import { wholeProject } from './figures.ts';

/** The figures of days, for clients and for owners. */

const count = z.int();
const figures = z.object({
  messages_in: count.describe('Messages that customers wrote.'),
  messages_out: count.describe('Messages that were sent to them.'),
  events: count.describe('External events that were accepted, those of automations included.'),
  new_profiles: count.describe('Customers who came new.'),
  active_profiles: count.describe(
    'Customers who wrote or had an event that day. In the totals the sum of the days.',
  ),
  jobs_succeeded: count,
  jobs_failed: count,
  workflow_runs: count.describe('Workflow runs that were created, whatever started them.'),
  payments_succeeded: count,
  revenue: z
    .array(money)
    .describe('The money that was paid, one sum for each currency. Refunds are not subtracted.'),
  refunds: count,
});
export const exampleFigures = {
  messages_in: 21,
  messages_out: 34,
  events: 3,
  new_profiles: 5,
  active_profiles: 12,
  jobs_succeeded: 4,
  jobs_failed: 0,
  workflow_runs: 2,
  payments_succeeded: 1,
  revenue: [{ value: '990.00', currency: 'RUB' }],
  refunds: 0,
};
export const exampleDay = { date: '2026-11-20', ...exampleFigures };
export const day = named('DailyFigures', z.object({ date: z.iso.date(), ...figures.shape }), exampleDay);

export const totals = named('Figures', figures, exampleFigures);

export const analytics = named(
  'Analytics',
  z
    .object({
      days: z.int(),
      environment,
      channel_id: z.string(),
      totals,
      series: z.array(day),
    })
    .describe('The figures of each day, and their sums.'),
  { days: 1, environment: 'live', channel_id: '', totals: exampleFigures, series: [exampleDay] },
);

/** The parameters of a request for figures. */
export const analyticsFilters = {
  days: laxInt({ ge: 1, le: 90, default: 30 }),
  environment: literal(['sandbox', 'live'], { default: 'live' }),
  channel_id: text({ default: '' }).describe(
    'Only what concerns customers of this channel, `ch_…`; empty for everything. An unknown one has zeros.',
  ),
};

/** An id that no channel has, for a filter that names no channel. */
const noChannel = maxId;

/** The channel of a filter as it is stored; what is no channel has zeros. @param publicId empty for the whole project */
export function placeOf(publicId: string): string {
  if (publicId === '') return wholeProject;
  const id = readId('channel', publicId);
  return id === undefined || id === wholeProject ? noChannel : id;
}
