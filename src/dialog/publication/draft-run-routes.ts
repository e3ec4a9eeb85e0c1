import { z } from 'zod';
import { JsonText } from '../../platform/json-text.ts';
import { endpoint } from '../../platform/routes.ts';
import { dict, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { namedBody } from '../http/shapes.ts';
import { isSlug, knownSlugPath } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { readDefinition } from '../scenario/definition.ts';
import { type Flow, flowOf } from '../scenario/flow.ts';
import { isOutermost } from '../scenario/placed.ts';
import { outputsOf } from '../scenario/step-traits.ts';
import { findWorkflow } from '../workflows/drafts.ts';
import { customerOf, type OwnerRunParts, startedRun, startForOwner } from '../workflows/owner-start.ts';
import { workflowNotFound } from '../workflows/project-routes.ts';
import { keepDraft } from '../workflows/tried-drafts.ts';
import { checkedForPublication } from './check.ts';
import { readWorld } from './world.ts';

const draftRunBody = namedBody(
  'NewDraftRun',
  z.object({
    input: dict({ default: {} }).describe('Read in templates as `{{input.<key>}}`.'),
    event: dict()
      .nullish()
      .describe('What would have started the run, read in templates as `{{event.<key>}}`.'),
    step: text({ min: 1, max: 64 }).nullish().describe('Where to begin; at the first step if absent.'),
    identity_id: text().nullish().describe('A customer of a sandbox channel, whom the run concerns.'),
    pinned: dict({ default: {} }).describe(
      'Outputs by step. A step that is named here is not carried out: it has this output, and the next step follows.',
    ),
  }),
  {
    input: { order: 1042 },
    pinned: { book: { status: 'succeeded', result: { order: 'TEST-1' }, error: null, job_id: null } },
  },
);

export const runWorkflowDraft = endpoint(
  {
    operationId: 'runWorkflowDraft',
    tags: ['Workflows'],
    summary: 'Try the draft of a workflow',
    description:
      'The draft as it is now runs in the sandbox, whatever becomes of it meanwhile: operations give their mocks, and nobody outside is ' +
      'reached. Its `version` is a number below 0.',
    params: knownSlugPath,
    body: draftRunBody,
    answers: { 202: startedRun.describe('The run is stored and will be carried out.') },
    errors: ['workflow_not_found', 'not_publishable', 'identity_not_found', 'not_a_test_customer'],
  },
  async (request, reply, parts: OwnerRunParts) => {
    const { projectId, params, body, bodyText, owner } = request;
    const { slug } = params;
    const started = await startForOwner(request, parts, async (tx) => {
      // Locked, so that the checked definition is the one that is kept, and one copy serves runs of the same draft.
      const draft = isSlug(slug) ? await findWorkflow(tx, projectId, slug, { lock: true }) : undefined;
      if (!draft) throw workflowNotFound();
      checkedForPublication(draft.definition, 'workflow', await readWorld(tx, projectId, slug));
      checkPlaces(flowOf(readDefinition(draft.definition, 'workflow').definition!), body);
      const identityId = await customerOf(tx, projectId, body.identity_id, 'sandbox');
      const given = (name: string) => new JsonText(losslessField(bodyText, name) ?? '{}');
      return {
        version: await keepDraft(tx, projectId, slug, owner.email),
        environment: 'sandbox',
        ...{ identityId, startedBy: 'owner draft', input: given('input') },
        ...(body.event && { event: given('event') }),
        ...(body.step != null && { step: body.step }),
        ...(Object.keys(body.pinned).length > 0 && { pinned: given('pinned') }),
      };
    });
    return reply.code(202).send(started);
  },
);

/** @throws ValidationProblem if the body names steps that the draft has not, or that cannot be named there */
function checkPlaces({ steps }: Flow, { step, pinned }: z.output<typeof draftRunBody>): void {
  const faults = Object.keys(pinned).flatMap((id) => {
    const known = steps.get(id)?.step;
    if (known && outputsOf(known).length > 0) return [];
    const message = known ? `the step "${id}" has no output` : `there is no step "${id}"`;
    return [valueError(['body', 'pinned', id], message, pinned[id])];
  });
  if (step != null && !isOutermost(steps.get(step))) {
    const message = `there is no step "${step}" in the outermost list`;
    faults.push(valueError(['body', 'step'], message, step));
  }
  if (faults.length > 0) throw new ValidationProblem(faults);
}
