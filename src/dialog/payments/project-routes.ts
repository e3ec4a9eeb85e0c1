import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { noId, readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { answerAcceptance, fingerprintOf, idempotencyHeaders } from '../gate/idempotency.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { pageOf } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { acceptRefund, type RefundAcceptOptions, type RefundVerdict } from './accept-refund.ts';
import { listPayments as findPayments, paymentsPage } from './list.ts';
import { acceptedRefund, paymentRecord, refundBody } from './project-shapes.ts';

const paymentPage = pageOf(paymentRecord, 'At most 100, newest first.', 'PaymentPage');

export interface PaymentParts extends RefundAcceptOptions {
  tickets: Tickets<LaneTicket>;
}

export const listPayments = endpoint(
  {
    operationId: 'listPayments',
    tags: ['Payments'],
    summary: 'List payments',
    params: projectPath,
    querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
    answers: { 200: paymentPage },
  },
  async (request, _reply, { database }: PaymentParts) => {
    const { offset } = request.query;
    const { items, more } = await findPayments(database, request.projectKey.projectId, offset);
    return { items, next_offset: more ? offset + paymentsPage : null };
  },
);

/** What a request for a refund says, whoever asks. */
export const refundRequest = {
  tags: ['Payments'],
  summary: 'Give a payment back',
  description:
    'Always the whole sum. While a refund of the payment is queued, running, unknown or done, every ' +
    'request for another is answered with that one; after a failed one a new one is made. What became ' +
    'of it shows in `GET /payments`.',
  params: projectPath.extend({ order_id: z.string() }),
  headers: idempotencyHeaders,
  body: refundBody,
  answers: { 202: acceptedRefund },
  errors: ['idempotency_key_reused', 'queue_full', 'daily_limit', 'payment_not_found', 'not_refundable'],
} as const;

export const refundPayment = endpoint(
  { operationId: 'refundPayment', ...refundRequest },
  async (request, reply, parts: PaymentParts) => {
    const key = request.projectKey;
    const { verdict, wake } = await acceptRefund(parts, {
      ...{ projectId: key.projectId, key, actor: { type: 'key', id: key.publicId, name: key.name } },
      // A malformed id is answered like an unknown one.
      orderId: readId('order', request.params.order_id) ?? noId,
      receipt: request.body.receipt ?? null,
      idempotencyKey: request.headers['idempotency-key'],
      fingerprint: fingerprintOf(request),
      requestId: request.id,
    });
    parts.tickets.send(wake);
    return answerRefund(reply, verdict, request.body.receipt ?? null);
  },
);

/** Answers a request for a refund. @param receipt as it was sent @throws Problem 404, 409, 422 or 429 */
export function answerRefund(reply: FastifyReply, verdict: RefundVerdict, receipt: unknown): FastifyReply {
  switch (verdict.verdict) {
    case 'payment_not_found':
      throw paymentNotFound();
    case 'not_refundable':
      throw new Problem(
        409,
        'not_refundable',
        `Only a payment that has succeeded can be given back; this one is ${verdict.status}.`,
      );
    case 'receipt_refused':
      throw new ValidationProblem([valueError(['body', 'receipt'], verdict.fault, receipt)]);
    default:
      return answerAcceptance(reply, verdict);
  }
}

/** The answer if the project has no such payment. */
export const paymentNotFound = () =>
  new Problem(404, 'payment_not_found', 'This project has no such payment.');
