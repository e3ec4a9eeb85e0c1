import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { literal } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { countSubscriptions } from '../readiness/webhooks.ts';
import { allPass } from '../rights/roles.ts';
import { readCounts } from './counts.ts';
import { readFailures } from './failures.ts';
import { needsShape } from './shapes.ts';

export const readNeeds = endpoint(
  {
    operationId: 'readNeeds',
    tags: ['Oversight'],
    summary: 'What needs somebody',
    description:
      'How much waits for somebody to act, and what failed lately, by reason. What your role does not list is null.',
    params: projectPath,
    querystring: z.object({ environment: literal(['sandbox', 'live'], { default: 'live' }) }),
    answers: { 200: needsShape.describe('What needs somebody in the environment.') },
  },
  async ({ projectId, roles, query }, reply, parts: { database: Database }) => {
    const { environment } = query;
    const database = parts.database.reading(clientGone(reply));
    const asked = { projectId, environment };
    const [{ counts, isExact }, subscriptions, failed] = await Promise.all([
      readCounts(database, { ...asked, roles }),
      allPass(roles, 'build') ? countSubscriptions(database, asked) : null,
      allPass(roles, 'work') ? readFailures(database, asked) : null,
    ]);
    return {
      environment,
      ...counts,
      subscriptions,
      failures: failed?.failures ?? null,
      exact: isExact && (failed?.isExact ?? true),
    };
  },
);
