import { z } from 'zod';
import { channelTypes } from '../content/content.ts';
import { environment, moment, named } from '../http/shapes.ts';

/** What owners see of channels and their identities. */

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
    connection: z
      .object({
        status: z.enum(['connected', 'failed', 'not_connected']),
        detail: z.string(),
        at: moment.nullable(),
      })
      .optional()
      .describe('How the last connecting went, for types that the server connects itself.'),
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

export const importedIdentityShape = named(
  'ImportedIdentity',
  z.object({ id: z.string().describe('`idn_…`'), profile_id: z.string().describe('`prof_…`') }),
  { id: 'idn_01m7w91g09fcvvgf8h15snqc9b', profile_id: 'prof_01m7w91g0bf5p8r4j6t2x3k9nd' },
);
