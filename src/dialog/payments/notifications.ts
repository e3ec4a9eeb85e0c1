import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { RateLimiter } from '../../platform/rate-limit.ts';
import { text } from '../http/fields.ts';
import { keepRawBodies, rawBodyOf, readSignedBody } from '../http/json-body.ts';
import { toItems, ValidationProblem } from '../http/validation.ts';

const largestBody = 64 * 1024;
const minuteMs = 60_000;
const pointlessPerMinute = 60;

const id = text({ pattern: '^[\\w-]{1,64}$' });

/** As much as is read of a notification: names of what may have changed. https://yookassa.ru/developers/using-api/webhooks */
const notification = z.object({
  object: z.object({
    id,
    /** Of a refund: the payment. */
    payment_id: id.nullish(),
    /** Names the order whose payment was created, and whose creation had no answer. */
    metadata: z
      .object({ order_id: z.string().max(64).nullish().catch(null) })
      .nullish()
      .catch(null),
  }),
});

export interface NotificationOptions {
  database: Database;
  limiter: RateLimiter;
}

/**
 * Where a payment provider says that something has changed. It proves nothing about who says so, and carries no
 * signature: all that follows is that the orders it names are compared with the provider's books soon.
 */
export function paymentNotificationRoutes(
  app: FastifyInstance,
  { database, limiter }: NotificationOptions,
): void {
  keepRawBodies(app);
  app.post('/:connection_id/notifications', { bodyLimit: largestBody }, async (request) => {
    const connection = readId('connection', (request.params as { connection_id: string }).connection_id);
    const { value } = readSignedBody(rawBodyOf(request));
    const parsed = notification.safeParse(value);
    if (!parsed.success) throw new ValidationProblem(toItems(parsed.error.issues, 'body', value));
    const { object } = parsed.data;
    const known = connection === undefined ? undefined : await wakeNamed(database, connection, object);
    if (!known?.orders) await limitPointless(limiter, request.ip);
    if (!known) throw new Problem(404, 'connection_not_found', 'There is no such connection.');
    // Also for payments that are not ours, which the shop may have: nobody is to send this again.
    return {};
  });
}

/** @returns undefined when there is no such connection. */
async function wakeNamed(
  database: Database,
  connectionId: string,
  { id: objectId, payment_id: paymentId, metadata }: z.output<typeof notification>['object'],
): Promise<{ orders: number } | undefined> {
  const orderId = metadata?.order_id == null ? undefined : readId('order', metadata.order_id);
  const { rows } = await database.query<{ orders: number }>({
    name: 'payment-notified',
    text: `WITH called AS (
             SELECT c.project_id, c.id FROM dialog.connections AS c
             JOIN dialog.projects AS p ON p.id = c.project_id AND p.deleted_at IS NULL
             WHERE c.id = $1 AND c.kind = 'yookassa'
           ), woken AS (
             UPDATE dialog.orders AS o SET next_check_at = clock_timestamp(), checks = 0
             FROM called AS c
             WHERE o.project_id = c.project_id AND o.connection_id = c.id
               AND (o.payment_id = ANY ($2::text[]) OR o.id = $3::uuid)
             RETURNING o.id
           )
           SELECT (SELECT count(*)::int FROM woken) AS orders FROM called`,
    values: [connectionId, [objectId, ...(paymentId == null ? [] : [paymentId])], orderId ?? null],
  });
  return rows[0];
}

/** Guessing is limited by address; a notification that names an order of ours is never held up. */
async function limitPointless(limiter: RateLimiter, address: string): Promise<void> {
  const { count, resetMs } = await limiter.hit(`payment-notification:${address}`, minuteMs);
  if (count <= pointlessPerMinute) return;
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  throw new Problem(
    429,
    'too_many_notifications',
    `Too many notifications from this address that name no payment of ours. Try again in ${seconds} s.`,
    { headers: { 'Retry-After': String(seconds) } },
  );
}
