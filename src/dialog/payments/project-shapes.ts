import { z } from 'zod';
import { replayedHeader } from '../gate/idempotency.ts';
import { environment, fault, moment, money, named, namedBody } from '../http/shapes.ts';
import { receiptFields } from '../providers/receipt.ts';

/** The shapes of payments and refunds for clients. */

const refund = named(
  'Refund',
  z.object({
    refund_id: z.string().describe('`rfd_…`'),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']),
    amount: money,
    error: fault.nullable(),
  }),
  {
    refund_id: 'rfd_01m7w9bk3gfy4a9dvt1zn6qs0e',
    status: 'succeeded',
    amount: { value: '990.00', currency: 'RUB' },
    error: null,
  },
);

/** A payment for clients. */
export const paymentRecord = named(
  'Payment',
  z.object({
    order_id: z.string().describe('`ord_…`'),
    operation_id: z.string(),
    identity_id: z.string(),
    profile_id: z.string().nullable(),
    environment,
    test: z.boolean().describe('No money moved: the sandbox, or a test shop. It never gives access.'),
    status: z.enum(['created', 'pending', 'succeeded', 'canceled', 'unknown']),
    amount: money,
    description: z.string().describe('What the payer is shown.'),
    payment_url: z
      .string()
      .nullable()
      .describe('Where the customer pays; null when there is nothing to pay.'),
    product: z.string().nullable(),
    access_until: moment
      .nullable()
      .describe(
        'Until when this and earlier orders of the product give access; null for none, and for ever.',
      ),
    refund: refund.nullable().describe('The latest refund.'),
    created_at: moment,
    paid_at: moment.nullable(),
  }),
  {
    order_id: 'ord_01m7w97d4sejbtq0y6h2xk8rvc',
    operation_id: 'course',
    identity_id: 'idn_01m7w91g09fcvvgf8h15snqc9b',
    profile_id: 'prof_01m7w91g0af0sr4w9cxq3t5mzd',
    environment: 'live',
    test: false,
    status: 'succeeded',
    amount: { value: '990.00', currency: 'RUB' },
    description: 'The course, a month',
    payment_url: null,
    product: 'course',
    access_until: '2026-12-20T11:02:40.121Z',
    refund: null,
    created_at: '2026-11-20T11:01:15.806Z',
    paid_at: '2026-11-20T11:02:40.121Z',
  },
);

export const refundBody = namedBody(
  'NewRefund',
  z.object({
    receipt: receiptFields
      .nullish()
      .describe(
        "In the provider's own format. Null as a rule: of a whole refund the provider makes the receipt itself.",
      ),
  }),
  { receipt: null },
);

export const acceptedRefund = named(
  'AcceptedRefund',
  z
    .object({
      order_id: z.string(),
      refund_id: z.string().describe('`rfd_…`'),
      status: z.enum(['queued', 'running', 'succeeded', 'unknown']),
    })
    .describe(
      'The refund is stored and will be carried out once; or this is the one that there was already.',
    ),
  {
    order_id: 'ord_01m7w97d4sejbtq0y6h2xk8rvc',
    refund_id: 'rfd_01m7w9bk3gfy4a9dvt1zn6qs0e',
    status: 'queued',
  },
).meta({ headers: replayedHeader });
