import { z } from 'zod';
import { auditEntry } from '../audit/shapes.ts';
import { environment, exampleOf, fault, moment, money, named } from '../http/shapes.ts';
import { paymentRecord } from './project-shapes.ts';

/** The shapes of payments and refunds for owners. */

export const ownedRefund = named(
  'OwnedRefund',
  z.object({
    refund_id: z.string().describe('`rfd_…`'),
    order_id: z.string().describe('`ord_…`'),
    environment,
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']),
    amount: money,
    error: fault.nullable(),
    provider_refund_id: z.string().nullable().describe('In the books of the payment provider.'),
    created_at: moment,
    finished_at: moment.nullable(),
  }),
  {
    refund_id: 'rfd_01m7w9bk3gfy4a9dvt1zn6qs0e',
    order_id: 'ord_01m7w97d4sejbtq0y6h2xk8rvc',
    environment: 'live',
    status: 'succeeded',
    amount: { value: '990.00', currency: 'RUB' },
    error: null,
    provider_refund_id: '2c5d0f3a-0015-5000-9000-1b68e7b15f3f',
    created_at: '2026-11-20T12:15:03.204Z',
    finished_at: '2026-11-20T12:15:04.611Z',
  },
);

const examplePayment = exampleOf(paymentRecord) as z.output<typeof paymentRecord>;

export const ownedPayment = named(
  'OwnedPayment',
  paymentRecord
    .extend({
      error: fault.nullable().describe('Why there is no payment, or why that is not known.'),
      cancellation: z
        .object({ party: z.string(), reason: z.string() })
        .nullable()
        .describe('Who canceled it and why, as the provider says it.'),
      provider_payment_id: z.string().nullable().describe('In the books of the payment provider.'),
      problems: z
        .array(fault.extend({ at: moment }))
        .describe('Reports of the provider that did not fit the order, each once.'),
      checks: z
        .int()
        .describe('How often the books of the provider were compared since something last happened.'),
      next_check_at: moment.nullable().describe('When they are compared again; null if nothing is open.'),
      refunds: z.array(ownedRefund).describe('Newest first.'),
      history: z
        .array(auditEntry)
        .describe(
          'What happened to the payment and its refunds, oldest first, as long as the audit log is kept: at most 500 entries.',
        ),
    })
    .describe('A payment with its refunds and its history, that of its reconciliation included.'),
  {
    ...examplePayment,
    error: null,
    cancellation: null,
    provider_payment_id: '2c5d0e1b-000f-5000-8000-18db351245c7',
    problems: [],
    checks: 2,
    next_check_at: null,
    refunds: [],
    history: [
      {
        id: 512,
        at: '2026-11-20T11:02:40.130Z',
        actor: { type: 'system', id: null, name: null },
        action: 'payment.succeeded',
        subject: { type: 'payment', id: examplePayment.order_id },
        environment: 'live',
        request_id: null,
        data: { order_id: examplePayment.order_id, operation_id: 'course', test: false },
      },
    ],
  },
);
