import { z } from 'zod';
import { channelTypes } from '../content/content.ts';
import { exampleOf, moment, named } from '../http/shapes.ts';
import { customerSummaryShape } from '../profiles/listing.ts';

const narrow = z
  .boolean()
  .describe('Whether there are more than the newest 200 hits, which are these: ask for more words.');

const found = z.object({
  identity_id: z.string().describe('`idn_…`; names the dialog in paths.'),
  profile_id: z.string(),
  name: z.string().nullable(),
  external_id: z.string(),
  channel: z.object({ id: z.string(), type: z.enum(channelTypes), name: z.string() }),
  messages: z.array(
    z.object({
      id: z.string().describe('`msg_…`'),
      direction: z.enum(['in', 'out']),
      author: z.enum(['customer', 'scenario', 'operator', 'client']),
      excerpt: z.string().describe('The text, or a piece of it around the first word that was found.'),
      created_at: moment,
    }),
  ),
});

export const foundShape = named(
  'Found',
  z.object({
    customers: z.object({ items: z.array(customerSummaryShape), narrow }).optional(),
    conversations: z.object({ items: z.array(found), narrow }).optional(),
  }),
  {
    customers: {
      items: [exampleOf(customerSummaryShape) as z.output<typeof customerSummaryShape>],
      narrow: false,
    },
    conversations: {
      items: [
        {
          identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
          profile_id: 'prof_01m7w91g0af0sr4w9cxq3t5mzd',
          name: 'Anna',
          external_id: '5554321',
          channel: { id: 'ch_01m7w90x2hf3a8vqd5kz7wnm4e', type: 'telegram', name: 'Bot' },
          messages: [
            {
              id: 'msg_01m7w93vqpe8gtb6x0z4m2r9ka',
              direction: 'in',
              author: 'customer',
              excerpt: 'When will my order arrive?',
              created_at: '2026-11-20T11:02:17.805Z',
            },
          ],
        },
      ],
      narrow: false,
    },
  },
);
