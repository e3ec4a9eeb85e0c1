import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { type RateLimiter, secondsUntilReset } from '../../platform/rate-limit.ts';
import { endpoint } from '../../platform/routes.ts';
import { rawBodyOf, readSignedBody } from '../http/json-body.ts';
import { toItems, ValidationProblem } from '../http/validation.ts';
import { providerKinds } from '../providers/kinds.ts';
import { type Reading, wakeNamed } from './notified.ts';

const largestBody = 64 * 1024;
const minuteMs = 60_000;
const pointlessPerMinute = 60;

interface NotificationParts {
  database: Database;
  limiter: RateLimiter;
}

/**
 * A payment provider notifies us here of a change. The call has no signature and proves nothing about its sender. So its only
 * effect is that the orders it names are soon compared with the provider's books.
 */
export const takeNotification = endpoint(
  { params: z.object({ connection_id: z.string() }), bodyLimit: largestBody },
  async (request, _reply, { database, limiter }: NotificationParts) => {
    const connection = readId('connection', request.params.connection_id);
    const { value } = readSignedBody(rawBodyOf(request));
    const readings = readNotification(value);
    const known = connection === undefined ? undefined : await wakeNamed(database, connection, readings);
    if (!known?.orders) await limitPointless(limiter, request.ip);
    if (!known) throw new Problem(404, 'connection_not_found', 'There is no such connection.');
    // Payments that are not ours get this answer too, so that the provider does not repeat the notification.
    return {};
  },
);

/**
 * Reads a notification in the form of each provider that understands it. Only the connection tells which provider it is.
 * @throws ValidationProblem if no provider understands it
 */
function readNotification(value: unknown): Reading[] {
  const read = Object.values(providerKinds).map((kind) => ({
    kind: kind.name,
    ...kind.notification.safeParse(value),
  }));
  const understood = read.flatMap(({ kind, data }) => (data ? { kind, ...data } : []));
  if (understood.length > 0) return understood;
  throw new ValidationProblem(toItems(read[0]!.error!.issues, 'body', value));
}

/** Limits guessing by address. A notification about one of our orders is never limited. */
async function limitPointless(limiter: RateLimiter, address: string): Promise<void> {
  const { count, resetMs } = await limiter.hit(`payment-notification:${address}`, minuteMs);
  if (count <= pointlessPerMinute) return;
  const seconds = secondsUntilReset(resetMs);
  throw new Problem(
    429,
    'too_many_notifications',
    `Too many notifications from this address that name no payment of ours. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}
