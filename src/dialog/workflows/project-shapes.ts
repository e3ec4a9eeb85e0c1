import { z } from 'zod';
import { heardAnswerShape } from '../connections/heard-answer.ts';
import { insideShape } from '../flows/inside.ts';
import { replayedHeader } from '../gate/idempotency.ts';
import { dict, text } from '../http/fields.ts';
import { environment, fault, moment, named, namedBody } from '../http/shapes.ts';
import { hidden } from '../rights/sight.ts';

/** The body that starts a workflow, and the shapes of its runs for clients. */

export const workflowRunBody = namedBody(
  'NewRun',
  z.object({
    input: dict({ default: {} }).describe('Read in templates as `{{input.<key>}}`.'),
    identity_id: text().nullish().describe('The customer whom the run concerns, if any.'),
  }),
  { input: { order: 1042 } },
);

export const acceptedRun = named(
  'AcceptedRun',
  z
    .object({
      run_id: z.string().describe('`run_…`'),
      status: z.literal('queued'),
      status_url: z.string().describe('Where the run is read.'),
    })
    .describe('The run is stored and will be carried out.'),
  {
    run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n',
    status: 'queued',
    status_url:
      '/api/v1/projects/prj_01m7w90q5xf6nvy2k4p8d3t7ra/workflow-runs/run_01m7w9cq8yfm1r5kx3v7d0bt2n',
  },
).meta({ headers: replayedHeader });

const step = named(
  'RunStep',
  z.object({
    id: z.string(),
    type: z.string(),
    status: z.enum(['succeeded', 'failed', 'waiting']),
    input: z
      .unknown()
      .describe(
        'What it was given, with its templates filled: at most 4000 characters, without what looks like a secret. Null for nothing.',
      ),
    output: z.unknown(),
    error: fault.nullable(),
    within: z
      .array(insideShape)
      .describe(
        'The rounds, branches and calls that it is in, the outermost first; empty in the outermost list.',
      ),
    answer: heardAnswerShape
      .optional()
      .describe(
        'What the other system answered; only of a step that has failed with it, as long as its job is kept.',
      ),
    job_id: z.string().nullable().describe('What carries it out, or did, also if the run has left the step.'),
    started_at: moment,
    finished_at: moment.nullable(),
  }),
  {
    id: 'book',
    type: 'operation',
    status: 'succeeded',
    input: { operation: 'book', input: { order: 1042 } },
    output: { order: 'TEST-1' },
    error: null,
    within: [{ step: 'lines', round: 2 }],
    job_id: 'job_01m7w9cq9afm1r5kx3v7d0bt2n',
    started_at: '2026-11-20T11:05:30.052Z',
    finished_at: '2026-11-20T11:05:30.118Z',
  },
);

const run = z.object({
  run_id: z.string(),
  workflow: z.string(),
  version: z.int().describe('Below 0 for a draft, as it was when a run of it was started.'),
  environment,
  status: z
    .enum(['queued', 'running', 'waiting', 'succeeded', 'failed', 'unknown'])
    .describe('`unknown`: an action of the run may have happened, and nobody can tell.'),
  input: z.record(z.string(), z.unknown()),
  output: z.unknown(),
  error: fault.nullable(),
  cause: z
    .object({ code: z.string(), message: z.string(), step: z.string() })
    .optional()
    .describe('The failure that led to `on_error`; only of a run that has failed behind that.'),
  identity_id: z.string().nullable(),
  started_by: z
    .string()
    .optional()
    .describe(
      'What started it: `key`, `owner`, `schedule`, `event <source>`, `receiver <name>`, `method <name>`, `step <id>` of another flow …; absent in runs of earlier versions.',
    ),
  event: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'What happened that started it, as its templates read it: of a receiver the `body` and `headers` of the call, with `[hidden]` for what is named like a secret. Only of such a run.',
    ),
  rerun_of: z
    .string()
    .optional()
    .describe('The run that an owner carried out again as this one; only of such a run.'),
  waits_until: moment
    .optional()
    .describe('When it goes on if nothing comes before; only of a run that waits for a time.'),
  steps: z.array(step).describe('In the order in which they were begun, at most 1000.'),
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
});

const exampleRun: z.output<typeof run> = {
  run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n',
  workflow: 'deal-won',
  version: 3,
  environment: 'live',
  status: 'succeeded',
  input: { order: 1042 },
  output: { order: 'TEST-1' },
  error: null,
  identity_id: null,
  started_by: 'key',
  steps: [
    {
      id: 'book',
      type: 'operation',
      status: 'succeeded',
      input: { operation: 'book', input: { order: 1042 } },
      output: { order: 'TEST-1' },
      error: null,
      within: [],
      job_id: 'job_01m7w9cq9afm1r5kx3v7d0bt2n',
      started_at: '2026-11-20T11:05:30.052Z',
      finished_at: '2026-11-20T11:05:30.118Z',
    },
  ],
  created_at: '2026-11-20T11:05:30.004Z',
  started_at: '2026-11-20T11:05:30.049Z',
  finished_at: '2026-11-20T11:05:30.121Z',
};

export const runShape = named('Run', run.describe('The run.'), exampleRun);

export const ownedRunShape = named('Run', run.extend(hidden).describe('The run.'), exampleRun);
