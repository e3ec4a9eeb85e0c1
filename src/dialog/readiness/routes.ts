import type { FastifyInstance } from 'fastify';
import type { ReadinessScene } from './check.ts';
import { checkReadiness } from './checks.ts';

/** Whether a project can be let loose on customers, and what to do before. */
export function readinessRoutes(app: FastifyInstance, options: Omit<ReadinessScene, 'projectId'>): void {
  app.get('/readiness', async ({ projectId }) => {
    const items = await checkReadiness({ ...options, projectId });
    return { ready: items.every(({ status }) => status !== 'blocking'), items };
  });
}
