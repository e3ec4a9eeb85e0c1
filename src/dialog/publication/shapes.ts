import { z } from 'zod';
import { dict } from '../http/fields.ts';
import {
  environment,
  fault,
  mayBeLeftOut,
  moment,
  named,
  namedBody,
  slug,
  templateRules,
} from '../http/shapes.ts';
import { hidden } from '../rights/sight.ts';

/** The shapes of scenarios and workflows, their checks and their versions for owners. */

export const findingShape = named(
  'Finding',
  z.object({
    severity: z.enum(['blocking', 'warning']).describe('With nothing blocking it may be published.'),
    code: z.string().describe('Stable; listed in docs/scenarios.md.'),
    path: z.array(z.union([z.string(), z.int()])).describe('Where in the definition.'),
    step: z.string().nullable(),
    message: z.string().describe('What is wrong and how to correct it.'),
    suggestion: z
      .object({
        read: z.string().describe('What the template at the path reads.'),
        instead: z.string().describe('What was probably meant.'),
      })
      .optional()
      .describe('Of a template that reads what there is not, if something else is called nearly so.'),
    reason: z.string().describe('Which of the sentences of its code the message is. Stable.'),
    params: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('What the message names, for those who say it in another language.'),
  }),
  {
    severity: 'blocking',
    code: 'unknown_target',
    path: ['steps', 2, 'next'],
    step: 'size',
    message: 'There is no step "sizes"; correct the id or add the step.',
    reason: 'no_such_step',
    params: { step: 'sizes' },
  },
);
const findings = z.array(findingShape).describe('At most 200, the blocking ones first.');

/** Any JSON; the check tells whether it is a valid definition. */
const definition = z.unknown().describe('As docs/scenarios.md describes it.');
const exampleDefinition = {
  triggers: [{ type: 'command', command: '/start' }],
  steps: [{ id: 'hello', type: 'message', text: 'Hello' }],
};

/** The body of a check: without a definition the draft is checked. */
export const definitionToCheck = mayBeLeftOut(
  namedBody('DefinitionToCheck', z.object({ definition: dict().optional() }), {
    definition: exampleDefinition,
  }),
);

/** The field of a request. */
export const viewField = dict()
  .nullish()
  .describe(
    'What an editor keeps beside the draft, such as positions: any object of up to 256 KiB. Left out, it stays; null removes it.',
  );

export const editedDraftShape = named(
  'EditedDraft',
  z.object({
    revision: z.int().describe('Grows by one whenever the draft is saved; 0 while nothing was saved.'),
    definition,
    view: z.record(z.string(), z.unknown()).nullable().describe('What an editor keeps beside it.'),
    saved_at: moment.nullable(),
    saved_by: z.string().nullable().describe('The e-mail address of whoever saved it; null if nobody knows.'),
  }),
  {
    revision: 7,
    definition: exampleDefinition,
    view: { positions: { hello: [120, 80] } },
    saved_at: '2026-11-20T11:00:05.120Z',
    saved_by: 'owner@example.com',
  },
);

const draft = z.object({
  definition,
  updated_at: moment.nullable().describe('Null while nothing was saved.'),
});
const exampleDraft = { definition: exampleDefinition, updated_at: '2026-11-20T11:00:05.120Z' };

export const scenarioDraftShape = named('ScenarioDraft', draft, exampleDraft);

export const checkedDraftShape = named('CheckedScenarioDraft', draft.extend({ findings }), {
  ...exampleDraft,
  findings: [],
});

const version = z.object({
  version: z.int(),
  definition,
  published_at: moment,
  published_by: z.string().describe('The e-mail address of the owner.'),
  restored_from: z.int().nullable().describe('The earlier version that this one is a copy of.'),
  template_rules: templateRules,
});
const exampleVersion = {
  version: 3,
  definition: exampleDefinition,
  published_at: '2026-11-20T11:00:48.733Z',
  published_by: 'owner@example.com',
  restored_from: null,
  template_rules: 2,
};

export const scenarioVersionShape = named('ScenarioVersion', version, exampleVersion);

export const publishedScenarioShape = named('PublishedScenario', version.extend({ findings }), {
  ...exampleVersion,
  findings: [],
});

export const scenarioShape = named(
  'Scenario',
  z.object({ draft: scenarioDraftShape, published: scenarioVersionShape.nullable(), ...hidden }),
  { draft: exampleDraft, published: exampleVersion },
);

export const checkResultShape = named('CheckResult', z.object({ publishable: z.boolean(), findings }), {
  publishable: true,
  findings: [],
});

const workflow = z.object({
  id: slug,
  name: z.string(),
  description: z.string(),
  environment,
  definition,
  published_version: z.int().nullable(),
  created_at: moment,
  updated_at: moment,
});
const exampleWorkflow = {
  id: 'lead',
  name: 'Lead',
  description: '',
  environment: 'live' as const,
  definition: { triggers: [], steps: [{ id: 'done', type: 'end' }] },
  published_version: 2,
  created_at: '2026-11-20T11:01:13.902Z',
  updated_at: '2026-11-20T11:01:13.902Z',
};

export const workflowShape = named('Workflow', workflow.extend(hidden), exampleWorkflow);

export const checkedWorkflowShape = named('CheckedWorkflow', workflow.extend({ findings }), {
  ...exampleWorkflow,
  findings: [],
});

export const publishedWorkflowShape = named(
  'PublishedWorkflow',
  z.object({ id: slug, version: z.int(), published_at: moment, findings }),
  { id: 'lead', version: 2, published_at: '2026-11-20T11:01:40.377Z', findings: [] },
);

export const workflowVersionShape = named('WorkflowVersion', version.omit({ restored_from: true }), {
  version: 2,
  definition: exampleWorkflow.definition,
  published_at: '2026-11-20T11:01:40.377Z',
  published_by: 'owner@example.com',
  template_rules: 2,
});

export const listedRunShape = named(
  'ListedRun',
  z.object({
    run_id: z.string().describe('`run_…`'),
    version: z.int(),
    environment,
    status: z.enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'unknown']),
    error: fault.nullable(),
    identity_id: z.string().nullable(),
    created_at: moment,
    started_at: moment,
    finished_at: moment.nullable(),
  }),
  {
    run_id: 'run_01m7w95f6kepv8s2d4r9t1c3hb',
    version: 2,
    environment: 'live',
    status: 'succeeded',
    error: null,
    identity_id: null,
    created_at: '2026-11-20T11:06:30.214Z',
    started_at: '2026-11-20T11:06:30.214Z',
    finished_at: '2026-11-20T11:06:30.401Z',
  },
);
