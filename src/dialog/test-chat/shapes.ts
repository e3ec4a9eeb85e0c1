import { z } from 'zod';
import { moment, named } from '../http/shapes.ts';
import { dialogShape, historyItemShape } from '../inbox/shapes.ts';
import { findingsWithPins } from '../publication/pins.ts';

/** What owners see of conversations with a draft. */

const conversation = z.object({
  identity_id: z.string().describe('`idn_…`: its customer, who names it in paths.'),
  channel_id: z.string(),
  version: z.int().describe('Of its copy of the draft; below 0.'),
});

const example = {
  identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
  channel_id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex',
  version: -7,
};

export const startedTestConversation = named(
  'StartedTestConversation',
  conversation.extend({ findings: findingsWithPins }),
  { ...example, findings: [] },
);

export const acceptedTestWords = named(
  'AcceptedTestWords',
  z.object({
    message_id: z.string().describe('`msg_…`'),
    status: z.literal('queued'),
    duplicate: z.boolean().describe('Always false here.'),
  }),
  { message_id: 'msg_01m7w94d2te1hr9nk5v3p8x6cz', status: 'queued', duplicate: false },
);

export const testConversationShape = named(
  'TestConversation',
  conversation.extend({
    started_at: moment,
    dialog: dialogShape.nullable().describe('Where it stands; null before anything was handled.'),
    messages: z
      .array(historyItemShape)
      .describe('At most 100, newest first, with the steps that each led to and their outputs.'),
    next_offset: z.int().nullable(),
  }),
  { ...example, started_at: '2026-11-20T11:02:17.690Z', dialog: null, messages: [], next_offset: null },
);
