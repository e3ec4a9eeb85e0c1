import { z } from 'zod';
import { endpoint } from '../../platform/routes.ts';
import type { NumberingParts } from '../audit/numbering.ts';
import { projectPath } from '../http/path.ts';
import { figuresOfScenario, figuresOfWorkflow } from './read.ts';
import { figuresOfSteps, stepFilters } from './shapes.ts';

export const readScenarioSteps = endpoint(
  {
    operationId: 'readScenarioSteps',
    tags: ['Analytics'],
    summary: 'Read how far dialogs come',
    description: 'For each step of a version of the scenario, by day of UTC.',
    params: projectPath,
    querystring: stepFilters,
    answers: { 200: figuresOfSteps },
    errors: ['version_not_found'],
  },
  ({ projectKey: { projectId }, query }, reply, parts: NumberingParts) =>
    figuresOfScenario(parts, reply, projectId, query),
);

export const readWorkflowSteps = endpoint(
  {
    operationId: 'readWorkflowSteps',
    tags: ['Analytics'],
    summary: 'Read how far runs of a workflow come',
    description: 'For each step of a version, by day of UTC.',
    params: projectPath.extend({ identifier: z.string().describe('The name of the workflow in paths.') }),
    querystring: stepFilters,
    answers: { 200: figuresOfSteps },
    errors: ['workflow_not_found', 'version_not_found'],
  },
  ({ projectKey: { projectId }, params, query }, reply, parts: NumberingParts) =>
    figuresOfWorkflow(parts, reply, projectId, params.identifier, query),
);
