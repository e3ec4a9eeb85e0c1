import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { showId } from '../../platform/ids.ts';
import { endpoint } from '../../platform/routes.ts';
import { type NumberingParts, numberWaiting } from '../audit/numbering.ts';
import { cursorPage, pageUpTo } from '../http/cursors.ts';
import { laxBool, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { cursorPageOf, exampleOf, listOf, named } from '../http/shapes.ts';
import { readFigures, readFiguresByChannel } from './figures.ts';
import { analytics, analyticsFilters, day, exampleDay, exampleFigures, placeOf, totals } from './shapes.ts';
import { readFiguresByTag } from './tag-figures.ts';

const compared = named(
  'ProjectAnalytics',
  analytics
    .extend({
      before: z
        .object({ totals, series: z.array(day) })
        .nullable()
        .describe('The same for as many days before these; null unless `compare` asks for it.'),
    })
    .describe('The figures of each day, and their sums.'),
  {
    ...(exampleOf(analytics) as z.output<typeof analytics>),
    before: { totals: exampleFigures, series: [{ ...exampleDay, date: '2026-11-19' }] },
  },
);

export const readProjectAnalytics = endpoint(
  {
    operationId: 'readProjectAnalytics',
    tags: ['Oversight'],
    summary: 'Read figures by day',
    description:
      'One entry a day of UTC, oldest first, today and days without traffic included. What test shops took counts in `sandbox`.',
    params: projectPath,
    querystring: z.object({
      ...analyticsFilters,
      compare: laxBool({ default: false }).describe('Also the period before, of the same length.'),
    }),
    answers: { 200: compared },
  },
  async ({ projectId, query }, reply, parts: NumberingParts) => {
    const { days, environment, channel_id: channel, compare } = query;
    const database = parts.database.reading(clientGone(reply));
    await numberWaiting(parts, projectId);
    const period = { projectId, environment, channelId: placeOf(channel), days };
    const found = await readFigures(database, period);
    const before = compare ? await readFigures(database, { ...period, endedDaysAgo: days }) : null;
    return { days, environment, channel_id: channel, ...found, before };
  },
);

const ofChannel = named(
  'ChannelFigures',
  z.object({ channel_id: z.string().describe('`ch_…`, also of a channel that was deleted.'), totals }),
  { channel_id: 'ch_01m7w90vb3ekrtt8cz5pm1x6dn', totals: exampleFigures },
);

export const readChannelAnalytics = endpoint(
  {
    operationId: 'readChannelAnalytics',
    tags: ['Oversight'],
    summary: 'Read figures by channel',
    description: 'The sums of the last days for each channel that had any.',
    params: projectPath,
    querystring: z.object({ days: analyticsFilters.days, environment: analyticsFilters.environment }),
    answers: { 200: listOf(ofChannel, 'By id.') },
  },
  async ({ projectId, query }, reply, parts: NumberingParts) => {
    const database = parts.database.reading(clientGone(reply));
    await numberWaiting(parts, projectId);
    const rows = await readFiguresByChannel(database, { projectId, ...query });
    return {
      items: rows.map(({ channelId, ...sums }) => ({
        channel_id: showId('channel', channelId),
        totals: sums,
      })),
    };
  },
);

const ofTag = named(
  'TagFigures',
  z.object({ tag: z.string().describe('Of a long one its first 200 characters.'), totals }),
  { tag: 'vip', totals: exampleFigures },
);

export const readTagAnalytics = endpoint(
  {
    operationId: 'readTagAnalytics',
    tags: ['Oversight'],
    summary: 'Read figures by tag',
    description:
      'The sums of the last days for each tag whose customers had any. What happens counts, some moments later, for the tags that its ' +
      'customer has then, at most 100 of them, and for no tag that they get or lose afterwards. A customer with several tags counts for ' +
      'each, so tags do not add up to the project. Kept for 100 days.',
    params: projectPath,
    querystring: z.object({
      days: analyticsFilters.days,
      environment: analyticsFilters.environment,
      cursor: text({ max: 200, default: '' }).describe('The `next_cursor` of the page before.'),
    }),
    answers: { 200: cursorPageOf(ofTag, 'At most 100, by the order of their letters.') },
  },
  async ({ projectId, query: { days, environment, cursor } }, reply, parts: NumberingParts) => {
    const database = parts.database.reading(clientGone(reply));
    const page = { projectId, environment, days, after: cursor, most: cursorPage + 1 };
    return pageUpTo(
      await readFiguresByTag(database, page),
      ({ tag, ...sums }) => ({ tag, totals: sums }),
      ({ tag }) => tag,
    );
  },
);
