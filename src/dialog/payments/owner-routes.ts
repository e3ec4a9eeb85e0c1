import { noId, readId, showId } from '../../platform/ids.ts';
import { endpoint } from '../../platform/routes.ts';
import { type NumberingParts, numberWaiting } from '../audit/numbering.ts';
import { readAbout } from '../audit/search.ts';
import { presentEntry } from '../audit/shapes.ts';
import { fingerprintOf } from '../gate/idempotency.ts';
import { ownerActor } from '../gate/session.ts';
import { projectPath } from '../http/path.ts';
import { cursorPageOf } from '../http/shapes.ts';
import { acceptRefund } from './accept-refund.ts';
import { findPayment, findPayments, paymentFilters } from './list.ts';
import { readOrder, readRefunds } from './orders.ts';
import { ownedPayment, ownedRefund } from './owner-shapes.ts';
import { answerRefund, type PaymentParts, paymentNotFound, refundRequest } from './project-routes.ts';
import { paymentRecord } from './project-shapes.ts';
import { findRefunds, presentRefund, refundFilters } from './refund-list.ts';

/** Most entries of a payment's history. */
const longestHistory = 500;

export const listProjectPayments = endpoint(
  {
    operationId: 'listProjectPayments',
    tags: ['Payments'],
    summary: 'List payments',
    params: projectPath,
    querystring: paymentFilters,
    answers: { 200: cursorPageOf(paymentRecord, 'At most 100, newest first.', 'PaymentList') },
  },
  ({ projectId, query }, _reply, { database }: PaymentParts) => findPayments(database, projectId, query),
);

export const readProjectPayment = endpoint(
  {
    operationId: 'readProjectPayment',
    tags: ['Payments'],
    summary: 'Read a payment',
    description: 'With its refunds, and what happened to it, also in the comparisons with the provider.',
    params: refundRequest.params,
    answers: { 200: ownedPayment },
    errors: ['payment_not_found'],
  },
  async ({ projectId, params }, _reply, parts: PaymentParts & NumberingParts) => {
    const { database } = parts;
    const id = readId('order', params.order_id);
    const order = id && (await readOrder(database, projectId, id));
    if (!order) throw paymentNotFound();
    await numberWaiting(parts, projectId);
    const refunds = await readRefunds(database, order);
    const subjects = [showId('order', order.id), ...refunds.map((row) => showId('refund', row.id))];
    const [record, history] = await Promise.all([
      findPayment(database, projectId, order.id),
      readAbout(database, projectId, subjects, longestHistory),
    ]);
    return {
      ...record!,
      error: order.error,
      cancellation: order.cancellation,
      provider_payment_id: order.paymentId,
      problems: order.problems,
      checks: order.checks,
      next_check_at: order.nextCheckAt?.toISOString() ?? null,
      refunds: refunds.map(presentRefund),
      history: history.map(presentEntry),
    };
  },
);

export const refundProjectPayment = endpoint(
  { operationId: 'refundProjectPayment', ...refundRequest },
  async (request, reply, parts: PaymentParts) => {
    const receipt = request.body.receipt ?? null;
    const { verdict, wake } = await acceptRefund(parts, {
      ...{ projectId: request.projectId, key: null, actor: ownerActor(request), receipt },
      // A malformed id is answered like an unknown one.
      orderId: readId('order', request.params.order_id) ?? noId,
      idempotencyKey: request.headers['idempotency-key'],
      fingerprint: fingerprintOf(request),
      requestId: request.id,
    });
    parts.tickets.send(wake);
    return answerRefund(reply, verdict, receipt);
  },
);

export const listRefunds = endpoint(
  {
    operationId: 'listRefunds',
    tags: ['Payments'],
    summary: 'List refunds',
    description: 'Those that were asked for here, and those that somebody made at the provider.',
    params: projectPath,
    querystring: refundFilters,
    answers: { 200: cursorPageOf(ownedRefund, 'At most 100, newest first.', 'RefundList') },
  },
  ({ projectId, query }, _reply, { database }: PaymentParts) => findRefunds(database, projectId, query),
);
