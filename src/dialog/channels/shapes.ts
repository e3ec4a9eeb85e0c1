import { z } from 'zod';
import { channelTypes } from '../content/content.ts';
import { projectPath } from '../http/path.ts';
import { environment, moment, named } from '../http/shapes.ts';
import { trialCodes } from './channel-type.ts';

/** What owners see of channels and their identities. */

export const channelPath = projectPath.extend({ channel_id: z.string().describe('`ch_…`') });

export const activityShape = z.object({
  last_received_at: moment.nullable().describe('When a customer last said something; null if nobody did.'),
  last_sent_at: moment
    .nullable()
    .describe('When a message to a customer last arrived, in the last day; null if none did.'),
  failing_since: moment
    .nullable()
    .describe('Since when messages to customers do not arrive, in the last day; null while they do.'),
  last_error: z.string().nullable().describe('Why the last of them did not.'),
});

export const channelShape = named(
  'Channel',
  z.object({
    id: z.string().describe('`ch_…`'),
    type: z.enum(channelTypes),
    name: z.string(),
    environment,
    settings: z
      .record(z.string(), z.unknown())
      .describe(
        'Those of the type. A secret is shown as `set` or `not set`, and itself once when it was made here.',
      ),
    inbound_url: z
      .string()
      .optional()
      .describe('The address at which the channel is called, for types that have one.'),
    chat_url: z
      .string()
      .optional()
      .describe('The page of a web chat; with `.js` at its end, the script for websites.'),
    connection: z
      .object({
        status: z.enum(['connected', 'failed', 'not_connected']),
        detail: z.string(),
        at: moment.nullable(),
      })
      .optional()
      .describe('How the last connecting went, for types that the server connects itself.'),
    activity: activityShape
      .optional()
      .describe('What came through it lately; in the list and where one channel is read.'),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex',
    type: 'webhook',
    name: 'Shop',
    environment: 'live',
    settings: { url: 'https://shop.example/parley', signing_secret: 'set' },
    inbound_url: 'https://parley.example/api/channels/ch_01m7w90swkf1ht7v0c2m9dq8ex/webhook',
    created_at: '2026-11-20T10:53:01.650Z',
    updated_at: '2026-11-20T10:53:01.650Z',
  },
);

export const trialShape = named(
  'ChannelTrial',
  z.object({
    ok: z.boolean(),
    code: z.enum(trialCodes),
    detail: z.string().describe('What was found.'),
    action: z.string().nullable().describe('What to do, in one sentence; null if nothing is to be done.'),
    account: z
      .object({
        name: z.string(),
        username: z.string(),
        url: z.string().describe('Where customers find it.'),
        picture: z.string().nullable().describe('A `data:` address.'),
      })
      .optional()
      .describe('Who the channel is at the other side, as customers see it.'),
    delivery: z
      .object({
        sent: z.string().describe('The body of the request.'),
        status: z.int().nullable().describe('That of the answer; null if there was none.'),
        answer: z.string().nullable().describe('The beginning of its body.'),
        ms: z.int().describe('The time until the answer.'),
      })
      .optional()
      .describe('A request that was sent as a trial.'),
  }),
  {
    ok: true,
    code: 'ok' as const,
    detail: 'Your endpoint answered with status 204.',
    action: null,
    delivery: { sent: '{"type": "test"}', status: 204, answer: '', ms: 38 },
  },
);

export const importedIdentityShape = named(
  'ImportedIdentity',
  z.object({ id: z.string().describe('`idn_…`'), profile_id: z.string().describe('`prof_…`') }),
  { id: 'idn_01m7w91g09fcvvgf8h15snqc9b', profile_id: 'prof_01m7w91g0bf5p8r4j6t2x3k9nd' },
);
