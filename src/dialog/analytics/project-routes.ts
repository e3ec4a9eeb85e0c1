import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { endpoint } from '../../platform/routes.ts';
import { type NumberingParts, numberWaiting } from '../audit/numbering.ts';
import { projectPath } from '../http/path.ts';
import { readFigures } from './figures.ts';
import { analytics, analyticsFilters, placeOf } from './shapes.ts';

export const readAnalytics = endpoint(
  {
    operationId: 'readAnalytics',
    tags: ['Analytics'],
    summary: 'Read figures by day',
    description:
      'One entry a day of UTC, oldest first, today and days without traffic included. What test shops ' +
      'took counts in `sandbox`.',
    params: projectPath,
    querystring: z.object(analyticsFilters),
    answers: { 200: analytics },
  },
  async (request, reply, parts: NumberingParts) => {
    const gone = clientGone(reply);
    const { days, environment, channel_id: channel } = request.query;
    const { projectId } = request.projectKey;
    await numberWaiting(parts, projectId);
    const found = await readFigures(parts.database.reading(gone), {
      projectId,
      environment,
      channelId: placeOf(channel),
      days,
    });
    return { days, environment, channel_id: channel, ...found };
  },
);
