import { endpoint } from '../../platform/routes.ts';
import { projectPath } from '../http/path.ts';
import { findingsFor } from '../rights/sight.ts';
import type { ReadinessScene } from './check.ts';
import { checkReadiness } from './checks.ts';
import { readinessShape } from './shape.ts';

/** Whether a project is ready for customers, and what to do before. */
export const readReadiness = endpoint(
  {
    operationId: 'readReadiness',
    tags: ['Oversight'],
    summary: 'Check the readiness of a project',
    description: 'What is missing or wrong before customers come.',
    params: projectPath,
    answers: { 200: readinessShape.describe('What was looked at, and what was found.') },
  },
  async ({ projectId, roles }, _reply, parts: Omit<ReadinessScene, 'projectId'>) => {
    const items = findingsFor(roles, await checkReadiness({ ...parts, projectId }));
    return { ready: items.every(({ status }) => status !== 'blocking'), items };
  },
);
