import { z } from 'zod';
import { contentFields } from '../content/content.ts';
import { replayedHeader } from '../gate/idempotency.ts';
import { text } from '../http/fields.ts';
import { environment, fault, moment, named, namedBody } from '../http/shapes.ts';

/** The bodies of sending a message, and of asking what became of it. */

export const messageBody = namedBody(
  'Message',
  z.object({ identity_id: text().describe('`idn_…`, from a profile.'), ...contentFields }),
  { identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b', text: 'Shall we?', buttons: ['Yes', 'No'] },
);

export const acceptedMessage = named(
  'AcceptedMessage',
  z
    .object({ message_id: z.string().describe('`msg_…`'), status: z.literal('queued') })
    .describe('The message is stored and will be sent once.'),
  { message_id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka', status: 'queued' },
).meta({ headers: replayedHeader });

export const sentMessage = named(
  'MessageState',
  z
    .object({
      message_id: z.string().describe('`msg_…`'),
      identity_id: z.string(),
      environment,
      status: z
        .enum(['queued', 'sent', 'read', 'failed', 'unknown'])
        .describe(
          '`read`: the customer has seen it. `unknown`: it may have been sent; the service does not repeat it, and an owner settles it.',
        ),
      error: fault.nullable(),
      created_at: moment,
      finished_at: moment.nullable(),
      read_at: moment.nullable().describe('When the customer had seen it, if the channel tells that.'),
    })
    .describe('A message to a customer, and what became of it.'),
  {
    message_id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka',
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    environment: 'live',
    status: 'sent',
    error: null,
    created_at: '2026-11-20T11:02:17.805Z',
    finished_at: '2026-11-20T11:02:17.961Z',
    read_at: null,
  },
);
