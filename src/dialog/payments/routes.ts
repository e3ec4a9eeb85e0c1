import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { answerAcceptance, fingerprintOf, idempotencyHeaders, replayedHeader } from '../gate/idempotency.ts';
import { bodyCodes, projectAnswers } from '../http/answers.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { acceptRefund, type RefundAcceptOptions } from './accept-refund.ts';
import { listPayments, paymentRecord, paymentsPage } from './list.ts';
import { receiptFields } from './receipt.ts';

const accepted = z
  .object({
    order_id: z.string(),
    refund_id: z.string().describe('`rfd_…`'),
    status: z.enum(['queued', 'running', 'succeeded', 'unknown']),
  })
  .describe('The refund is stored and will be carried out once; or this is the one that there was already.')
  .meta({ headers: replayedHeader });

const refundBody = z
  .object({
    receipt: receiptFields
      .nullish()
      .describe(
        "In the provider's own format. Null as a rule: of a whole refund the provider makes the receipt itself.",
      ),
  })
  .meta({ 'x-examples': { whole: { value: { receipt: null } } } });

/** Nobody has such an id: what is malformed is as unknown as any other. */
const noOrder = '00000000-0000-0000-0000-000000000000';

/** Payments of a project, and giving them back. */
export function paymentRoutes(
  plain: FastifyInstance,
  options: RefundAcceptOptions & { tickets: Tickets<LaneTicket> },
): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/payments',
    {
      config: { scope: 'payments:read' },
      schema: {
        operationId: 'listPayments',
        tags: ['Payments'],
        summary: 'List payments',
        description: 'Needs the scope `payments:read`.',
        params: projectPath,
        querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }),
        response: projectAnswers({
          200: z
            .object({ items: z.array(paymentRecord), next_offset: z.int().nullable() })
            .describe('At most 100, newest first. `next_offset` is null on the last page.'),
        }),
      },
    },
    async (request) => {
      const { offset } = request.query;
      const { items, more } = await listPayments(options.database, request.projectKey.projectId, offset);
      return { items, next_offset: more ? offset + paymentsPage : null };
    },
  );

  app.post(
    '/payments/:order_id/refund',
    {
      config: { scope: 'payments:write' },
      schema: {
        operationId: 'refundPayment',
        tags: ['Payments'],
        summary: 'Give a payment back',
        description:
          'Needs the scope `payments:write`. Always the whole sum. While a refund of the payment is queued, running, ' +
          'unknown or done, every request for another is answered with that one; after a failed one a new one is made. ' +
          'What became of it shows in `GET /payments`.',
        params: projectPath.extend({ order_id: z.string() }),
        headers: idempotencyHeaders,
        body: refundBody,
        response: projectAnswers({ 202: accepted }, [
          ...bodyCodes,
          'idempotency_key_reused',
          'queue_full',
          'daily_limit',
          'payment_not_found',
          'not_refundable',
        ]),
      },
    },
    async (request, reply) => {
      const { verdict, wake } = await acceptRefund(options, {
        key: request.projectKey,
        orderId: readId('order', request.params.order_id) ?? noOrder,
        receipt: request.body.receipt ?? null,
        idempotencyKey: request.headers['idempotency-key'],
        fingerprint: fingerprintOf(request),
        requestId: request.id,
      });
      options.tickets.send(wake);
      switch (verdict.verdict) {
        case 'payment_not_found':
          throw new Problem(404, 'payment_not_found', 'This project has no such payment.');
        case 'not_refundable':
          throw new Problem(
            409,
            'not_refundable',
            `Only a payment that has succeeded can be given back; this one is ${verdict.status}.`,
          );
        case 'receipt_refused':
          throw new ValidationProblem([
            valueError(['body', 'receipt'], verdict.fault, request.body.receipt ?? null),
          ]);
        default:
          return answerAcceptance(reply, verdict);
      }
    },
  );
}
