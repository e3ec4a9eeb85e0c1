import { z } from 'zod';
import { environment, moment, named } from '../http/shapes.ts';

/** What needs somebody, as people of the project see it. */

const failure = named(
  'FailureGroup',
  z.object({
    kind: z.enum(['message', 'job', 'run', 'dialog']),
    place: z
      .string()
      .nullable()
      .describe(
        'Where: the channel (`ch_…`) of a message, the operation of a job, the workflow of a run, the step of a dialog.',
      ),
    channel: z.string().nullable().describe('The name of the channel of a message; null for the others.'),
    code: z.string().nullable().describe('The reason: the code of the error.'),
    message: z.string().describe('What the newest one says of it, for people.'),
    count: z.int(),
    last_at: moment.describe('When the newest one failed.'),
    last_id: z.string().describe('The newest one: `msg_…`, `job_…`, `run_…`, or of a dialog its `idn_…`.'),
    profile_id: z
      .string()
      .nullable()
      .describe('`prof_…`: the customer of the newest message or dialog; null for the others.'),
  }),
  {
    kind: 'job',
    place: 'order',
    channel: null,
    code: 'http_503',
    message: 'The other side answered with status 503.',
    count: 12,
    last_at: '2026-11-20T11:04:24.140Z',
    last_id: 'job_01m7w9ass2fdft80zaf5at9rfj',
    profile_id: null,
  },
);

export const needsShape = named(
  'Needs',
  z.object({
    environment,
    unknown: z
      .int()
      .nullable()
      .describe('Outcomes that nobody knows, as the list of them has them for your role.'),
    waiting: z
      .int()
      .nullable()
      .describe('Open conversations whose customer waits for an answer of a person.'),
    approvals: z.int().nullable().describe('What dialogs and runs ask somebody to decide.'),
    held: z.int().nullable().describe('Dialogs that somebody has taken from the scenario.'),
    subscriptions: z
      .object({ disabled: z.int(), failing: z.int().describe('Their deliveries are being repeated.') })
      .nullable(),
    failures: z
      .array(failure)
      .nullable()
      .describe(
        'What failed lately, by kind, place and reason, the one with the newest failure first: messages, jobs and runs of the last 24 hours, ' +
          'dialogs of the last seven days. What was canceled has not failed.',
      ),
    exact: z
      .boolean()
      .describe(
        'False if there is more than is counted: 10,000 of each kind, of failures the newest, and 100 groups.',
      ),
  }),
  {
    environment: 'live',
    unknown: 1,
    waiting: 3,
    approvals: 0,
    held: 1,
    subscriptions: { disabled: 0, failing: 1 },
    failures: [
      {
        kind: 'job',
        place: 'order',
        channel: null,
        code: 'http_503',
        message: 'The other side answered with status 503.',
        count: 12,
        last_at: '2026-11-20T11:04:24.140Z',
        last_id: 'job_01m7w9ass2fdft80zaf5at9rfj',
        profile_id: null,
      },
    ],
    exact: true,
  },
);
