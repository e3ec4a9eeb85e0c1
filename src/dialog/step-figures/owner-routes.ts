import { endpoint } from '../../platform/routes.ts';
import type { NumberingParts } from '../audit/numbering.ts';
import { projectPath } from '../http/path.ts';
import { knownSlugPath } from '../http/slug.ts';
import { figuresOfScenario, figuresOfWorkflow } from './read.ts';
import { figuresOfSteps, stepFilters } from './shapes.ts';

export const readScenarioSteps = endpoint(
  {
    operationId: 'readScenarioSteps',
    tags: ['Scenario'],
    summary: 'Read how far dialogs come',
    description: 'For each step of a version, by day of UTC.',
    params: projectPath,
    querystring: stepFilters,
    answers: { 200: figuresOfSteps },
    errors: ['version_not_found'],
  },
  ({ projectId, query }, reply, parts: NumberingParts) => figuresOfScenario(parts, reply, projectId, query),
);

export const readWorkflowSteps = endpoint(
  {
    operationId: 'readWorkflowSteps',
    tags: ['Workflows'],
    summary: 'Read how far runs come',
    description: 'For each step of a version, by day of UTC.',
    params: knownSlugPath,
    querystring: stepFilters,
    answers: { 200: figuresOfSteps },
    errors: ['workflow_not_found', 'version_not_found'],
  },
  ({ projectId, params, query }, reply, parts: NumberingParts) =>
    figuresOfWorkflow(parts, reply, projectId, params.slug, query),
);
