import { z } from 'zod';
import { heardAnswerShape } from '../connections/heard-answer.ts';
import { noAnswerReasons } from '../connections/no-answer.ts';
import { replayedHeader } from '../gate/idempotency.ts';
import { dict, literal, text } from '../http/fields.ts';
import { environment, fault, moment, named, namedBody } from '../http/shapes.ts';
import { hidden } from '../rights/sight.ts';

/** The shapes of operations and jobs for clients, and the body of a run. */

export const listedOperation = named(
  'Operation',
  z.object({
    id: z.string().describe('The name that the owner chose.'),
    name: z.string(),
    kind: z.string().describe('`http`, `webhook` or `payment`.'),
    description: z.string(),
    input_schema: z.record(z.string(), z.unknown()).describe('JSON Schema 2020-12 of the `input` of a run.'),
    environments: z.array(environment),
    updated_at: moment,
  }),
  {
    id: 'order',
    name: 'Order',
    kind: 'http',
    description: 'Puts an article into the shop’s order book.',
    input_schema: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
    environments: ['sandbox', 'live'],
    updated_at: '2026-11-20T10:56:12.330Z',
  },
);

export const runBody = namedBody(
  'NewJob',
  z.object({
    input: dict({ default: {} }).describe(
      'What the operation is to work with; its `input_schema` says what it takes.',
    ),
    identity_id: text().nullish().describe('`idn_…`: templates may then read the profile of this customer.'),
    environment: literal(['sandbox', 'live'], { default: 'sandbox' }).describe(
      '`sandbox` gives a mock result and calls nothing; `live` acts.',
    ),
  }),
  { input: { sku: 'A-1' }, environment: 'sandbox' },
);

export const acceptedJob = named(
  'AcceptedJob',
  z
    .object({
      job_id: z.string().describe('`job_…`'),
      status: z.literal('queued'),
      environment,
      status_url: z.string().describe('The path of the job.'),
    })
    .describe('The run is stored and will be carried out once.'),
  {
    job_id: 'job_01m7w9ass2fdft80zaf5at9rfj',
    status: 'queued',
    environment: 'sandbox',
    status_url: '/api/v1/projects/prj_01m7w90q5xf6nvy2k4p8d3t7ra/jobs/job_01m7w9ass2fdft80zaf5at9rfj',
  },
).meta({ headers: replayedHeader });

const jobFields = z.object({
  job_id: z.string(),
  operation_id: z.string(),
  environment,
  status: z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']),
  input: z.record(z.string(), z.unknown()),
  identity_id: z.string().nullable(),
  result: z.unknown().describe('What the operation gave; null until it has succeeded.'),
  error: fault.nullable(),
  answer: heardAnswerShape
    .optional()
    .describe(
      'What the other system answered to the last attempt; absent if nothing came, as in the sandbox.',
    ),
  order_id: z.string().nullable().describe('The order of a payment.'),
  created_at: moment,
  started_at: moment.nullable(),
  finished_at: moment.nullable(),
});

const exampleJob: z.output<typeof jobFields> = {
  job_id: 'job_01m7w9ass2fdft80zaf5at9rfj',
  operation_id: 'order',
  environment: 'sandbox',
  status: 'succeeded',
  input: { sku: 'A-1' },
  identity_id: null,
  result: { order: 'TEST-1' },
  error: null,
  order_id: null,
  created_at: '2026-11-20T11:04:09.118Z',
  started_at: '2026-11-20T11:04:09.131Z',
  finished_at: '2026-11-20T11:04:09.140Z',
};

export const jobShape = named('Job', jobFields.describe('The job as it stands now.'), exampleJob);

const ownedFault = named(
  'FaultOfCall',
  z.object({
    ...fault.shape,
    reason: z
      .enum(noAnswerReasons)
      .optional()
      .describe('Why there was no answer, for programs. `message` says the same.'),
  }),
  {
    code: 'not_reached',
    message: 'No address is known for the name of the host, and nothing was sent. Check its spelling.',
    reason: 'name_unknown',
  },
);

export const ownedJobShape = named(
  'OwnedJob',
  jobFields
    .extend({
      error: ownedFault.nullable(),
      run_id: z
        .string()
        .optional()
        .describe('The run of a workflow whose step it carries out; only of such a job.'),
      request: z
        .object({
          method: z.string(),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
          body: z.unknown().optional(),
        })
        .nullable()
        .describe(
          'What the last attempt was about to send: at most 4000 characters, without the secrets of its connection and what is named like one. Null if nothing was sent, as in the sandbox.',
        ),
      attempts: z.int().describe('How many there were.'),
      tried: z
        .array(z.object({ at: moment, error: ownedFault }))
        .describe('The last 20 attempts that did not happen and were or will be made again, oldest first.'),
      next_attempt_at: moment.nullable().describe('When it is tried again; null if it is not.'),
      ...hidden,
    })
    .describe('The job as it stands now.'),
  {
    ...exampleJob,
    environment: 'live',
    run_id: 'run_01m7w9cq8yfm1r5kx3v7d0bt2n',
    request: {
      method: 'POST',
      url: 'https://shop.example.com/orders',
      headers: { authorization: '[hidden]', 'content-type': 'application/json' },
      body: { sku: 'A-1' },
    },
    answer: {
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: '{"order":"S-1042"}',
      truncated: false,
    },
    attempts: 2,
    tried: [
      {
        at: '2026-11-20T11:04:08.001Z',
        error: { code: 'http_429', message: 'The other side answered with status 429.' },
      },
    ],
    next_attempt_at: null,
  },
);
