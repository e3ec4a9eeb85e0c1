import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { maxId, readId } from '../../platform/ids.ts';
import { endpoint } from '../../platform/routes.ts';
import { type NumberingParts, numberWaiting } from '../audit/numbering.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { environment, money, named } from '../http/shapes.ts';
import { readFigures, wholeProject } from './figures.ts';

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
const exampleFigures = {
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
const exampleDay = { date: '2026-11-20', ...exampleFigures };
const day = named('DailyFigures', z.object({ date: z.iso.date(), ...figures.shape }), exampleDay);

const analytics = named(
  'Analytics',
  z
    .object({
      days: z.int(),
      environment,
      channel_id: z.string(),
      totals: named('Figures', figures, exampleFigures),
      series: z.array(day),
    })
    .describe('The figures of each day, and their sums.'),
  { days: 1, environment: 'live', channel_id: '', totals: exampleFigures, series: [exampleDay] },
);

export const readAnalytics = endpoint(
  {
    operationId: 'readAnalytics',
    tags: ['Analytics'],
    summary: 'Read figures by day',
    description:
      'One entry a day of UTC, oldest first, today and days without traffic included. What test shops ' +
      'took counts in `sandbox`.',
    params: projectPath,
    querystring: z.object({
      days: laxInt({ ge: 1, le: 90, default: 30 }),
      environment: literal(['sandbox', 'live'], { default: 'live' }),
      channel_id: text({ default: '' }).describe(
        'Only what concerns customers of this channel, `ch_…`; empty for everything. An unknown one has zeros.',
      ),
    }),
    answers: { 200: analytics },
  },
  async (request, reply, parts: NumberingParts) => {
    const gone = clientGone(reply);
    const { days, environment, channel_id: channel } = request.query;
    const { projectId } = request.projectKey;
    await numberWaiting(parts, projectId);
    const channelId = channel === '' ? wholeProject : channelOf(channel);
    const found = await readFigures(parts.database.reading(gone), {
      projectId,
      environment,
      channelId,
      days,
    });
    return { days, environment, channel_id: channel, ...found };
  },
);

/** An id that no channel has, for a filter that names no channel. */
const noChannel = maxId;

function channelOf(publicId: string): string {
  const id = readId('channel', publicId);
  return id === undefined || id === wholeProject ? noChannel : id;
}
