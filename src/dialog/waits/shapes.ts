import { z } from 'zod';
import { cursorPageOf, environment, moment, named } from '../http/shapes.ts';

/** The shape of approvals for owners. */

export const approvalStates = ['pending', 'approved', 'rejected', 'timed_out', 'canceled'] as const;

export const approvalShape = named(
  'Approval',
  z.object({
    id: z.string().describe('`apr_…`'),
    status: z.enum(approvalStates).describe('`canceled` if the flow went on or ended without a decision.'),
    text: z.string().describe('What is to be decided.'),
    options: z.array(z.string()).nullable().describe('One of them is chosen with the approval.'),
    step: z.string(),
    environment,
    run_id: z.string().nullable().describe('The run that asks; null for a dialog.'),
    identity_id: z.string().nullable().describe('The customer of the dialog or run.'),
    created_at: moment,
    expires_at: moment.nullable().describe('When the flow stops waiting.'),
    decided_at: moment.nullable(),
    decided_by: z.string().nullable(),
    comment: z.string().nullable(),
    option: z.string().nullable(),
  }),
  {
    id: 'apr_01m7w9ass2fdft80zaf5at9rfj',
    status: 'pending',
    text: 'Refund 120 EUR for order 1042?',
    options: null,
    step: 'ask_boss',
    environment: 'live',
    run_id: 'run_01m7w9b7q4e2trm3n1d0h5x8zk',
    identity_id: null,
    created_at: '2026-11-20T10:51:43.271Z',
    expires_at: '2026-11-21T10:51:43.271Z',
    decided_at: null,
    decided_by: null,
    comment: null,
    option: null,
  },
);

export const approvalPageShape = cursorPageOf(approvalShape, 'At most 100, newest first.');
