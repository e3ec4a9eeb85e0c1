import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { numberWaiting } from '../audit/log.ts';
import { projectAnswers } from '../http/answers.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
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
    .array(z.object({ value: z.string(), currency: z.string() }))
    .describe('What was paid, one sum a currency. Refunds are not taken off.'),
  refunds: count,
});
const day = z.object({ date: z.iso.date(), ...figures.shape });

/** Figures of the project by day. */
export function analyticsRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/analytics',
    {
      config: { scope: 'analytics:read' },
      schema: {
        operationId: 'readAnalytics',
        tags: ['Analytics'],
        summary: 'Read figures by day',
        description:
          'Needs the scope `analytics:read`. One entry a day of UTC, oldest first, today and days without traffic ' +
          'included. What test shops took counts in `sandbox`.',
        params: projectPath,
        querystring: z.object({
          days: laxInt({ ge: 1, le: 90, default: 30 }),
          environment: literal(['sandbox', 'live'], { default: 'live' }),
          channel_id: text({ default: '' }).describe(
            'Only what concerns customers of this channel, `ch_…`; empty for everything. An unknown one has zeros.',
          ),
        }),
        response: projectAnswers({
          200: z
            .object({
              days: z.int(),
              environment: z.enum(['sandbox', 'live']),
              channel_id: z.string(),
              totals: figures,
              series: z.array(day),
            })
            .describe('The figures of each day, and their sums.'),
        }),
      },
    },
    async (request) => {
      const { days, environment, channel_id: channel } = request.query;
      const { projectId } = request.projectKey;
      await numberWaiting(database, projectId);
      const channelId = channel === '' ? wholeProject : channelOf(channel);
      const found = await readFigures(database, { projectId, environment, channelId, days });
      return { days, environment, channel_id: channel, ...found };
    },
  );
}

/** An id that is no channel's, for what names none. */
const noChannel = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

function channelOf(publicId: string): string {
  const id = readId('channel', publicId);
  return id === undefined || id === wholeProject ? noChannel : id;
}
