import { z } from 'zod';
import { environment, fault, moment, named, slug } from '../../http/shapes.ts';
import { deliveryStates } from './deliveries.ts';
import { eventPatterns } from './kinds.ts';

/** The shapes of subscriptions and deliveries for owners. */

/** What is shown of the answer to a request. */
export const answerFields = {
  answer: z
    .string()
    .nullable()
    .describe(
      'The beginning of the answer, at most 4 KiB, with `[hidden]` for secrets; null if none came, or no text.',
    ),
  answer_headers: z
    .record(z.string(), z.string())
    .describe('Those that matter to whoever looks for a fault.'),
  answer_truncated: z.boolean().describe('There was more of the answer.'),
};

export const subscriptionShape = named(
  'Subscription',
  z.object({
    slug,
    name: z.string(),
    kinds: z.array(z.enum(eventPatterns)),
    environments: z.array(environment),
    url: z.string(),
    signing_secret: z.string().describe('`set`; the secret itself, `whsec_…`, once after it was made here.'),
    previous_secret_until: moment.nullable(),
    status: z.enum(['enabled', 'disabled']),
    reason: z.string().nullable().describe('Why it is disabled.'),
    disabled_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
  }),
  {
    slug: 'warehouse',
    name: 'Warehouse',
    kinds: ['job.*', 'payment.succeeded'],
    environments: ['live'],
    url: 'https://warehouse.example/hooks',
    signing_secret: 'set',
    previous_secret_until: null,
    status: 'enabled',
    reason: null,
    disabled_at: null,
    created_at: '2026-11-20T10:59:31.260Z',
    updated_at: '2026-11-20T10:59:31.260Z',
  },
);

export const deliveryShape = named(
  'Delivery',
  z.object({
    id: z.string().describe('`dlv_…`, the `webhook-id` of all its attempts.'),
    subscription: z.string().nullable().describe('The slug; null when the subscription was deleted.'),
    type: z.string().describe('The action of the audit log that it tells of.'),
    audit_id: z.int(),
    status: z.enum(deliveryStates),
    attempts: z.array(
      z.object({
        n: z.int(),
        at: moment,
        duration_ms: z.int(),
        status: z.int().nullable(),
        error: z.string().nullable(),
        ...answerFields,
      }),
    ),
    error: fault.nullable(),
    next_attempt_at: moment.nullable(),
    created_at: moment,
    finished_at: moment.nullable(),
  }),
  {
    id: 'dlv_01m7w96x0rf2ktq7b9s4c1v5mh',
    subscription: 'warehouse',
    type: 'job.succeeded',
    audit_id: 318,
    status: 'succeeded',
    attempts: [
      {
        ...{ n: 1, at: '2026-11-20T11:12:40.500Z', duration_ms: 84, status: 204, error: null },
        ...{ answer: '', answer_headers: { server: 'warehouse' }, answer_truncated: false },
      },
    ],
    error: null,
    next_attempt_at: null,
    created_at: '2026-11-20T11:12:40.321Z',
    finished_at: '2026-11-20T11:12:40.590Z',
  },
);

export const queuedDeliveryShape = named(
  'QueuedDelivery',
  z.object({ id: z.string(), status: z.literal('queued') }),
  { id: 'dlv_01m7w96x0rf2ktq7b9s4c1v5mh', status: 'queued' },
);
