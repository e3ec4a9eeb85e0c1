import { z } from 'zod';
import { flowStates } from '../flows/standing.ts';
import { cursorPageOf, moment, named } from '../http/shapes.ts';
import { author, channel } from './shapes.ts';

/** The shapes of conversations, as operators see them. */

/** Somebody of the project. */
export const personRef = z.object({ id: z.string().describe('`own_…`'), email: z.string() });

export const conversationShape = named(
  'Conversation',
  z.object({
    profile_id: z.string().describe('`prof_…`; names the conversation in paths.'),
    customer: z
      .object({
        identity_id: z.string().describe('`idn_…`'),
        external_id: z.string(),
        name: z.string().nullable(),
        channel,
        tags: z.array(z.string()),
      })
      .describe('The customer, with the account with which they spoke last.'),
    is_open: z.boolean(),
    is_unread: z
      .boolean()
      .describe(
        'Whether the customer said something that you have not read and that the scenario did not see to by itself.',
      ),
    is_held: z.boolean().describe('Whether an operator has a dialog of the customer, or was asked for.'),
    waiting_since: moment
      .nullable()
      .describe('When a person was asked for; null if nobody was, or somebody came.'),
    state: z.enum(flowStates).describe('Where the scenario stands in the dialog with that account.'),
    unanswered_since: moment
      .nullable()
      .describe(
        'Since when the customer waits for an answer of a person: a person has the dialog or was asked for, the scenario has nothing for what was said, or it broke off. Null if they do not.',
      ),
    assignee: personRef.nullable().describe('Who sees to it.'),
    team: z.object({ id: z.string().describe('`team_…`'), name: z.string() }).nullable(),
    closed_at: moment.nullable(),
    rating: z
      .int()
      .nullable()
      .describe(
        'From 1 to 5: the answer of the customer to the last question for a rating; null if there is none.',
      ),
    last_message: z
      .object({
        direction: z.enum(['out', 'in', 'event']),
        author,
        by: z
          .string()
          .nullable()
          .describe('The e-mail address of the person who said it; null for all others.'),
        text: z.string(),
        created_at: moment,
      })
      .nullable()
      .describe('The last message with that account.'),
    last_heard: z
      .object({ text: z.string(), created_at: moment })
      .nullable()
      .optional()
      .describe(
        'What the customer said last with that account, whoever spoke since; null if they never did.',
      ),
    heard_at: moment.nullable().describe('When the customer last said something; null if they never did.'),
  }),
  {
    profile_id: 'prof_01m7w91g0bf5p8r4j6t2x3k9nd',
    customer: {
      identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
      external_id: 'customer-42',
      name: 'Ann',
      channel: { id: 'ch_01m7w90swkf1ht7v0c2m9dq8ex', type: 'webhook', name: 'Shop', environment: 'live' },
      tags: ['regular'],
    },
    is_open: true,
    is_unread: true,
    is_held: true,
    waiting_since: '2026-11-20T11:02:17.805Z',
    state: 'waiting',
    unanswered_since: '2026-11-20T11:02:17.805Z',
    assignee: null,
    team: null,
    closed_at: null,
    rating: null,
    last_message: {
      direction: 'in',
      author: 'customer',
      by: null,
      text: 'May I speak to somebody?',
      created_at: '2026-11-20T11:02:17.690Z',
    },
    last_heard: { text: 'May I speak to somebody?', created_at: '2026-11-20T11:02:17.690Z' },
    heard_at: '2026-11-20T11:02:17.690Z',
  },
);

export const conversationPageShape = cursorPageOf(
  conversationShape,
  'At most 100, those first in which the customer spoke last.',
  'ConversationListPage',
);

const count = named(
  'BoundedCount',
  z.object({
    count: z.int().describe('At most 100.'),
    is_more: z.boolean().describe('Whether there are more than 100.'),
  }),
  { count: 7, is_more: false },
);
const seven = { count: 7, is_more: false };

export const conversationCountsShape = named(
  'ConversationCounts',
  z.object({
    open: count,
    mine: count.describe('Those of which you are responsible.'),
    unassigned: count,
    waiting: count.describe('Those in which a person was asked for, and nobody has come.'),
    unanswered: count.describe('Those whose customer waits for an answer of a person.'),
    held: count,
    unread: count.describe('Those with something that you have not read.'),
    mine_unread: count.describe('Those of which you are responsible, with something that you have not read.'),
  }),
  {
    open: { count: 100, is_more: true },
    mine: seven,
    unassigned: seven,
    waiting: { count: 0, is_more: false },
    unanswered: { count: 0, is_more: false },
    held: seven,
    unread: seven,
    mine_unread: seven,
  },
);
