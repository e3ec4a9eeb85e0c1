import { createHmac, randomUUID } from 'node:crypto';
import type { Answer, Client } from '../harness/client.ts';

/** A receiver with its secret. */
export interface MadeReceiver {
  id: string;
  slug: string;
  url: string;
  secret: string;
}

export function makeReceiver(
  client: Client,
  projectId: string,
  more: Record<string, unknown> = {},
  slug = `r-${randomUUID().slice(0, 8)}`,
): Promise<MadeReceiver> {
  return client.make('PUT', `/projects/${projectId}/receivers/${slug}`, { name: 'Shop', ...more });
}

/** The two headers, as the other side makes them. */
export function signedBy(
  secret: string,
  body: string | Buffer,
  at: number | string = Math.floor(Date.now() / 1000),
): Record<string, string> {
  const signature = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return { 'x-service-timestamp': String(at), 'x-service-signature': signature };
}

/** A signed call to a receiver; the given headers replace the right ones. */
export function deliver(
  client: Client,
  receiver: MadeReceiver,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return client.call('POST', new URL(receiver.url).pathname, {
    raw,
    headers: { ...signedBy(receiver.secret, raw), ...headers },
  });
}
