import { z } from 'zod';
import { JsonText } from '../../platform/json-text.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { optionalIdempotencyHeaders } from '../gate/idempotency.ts';
import { dict, text } from '../http/fields.ts';
import { losslessField } from '../http/json-body.ts';
import { named, namedBody } from '../http/shapes.ts';
import { isSlug, knownSlugPath } from '../http/slug.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { readDefinition } from '../scenario/definition.ts';
import type { Finding } from '../scenario/finding.ts';
import { type Flow, flowOf } from '../scenario/flow.ts';
import { isOutermost } from '../scenario/placed.ts';
import { findWorkflow } from '../workflows/drafts.ts';
import {
  acceptedStart,
  customerOf,
  type DescribedRun,
  type OwnerRunParts,
  startedRun,
  startForOwner,
} from '../workflows/owner-start.ts';
import { workflowNotFound } from '../workflows/project-routes.ts';
import { keepDraft } from '../workflows/tried-drafts.ts';
import { checkedForPublication } from './check.ts';
import { examplePins, findingsWithPins, pinFaults, pinFindings, pinnedOutputs } from './pins.ts';
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
    pinned: pinnedOutputs,
  }),
  {
    input: { order: 1042 },
    pinned: examplePins,
  },
);

const startedDraftRun = named(
  'StartedDraftRun',
  startedRun.extend({
    findings: findingsWithPins,
  }),
  { run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n', status: 'queued', version: -2, findings: [] },
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
    headers: optionalIdempotencyHeaders,
    body: draftRunBody,
    config: { keepsDigits: ['input', 'event', 'pinned'] },
    answers: { 202: acceptedStart(startedDraftRun, 'The run is stored and will be carried out.') },
    errors: [
      ...['workflow_not_found', 'not_publishable', 'identity_not_found', 'not_a_test_customer'],
      'idempotency_key_reused',
    ] as const,
  },
  async (request, reply, parts: OwnerRunParts) => {
    const { projectId, params, body, bodyText, owner } = request;
    const { slug } = params;
    let findings: Finding[] = [];
    const describe = async (tx: Transaction): Promise<DescribedRun> => {
      // Locked, so that the checked definition is the one that is kept, and one copy serves runs of the same draft.
      const draft = isSlug(slug) ? await findWorkflow(tx, projectId, slug, { lock: true }) : undefined;
      if (!draft) throw workflowNotFound();
      const world = await readWorld(tx, projectId, slug);
      const checked = checkedForPublication(draft.definition, 'workflow', world);
      const flow = flowOf(readDefinition(draft.definition, 'workflow').definition!);
      checkPlaces(flow, body);
      findings = [...checked, ...pinFindings(flow, body.pinned)];
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
    };
    const more = () => ({ findings });
    return startForOwner(request, reply, parts, { endpoint: 'draft/runs', describe, more });
  },
);

/** @throws ValidationProblem if the body names steps that the draft has not, or that cannot be named there */
function checkPlaces(flow: Flow, { step, pinned }: z.output<typeof draftRunBody>): void {
  const faults = [...pinFaults(flow, pinned)];
  if (step != null && !isOutermost(flow.steps.get(step))) {
    const message = `there is no step "${step}" in the outermost list`;
    faults.push(valueError(['body', 'step'], message, step));
  }
  if (faults.length > 0) throw new ValidationProblem(faults);
}
