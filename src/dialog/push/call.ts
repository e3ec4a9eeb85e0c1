import type { OutboundHttp, Outcome } from '../../platform/outbound-http.ts';
import type { Settings } from '../../settings.ts';
import type { PushKeys } from './keys.ts';

/** One call of a push service (RFC 8030), encrypted for the browser (RFC 8291). */

const timeoutMs = 10_000;

/** What the service worker of the console gets. The words are its own: it knows the language of the person. */
export type PushedMessage =
  | {
      type: 'customer_waits';
      project: { id: string; name: string };
      profile_id: string;
      /** Whether the person sees to the conversation. */
      mine: boolean;
      at: string;
    }
  | { type: 'trial'; at: string };

/** Where a browser is told, and the keys that were checked when it subscribed. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** How the push service is to treat a message, and who sends it. */
export interface PushTerms {
  keys: PushKeys;
  /** From `subjectOf`. */
  subject: string;
  /** The push service throws it away after that time. */
  usefulSeconds: number;
  /** The service keeps only the newest of a topic for a browser that is away. At most 32 characters of base64url. */
  topic: string;
  /** Ends the call soon. */
  signal: AbortSignal;
}

/** What follows from a call. `fault` is a clause for operators, about the push service. */
export type PushAnswer = {
  fault?: string;
  /** Null without an answer. */
  status: number | null;
} & ({ is: 'done' } | { is: 'hopeless' } | { is: 'ended' } | { is: 'again'; seconds: number });

/** Whom push services may ask when something is wrong: RFC 8292, section 2.1. */
export function subjectOf({ publicUrl, mail, ownerEmail }: Settings): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  return `mailto:${mail?.from.address ?? ownerEmail}`;
}

/** Hands a message to the push service of a browser, once. Always resolves. */
export async function callPushService(
  http: Pick<OutboundHttp, 'send'>,
  address: PushAddress,
  message: PushedMessage,
  terms: PushTerms,
): Promise<PushAnswer> {
  const request = await requestFor(address, message, terms);
  return answerOf(
    await http.send({ service: 'push', ...request, timeoutMs, maxResponseBytes: 2048, signal: terms.signal }),
  );
}

function answerOf(outcome: Outcome): PushAnswer {
  if (outcome.kind === 'refused') {
    return {
      is: 'ended',
      status: null,
      fault: `is refused, and the browser is forgotten: ${outcome.reason}`,
    };
  }
  if (outcome.kind !== 'answered') {
    return { is: 'again', status: null, seconds: 0, fault: `did not take it: ${outcome.reason}` };
  }
  const { status, headers } = outcome;
  if (status >= 200 && status < 300) return { is: 'done', status };
  // The subscription has ended: RFC 8030, section 7.3.
  if (status === 404 || status === 410) return { is: 'ended', status };
  const fault = `answered with status ${status}`;
  if (status !== 429 && status < 500) return { is: 'hopeless', status, fault };
  const asked = Number(headers['retry-after']);
  return { is: 'again', status, seconds: asked > 0 ? Math.ceil(asked) : 0, fault };
}

async function requestFor(
  { endpoint, p256dh, auth }: PushAddress,
  message: PushedMessage,
  { keys, subject, usefulSeconds, topic }: PushTerms,
) {
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject, ...keys },
      TTL: usefulSeconds,
      urgency: 'high',
      topic,
      contentEncoding: 'aes128gcm',
    },
  );
  const own = Object.entries(headers)
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => [name, String(value)]);
  return {
    method: 'POST',
    url: endpoint,
    headers: Object.fromEntries(own) as Record<string, string>,
    body: body!,
  };
}
