import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Settings } from '../../settings.ts';
import { bytesKept } from '../files/quotas.ts';
import { projectPath } from '../http/path.ts';
import { moment, named } from '../http/shapes.ts';
import { findUsed } from './limits.ts';

const share = z.object({ used: z.int(), limit: z.int() });

const usage = named(
  'Usage',
  z.object({
    unfinished: share.describe('Writes that were accepted and are not finished.'),
    accepted_today: share
      .extend({ resets_at: moment.describe('The next midnight (UTC).') })
      .describe('Writes that were answered with 202 on this day (UTC).'),
    files: share.describe('Bytes of files that are kept.'),
    requests_per_minute: z.int().describe('As many requests a key may make in a minute.'),
  }),
  {
    unfinished: { used: 12, limit: 100_000 },
    accepted_today: { used: 4120, limit: 1_000_000, resets_at: '2026-11-21T00:00:00.000Z' },
    files: { used: 1_288_490_188, limit: 53_687_091_200 },
    requests_per_minute: 120,
  },
);

interface UsageParts {
  database: Database;
  settings: Pick<
    Settings,
    'projectQueueLimit' | 'projectDailyLimit' | 'filesProjectBytes' | 'rateLimitPerMinute'
  >;
}

export const readUsage = endpoint(
  {
    operationId: 'readUsage',
    tags: ['Oversight'],
    summary: 'See how much of its limits a project has used',
    params: projectPath,
    answers: { 200: usage.describe('What was used, and the limits of the installation.') },
  },
  async ({ projectId }, reply, { database, settings }: UsageParts) => {
    const reading = database.reading(clientGone(reply));
    const used = await findUsed.one(reading, { projectId });
    const midnight = new Date();
    midnight.setUTCHours(24, 0, 0, 0);
    return {
      unfinished: { used: used.unfinished, limit: settings.projectQueueLimit },
      accepted_today: {
        ...{ used: used.accepted, limit: settings.projectDailyLimit },
        resets_at: midnight.toISOString(),
      },
      files: { used: await bytesKept(reading, projectId), limit: settings.filesProjectBytes },
      requests_per_minute: settings.rateLimitPerMinute,
    };
  },
);
