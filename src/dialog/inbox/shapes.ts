import { z } from 'zod';
import { shownAttachments } from '../content/attachments.ts';
import { channelTypes } from '../content/content.ts';
import { shownAttachment } from '../files/shown-attachments.ts';
import { insideShape } from '../flows/inside.ts';
import { flowStates } from '../flows/standing.ts';
import { environment, fault, moment, named } from '../http/shapes.ts';
import { hidden } from '../rights/sight.ts';

/** What an operator sees of dialogs and their messages. */

export const author = z.enum(['customer', 'scenario', 'operator', 'client']);

export const channel = z.object({
  id: z.string(),
  type: z.enum(channelTypes),
  name: z.string(),
  environment,
});

/** Where the scenario stands in a dialog. */
const standing = {
  version: z.int().nullable().describe('Of the scenario; null before the scenario spoke.'),
  state: z.enum(flowStates),
  step: z.string().nullable().describe('Where it stands, or where it ended.'),
  waiting: z
    .object({
      step: z.string().nullable(),
      for: z.enum(['answer', 'timer', 'operator', 'call', 'branches']),
      until: z.string().nullable(),
    })
    .nullable()
    .describe('What the scenario waits for.'),
  error: fault.nullable().describe('Why it failed.'),
  held: z
    .object({
      at: moment,
      by: z.string().nullable().describe('The e-mail address of the operator; null for a handover.'),
      until: moment.nullable(),
    })
    .nullable(),
};

export const standingShape = named(
  'DialogStanding',
  z
    .object({
      identity_id: z.string().describe('`idn_…`'),
      profile_id: z.string(),
      channel,
      ...standing,
      updated_at: moment,
    })
    .describe('Where the dialog with a customer stands.'),
  {
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    profile_id: 'prof_01m7w91g0bf5p8r4j6t2x3k9nd',
    channel: {
      id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex',
      type: 'webhook',
      name: 'Shop',
      environment: 'live',
    },
    version: 3,
    state: 'failed',
    step: 'book',
    waiting: null,
    error: { code: 'timeout', message: 'No answer within 15 s.' },
    held: null,
    updated_at: '2026-11-20T11:02:17.805Z',
  },
);

export const dialogShape = named(
  'Dialog',
  z.object({
    identity_id: z.string().describe('`idn_…`; names the dialog in paths.'),
    profile_id: z.string(),
    external_id: z.string(),
    name: z.string().nullable(),
    channel,
    ...standing,
    last_message: z
      .object({
        direction: z.enum(['out', 'in', 'event']),
        author,
        text: z.string(),
        created_at: moment,
      })
      .nullable(),
    updated_at: moment,
    ...hidden,
  }),
  {
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    profile_id: 'prof_01m7w91g0bf5p8r4j6t2x3k9nd',
    external_id: 'customer-42',
    name: 'Ann',
    channel: {
      id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex',
      type: 'webhook',
      name: 'Shop',
      environment: 'live',
    },
    version: 3,
    state: 'waiting',
    step: 'size',
    waiting: { step: 'size', for: 'answer', until: null },
    error: null,
    held: null,
    last_message: {
      direction: 'out',
      author: 'scenario',
      text: 'Which size?',
      created_at: '2026-11-20T11:02:17.805Z',
    },
    updated_at: '2026-11-20T11:02:17.805Z',
  },
);

const common = {
  id: z.string(),
  status: z.enum(['queued', 'running', 'sent', 'succeeded', 'failed', 'unknown']),
  environment,
  error: fault.nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
};

const sentMessage = z
  .object({
    ...common,
    direction: z.literal('out'),
    author,
    text: z.string(),
    buttons: z.array(
      z.object({
        text: z.string(),
        id: z.string().optional(),
        url: z.string().optional(),
        payload: z.unknown().optional(),
      }),
    ),
    keyboard: z.enum(['reply', 'inline']),
    columns: z.int(),
    format: z.enum(['plain', 'markdown', 'html']),
    image: z.string(),
    variants: z.record(z.string(), z.unknown()),
    typing_seconds: z.number().optional(),
    attachments: shownAttachments,
    read_at: moment.nullable().describe('When the customer had seen it, if the channel tells that.'),
    edited_at: moment.optional().describe('When the person who said it edited it; absent if they did not.'),
    deleted_at: moment
      .optional()
      .describe('When they deleted it, with all that it said; absent if they did not.'),
  })
  .describe('Something that was said to the customer.')
  .meta({ id: 'SentMessage' });

export const shownStep = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(['succeeded', 'failed', 'waiting']),
  input: z
    .unknown()
    .optional()
    .describe('What it was given, as in the steps of a run; null for nothing, and where a step goes on.'),
  error: fault.nullable(),
  output: z
    .unknown()
    .optional()
    .describe('With `outputs`: what came of it, at most 4000 characters, without what looks like a secret.'),
  within: z
    .array(insideShape)
    .optional()
    .describe('The rounds, branches and calls that it is in, if it is in any.'),
  job_id: z.string().optional().describe('What carries it out, if a job does.'),
  at: moment,
  remarks: z.array(z.string()).optional(),
});

const did = {
  did: z
    .string()
    .nullable()
    .describe(
      '`filled`, `started`, `branched`, `answered`, `kept`, `ignored`, `out_of_date`, `held` and so on; null before it was handled.',
    ),
  steps: z.array(shownStep).describe('What the scenario did on it.'),
};

const heardMessage = z
  .object({
    ...common,
    direction: z.enum(['in', 'event']),
    author,
    text: z.string(),
    data: z.record(z.string(), z.unknown()),
    attachments: z.array(shownAttachment).describe('What the customer sent besides words.'),
    ...did,
  })
  .describe('Something that the customer said, or an event in their name.')
  .meta({ id: 'HeardMessage' });

const failedTurn = z
  .object({
    ...common,
    direction: z.literal('turn'),
    author: z.literal('scenario'),
    text: z.literal(''),
    data: z.record(z.string(), z.unknown()),
    ...did,
  })
  .describe(
    'A turn that nothing said began, and in which a step failed; of a conversation with a draft, every such turn. If the scenario failed, `error` says why. If `on_error` took the failure, the status is `succeeded`, and the step among `steps` says why.',
  )
  .meta({ id: 'FailedTurn' });

export const historyItemShape = named('HistoryItem', z.union([sentMessage, heardMessage, failedTurn]), {
  id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka',
  status: 'succeeded',
  direction: 'in',
  author: 'customer',
  environment: 'live',
  error: null,
  created_at: '2026-11-20T11:02:17.690Z',
  finished_at: '2026-11-20T11:02:17.801Z',
  text: 'A shirt, please',
  data: {},
  attachments: [],
  did: 'filled',
  steps: [
    {
      id: 'size',
      type: 'question',
      status: 'waiting',
      input: { text: 'Which size?' },
      error: null,
      at: '2026-11-20T11:02:17.794Z',
    },
  ],
});

export const acceptedMessageShape = named(
  'AcceptedMessage',
  z.object({ message_id: z.string().describe('`msg_…`'), status: z.literal('queued') }),
  { message_id: 'msg_01m7w94d2te1hr9nk5v3p8x6cz', status: 'queued' },
);

export const acceptedReleaseShape = named(
  'AcceptedRelease',
  z.object({ identity_id: z.string(), status: z.literal('queued') }),
  { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b', status: 'queued' },
);
