import { z } from 'zod';
import { saidMessageShape } from '../conversations/shapes.ts';
import { cursorPageOf, environment, exampleOf, moment, named } from '../http/shapes.ts';
import { noteShape } from '../inbox/note-shapes.ts';
import { standingShape } from '../inbox/shapes.ts';
import { jobSummary } from '../operations/job-list.ts';
import { paymentRecord } from '../payments/project-shapes.ts';
import { profileLinkShape } from '../profiles/link-shapes.ts';
import { profileShape } from '../profiles/project-shapes.ts';
import { runSummary } from '../workflows/run-list.ts';

/** A customer as those see them who serve them. */

const exampleProfile = exampleOf(profileShape) as z.output<typeof profileShape>;

export const customerShape = named(
  'Customer',
  profileShape.extend({
    name: z.string().nullable().describe('The name of the oldest account that has one.'),
    active_at: moment.describe('When the customer last said something; before that, when they came.'),
    orders: z.array(paymentRecord).describe('The 20 newest.'),
    dialogs: z.array(standingShape).describe('Where the dialogs with their accounts stand.'),
    links: z.array(profileLinkShape).describe('The 20 newest merges and unlinkings.'),
  }),
  {
    ...exampleProfile,
    name: 'Anna',
    active_at: '2026-11-20T11:02:17.805Z',
    orders: [],
    dialogs: [exampleOf(standingShape) as z.output<typeof standingShape>],
    links: [],
  },
);

const submittedEvent = z.object({
  event_id: z.string(),
  identity_id: z.string(),
  environment,
  text: z.string(),
  data: z.record(z.string(), z.unknown()),
});

export const happeningTypes = [
  'message',
  'event',
  'payment',
  'run',
  'job',
  'dialog',
  'link',
  'note',
] as const;

/** What happened with a customer. `type` says which of the other fields is there. */
export const happenedShape = named(
  'CustomerHappening',
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('message'), at: moment, message: saidMessageShape }),
    z.object({ type: z.literal('event'), at: moment, event: submittedEvent }),
    z.object({ type: z.literal('payment'), at: moment, payment: paymentRecord }),
    z.object({ type: z.literal('run'), at: moment, run: runSummary }),
    z.object({ type: z.literal('job'), at: moment, job: jobSummary }),
    z.object({ type: z.literal('dialog'), at: moment, dialog: standingShape }),
    z.object({ type: z.literal('note'), at: moment, note: noteShape }),
    z.object({ type: z.literal('link'), at: moment, link: profileLinkShape }),
  ]),
  {
    type: 'message',
    at: '2026-11-20T11:02:17.805Z',
    message: exampleOf(saidMessageShape) as z.output<typeof saidMessageShape>,
  },
);

export const happeningsShape = cursorPageOf(happenedShape, 'At most 100, newest first.', 'CustomerTimeLine');
