import { z } from 'zod';
import { contentFields } from '../content/content.ts';
import { replayedHeader } from '../gate/idempotency.ts';
import { text } from '../http/fields.ts';
import { named, namedBody } from '../http/shapes.ts';

/** The body and the answer of sending a message. */

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
