import { z } from 'zod';
import { shownAttachments } from '../content/attachments.ts';
import { channelTypes } from '../content/content.ts';
import { shownAttachment } from '../files/shown-attachments.ts';
import { cursorPageOf, environment, fault, moment, named } from '../http/shapes.ts';

/** Who said something, exactly. */
const by = z
  .union([
    z.object({ workflow: z.string().nullable(), version: z.int(), step: z.string() }),
    z.object({ key: z.string().describe('`key_…`') }),
    z.object({ email: z.string() }),
  ])
  .nullable()
  .describe(
    'The step of the scenario (`workflow` is null) or of a workflow, the key of the client, or the operator; null for ' +
      'the customer, and for what was said before this was kept.',
  );

const deliveries = ['received', 'queued', 'sent', 'read', 'failed', 'unknown'] as const;

export const saidMessageShape = named(
  'ConversationMessage',
  z.object({
    id: z.string().describe('`msg_…`'),
    identity_id: z.string().describe('`idn_…`'),
    channel: z.object({ id: z.string(), type: z.enum(channelTypes), name: z.string() }),
    environment,
    direction: z.enum(['in', 'out']),
    author: z.enum(['customer', 'scenario', 'operator', 'client']),
    by,
    delivery: z.enum(deliveries),
    error: fault.nullable().describe('Why it failed, or why its outcome is unknown.'),
    created_at: moment,
    finished_at: moment.nullable(),
    read_at: moment.nullable().describe('When the customer had seen it, if the channel tells that.'),
    text: z.string(),
    formatted: z
      .array(z.unknown())
      .optional()
      .describe(
        'The text with its formatting and its addresses as links: texts, and parts `{type, url?, children}` of type `bold`, `italic`, ' +
          '`underline`, `strike`, `spoiler`, `code`, `code_block`, `quote` or `link`. Absent if the text is all there is to it.',
      ),
    edited_at: moment.optional().describe('When the person who said it edited it; absent if they did not.'),
    deleted_at: moment
      .optional()
      .describe('When they deleted it, with all that it said; absent if they did not.'),
    content: z
      .object({
        buttons: z.array(z.looseObject({ text: z.string() })),
        keyboard: z.enum(['reply', 'inline']),
        columns: z.int(),
        format: z.enum(['plain', 'markdown', 'html']),
        image: z.string(),
        typing_seconds: z.number().optional(),
        attachments: shownAttachments,
        variants: z.record(z.string(), z.unknown()),
      })
      .nullable()
      .describe('The rest of what was said to the customer; null for what they said.'),
    data: z.record(z.string(), z.unknown()).nullable().describe('What came with the words of the customer.'),
    attachments: z.array(shownAttachment).describe('What the customer sent besides words.'),
  }),
  {
    id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka',
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    channel: { id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex', type: 'webhook', name: 'Shop' },
    environment: 'live',
    direction: 'out',
    author: 'scenario',
    by: { workflow: null, version: 3, step: 'size' },
    delivery: 'sent',
    error: null,
    created_at: '2026-11-20T11:02:17.805Z',
    finished_at: '2026-11-20T11:02:17.961Z',
    read_at: null,
    text: 'Which size?',
    content: {
      buttons: [{ text: 'S' }, { text: 'M' }],
      keyboard: 'reply',
      columns: 2,
      format: 'plain',
      image: '',
      variants: {},
    },
    data: null,
    attachments: [],
  },
);

export const timeLinePageShape = cursorPageOf(
  saidMessageShape,
  'At most 100, newest first.',
  'ConversationPage',
);
