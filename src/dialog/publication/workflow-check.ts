import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { knownSlugPath } from '../http/slug.ts';
import { checkDefinition } from '../scenario/check.ts';
import { isPublishable } from '../scenario/finding.ts';
import { knownWorkflow } from './known-workflow.ts';
import { checkResultShape, definitionToCheck } from './shapes.ts';
import { readWorld } from './world.ts';

/** What the check finds in a workflow, without saving it: for whoever is still writing. */
export const checkWorkflow = endpoint(
  {
    operationId: 'checkWorkflow',
    tags: ['Workflows'],
    summary: 'Check a workflow',
    description: 'The definition that is sent, or the draft. Nothing is saved.',
    params: knownSlugPath,
    body: definitionToCheck,
    answers: { 200: checkResultShape.describe('What the check found.') },
    errors: ['workflow_not_found'],
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { slug, definition: draft } = await knownWorkflow(database, request);
    const definition = request.body?.definition ?? draft;
    const world = await readWorld(database, request.projectId, slug);
    const findings = checkDefinition(definition, 'workflow', world);
    return { publishable: isPublishable(findings), findings };
  },
);
