import { z } from 'zod';
import { moment, named, slug, templateRules } from '../../http/shapes.ts';
import { hidden } from '../../rights/sight.ts';

/** The shapes of receivers and their calls for owners. */

const typeOnly = <Type extends string>(type: Type) => z.object({ type: z.literal(type) });

const verificationShape = named(
  'Verification',
  z
    .discriminatedUnion('type', [
      typeOnly('service'),
      typeOnly('standard-webhooks'),
      typeOnly('github'),
      typeOnly('stripe'),
      typeOnly('shopify'),
      typeOnly('slack'),
      typeOnly('telegram-secret'),
      typeOnly('hmac').extend({
        header: z.string(),
        algorithm: z.enum(['sha1', 'sha256', 'sha512']),
        encoding: z.enum(['hex', 'base64']),
        prefix: z.string(),
        signed: z.string(),
        timestamp_header: z.string().nullable(),
        tolerance_seconds: z.int(),
      }),
      typeOnly('token').extend({ in: z.enum(['header', 'query']), name: z.string(), prefix: z.string() }),
      typeOnly('basic').extend({ username: z.string() }),
      typeOnly('none'),
    ])
    .describe('How it is known that a call is from its sender.'),
  { type: 'github' },
);

const identityShape = z.union([
  z.string(),
  z.object({
    channel_id: z.string(),
    external_id: z.string(),
    create: z.boolean().optional().describe('Whether a customer who is not there yet is made.'),
    name: z.string().optional().describe('How such a customer is called.'),
  }),
  z.object({
    state_field: z.string(),
    state_value: z.string(),
    channel_id: z.string().optional(),
  }),
]);

export const receiverShape = named(
  'Receiver',
  z.object({
    id: z.string().describe('`rcv_…`'),
    slug,
    name: z.string(),
    target: z
      .union([
        z.object({
          event: z.object({
            identity: identityShape,
            text: z.string(),
            data: z.record(z.string(), z.unknown()),
            answers: z
              .boolean()
              .optional()
              .describe('Whether it may be taken for the answer to an open question.'),
          }),
        }),
        z.object({
          workflow: z.string(),
          input: z.record(z.string(), z.unknown()),
          identity: identityShape.optional().describe('For whom the run is.'),
        }),
      ])
      .nullable()
      .describe('What a call does, besides starting workflows that have it as a trigger.'),
    url: z.string().describe('Where it is called.'),
    secret: z.string().describe('`set`, or `not set` if none is needed; one that was made here, once.'),
    verification: verificationShape,
    warning: z.string().nullable().describe('What is dangerous about this receiver.'),
    dedupe_id: z
      .string()
      .nullable()
      .describe(
        'The template of the id by which a repeated call is recognized; null for that of the sender.',
      ),
    response: z
      .object({
        status: z.int(),
        content_type: z.string().nullable(),
        body: z.unknown().describe('Its strings are templates; null for none.'),
      })
      .nullable()
      .describe('The answer to accepted calls; null for the usual one.'),
    template_rules: templateRules,
    previous_secret_until: moment.nullable(),
    created_at: moment,
    updated_at: moment,
  }),
  {
    id: 'rcv_01m7w935h9e6wsy8m0g2n4d7kx',
    slug: 'forms',
    name: 'Forms',
    target: { workflow: 'lead', input: { email: '{{ body.email }}' } },
    url: 'https://parley.example/api/webhooks/rcv_01m7w935h9e6wsy8m0g2n4d7kx',
    secret: 'set',
    verification: { type: 'github' },
    warning: null,
    dedupe_id: null,
    response: null,
    template_rules: 2,
    previous_secret_until: null,
    created_at: '2026-11-20T10:58:20.441Z',
    updated_at: '2026-11-20T10:58:20.441Z',
  },
);

const faultShape = z.object({ code: z.string(), message: z.string() });

const outcomeShape = z
  .object({
    status: z.enum(['handled', 'failed']),
    runs: z.array(z.string()).describe('The runs of workflows that it started.'),
    flows: z.int().describe('How many waiting flows it moved.'),
    moved: z
      .array(z.string())
      .optional()
      .describe(
        'At most 100 of these: `run_…` of runs, `idn_…` of the customers of dialogs. Absent if there are none.',
      ),
    not_started: z
      .array(z.object({ workflow: z.string(), error: faultShape }))
      .optional()
      .describe(
        'Workflows that it did not start although it fits a trigger of theirs, and why. Absent if there are none.',
      ),
    error: faultShape.nullable(),
  })
  .nullable()
  .describe('What became of an accepted call; null until then, and for others.');

const outcomeExample = {
  status: 'handled' as const,
  runs: ['run_01m7w93vqpe8gtb6x0z4m2r9ka'],
  flows: 0,
  error: null,
};

export const arrivalShape = named(
  'Arrival',
  z.object({
    at: moment,
    status: z.enum(['accepted', 'duplicate', 'rejected']),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why it was rejected. Of an accepted call: `response_failed` if its answer was not that of the receiver, `replayed` if it is an ' +
          'earlier one that somebody had handled again.',
      ),
    count: z.int().describe('How many rejected calls of a minute this entry stands for.'),
    address: z.string().describe('From where it came.'),
    size: z.int().describe('Bytes of the body.'),
    request_id: z.string(),
    event_id: z.string().nullable(),
    outcome: outcomeShape,
  }),
  {
    at: '2026-11-20T11:10:02.007Z',
    status: 'accepted',
    reason: null,
    count: 1,
    address: '203.0.113.7',
    size: 182,
    request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
    event_id: 'evt_01m7w93vqpe8gtb6x0z4m2r9ka',
    outcome: outcomeExample,
  },
);

export const receivedCallShape = named(
  'ReceivedCall',
  z.object({
    event_id: z.string().describe('`evt_…`'),
    at: moment,
    request_id: z.string().nullable(),
    replay_of: z.string().optional().describe('The `event_id` of the call that it repeats; absent if none.'),
    headers: z
      .record(z.string(), z.string())
      .describe(
        'As templates read them. What proves the sender is not kept; what is named like a secret is `[hidden]`.',
      ),
    body: z.unknown().describe('As templates read it. What is named like a secret is `[hidden]`.'),
    outcome: outcomeShape,
    ...hidden,
  }),
  {
    event_id: 'evt_01m7w93vqpe8gtb6x0z4m2r9ka',
    at: '2026-11-20T11:10:02.007Z',
    request_id: '5c8f7c1e-6d53-4a7e-9a43-0f4d0b2f6c11',
    headers: { 'content-type': 'application/json' },
    body: { order: { id: 1042, total: '19.90' } },
    outcome: outcomeExample,
  },
).describe('An accepted call.');

export const queuedCallShape = named(
  'QueuedCall',
  z.object({ event_id: z.string().describe('That of the new call.'), status: z.literal('queued') }),
  { event_id: 'evt_01m7w9d2kx4t8nq6v0z3m5r7bc', status: 'queued' },
).describe('The call is stored and will be handled.');
