import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inTurnOfBody } from '../../../platform/body-turns.ts';
import { newId, showId } from '../../../platform/ids.ts';
import { JsonText } from '../../../platform/json-text.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { endpoint } from '../../../platform/routes.ts';
import { newSecret, sha256, type Vault } from '../../../platform/secrets.ts';
import { wrongCall } from '../../channels/inbound.ts';
import { answerEvent, eventAnswer } from '../../gate/event-key.ts';
import { rawBodyOf } from '../../http/json-body.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import type { ArrivalLog } from './arrivals.ts';
import { type CallBody, readCallBody } from './body.ts';
import { dedupeTemplate, idOfCall } from './dedupe.ts';
import { inboundCall } from './kind.ts';
import { lookUpReceiver, type ReceiverRow, secretsOf } from './receivers.ts';
import { renderResponse, responseFailed, sendForeign } from './response.ts';
import { proofHeaders, serviceVerification } from './verification.ts';
import { type CallFault, verifyCall } from './verify.ts';

interface InboundParts {
  database: Database;
  vault: Vault;
  limiter: RateLimiter;
  acceptor: Acceptor;
  arrivals: ArrivalLog;
}

/** Headers of the connection, and headers that would put the caller's own secrets into templates. */
const withheld = new Set([
  'authorization',
  'connection',
  'cookie',
  'host',
  'proxy-authorization',
  'transfer-encoding',
  'x-service-signature',
]);

/**
 * Accepts a call to a receiver from the sender that its owner named. The body is not parsed before the call was verified, and
 * an unknown address is answered like a wrong signature.
 */
export const callReceiver = endpoint(
  { params: z.object({ receiver_id: z.string() }) },
  async (request, reply, parts: InboundParts) => {
    const { database, vault, limiter } = parts;
    const receiver = await lookUpReceiver(database, request.params.receiver_id);
    const rawBody = rawBodyOf(request);
    const judged = receiver ?? decoyOf(vault);
    const fault = verifyCall(judged.verification, secretsOf(vault, judged), {
      headers: request.headers,
      query: request.query as Record<string, unknown>,
      rawBody,
    });
    if (!receiver) throw await wrongCall(limiter, request.ip);
    if (fault) {
      note(parts, request, receiver, { status: 'rejected', reason: fault });
      throw await wrongCall(limiter, request.ip);
    }
    try {
      const type = request.sentType || undefined;
      const body = await inTurnOfBody(request, () => readCallBody(receiver.verification, type, rawBody));
      const challenge = challengeOf(receiver, body);
      if (challenge !== undefined) {
        note(parts, request, receiver, { status: 'accepted', eventId: null });
        return sendForeign(reply, { status: 200, content_type: 'text/plain; charset=utf-8' }, challenge);
      }
      return await accept(parts, request, reply, receiver, body);
    } catch (error) {
      if (error instanceof Problem) {
        note(parts, request, receiver, { status: 'rejected', reason: error.code });
      }
      throw error;
    }
  },
);

/**
 * What Slack sends, and wants back, to see that an address is its app's. Nothing is to be done about it.
 * https://docs.slack.dev/reference/events/url_verification
 */
function challengeOf({ verification }: ReceiverRow, { value }: CallBody): string | undefined {
  if (verification.type !== 'slack' || typeof value !== 'object' || value === null) return undefined;
  const { type, challenge } = value as Record<string, unknown>;
  return type === 'url_verification' && typeof challenge === 'string' ? challenge : undefined;
}

async function accept(
  options: InboundParts,
  request: FastifyRequest,
  reply: FastifyReply,
  receiver: ReceiverRow,
  body: CallBody,
): Promise<FastifyReply> {
  const id = newId();
  const eventId = showId('event', id);
  const headers = shownHeaders(request, receiver);
  const acceptance = await options.acceptor.accept({
    projectId: receiver.projectId,
    keyId: null,
    endpoint: `receivers/${receiver.id}`,
    ...(await nameOf(request, receiver, body, headers)),
    answer: JSON.stringify(eventAnswer(eventId)),
    task: inboundCall.task({
      id,
      payload: {
        receiver_id: receiver.id,
        headers,
        // The text as sent, so that numbers keep their digits.
        body: new JsonText(body.text),
      },
      identityId: null,
      // The caller is real, even if what it starts runs in the sandbox.
      environment: 'live',
      target: null,
    }),
    refusedChannelTypes: [],
    audit: {
      actor: { type: 'receiver', id: showId('receiver', receiver.id), name: receiver.name },
      action: 'webhook.accepted',
      subject: { type: 'webhook', id: eventId },
      requestId: request.id,
      data: { receiver: receiver.slug },
    },
  });
  if (acceptance.verdict !== 'accepted' && acceptance.verdict !== 'replayed') {
    return answerEvent(reply, acceptance);
  }
  const duplicate = acceptance.verdict === 'replayed';
  const { event_id: first } = JSON.parse(acceptance.answer) as { event_id: string };
  const status = duplicate ? 'duplicate' : 'accepted';
  const { response } = receiver;
  const own =
    response &&
    (await renderResponse(receiver, response, { body: body.value, headers }, { event_id: first, duplicate }));
  const reason = response && !own ? responseFailed : null;
  note(options, request, receiver, { status, eventId: first, reason });
  return response && own ? sendForeign(reply, response, own.body) : answerEvent(reply, acceptance);
}

/** By what a repetition of the call is recognized. */
async function nameOf(
  request: FastifyRequest,
  receiver: ReceiverRow,
  body: CallBody,
  shown: Record<string, string>,
): Promise<{ key: string; fingerprint: Buffer }> {
  const template = dedupeTemplate(receiver);
  const id = template === null ? undefined : await idOfCall(receiver, template, body, shown);
  // Senders change what surrounds an event when they send it again, so its id alone counts.
  if (id !== undefined) return { key: keyOf(`id ${id}`), fingerprint: sha256(id) };
  const fingerprint = sha256(rawBodyOf(request));
  if (receiver.verification.type !== 'service') return { key: newId(), fingerprint };
  const { headers } = request;
  // Hexadecimal digits mean the same in upper and lower case.
  const signature = String(headers['x-service-signature']).toLowerCase();
  return { key: keyOf(`${headers['x-service-timestamp']}.${signature}`), fingerprint };
}

const keyOf = (name: string) => sha256(name).toString('hex').slice(0, 40);

function shownHeaders(request: FastifyRequest, { verification }: ReceiverRow): Record<string, string> {
  const proof = proofHeaders(verification);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    withheld.has(name) || proof.includes(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(headers);
}

function note(
  { arrivals }: InboundParts,
  request: FastifyRequest,
  receiver: ReceiverRow,
  what:
    | { status: 'accepted' | 'duplicate'; eventId: string | null; reason?: string | null }
    | { status: 'rejected'; reason: CallFault | string },
): void {
  arrivals.add({
    projectId: receiver.projectId,
    receiverId: receiver.id,
    at: new Date(),
    address: request.ip,
    size: rawBodyOf(request).length,
    requestId: request.id,
    reason: null,
    eventId: null,
    ...what,
  });
}

const decoys = new WeakMap<Vault, ReceiverRow>();

/** Replaces a receiver that does not exist, so that refusing a call to it takes the same time. */
function decoyOf(vault: Vault): ReceiverRow {
  const made = decoys.get(vault);
  if (made) return made;
  const decoy = {
    id: 'decoy',
    verification: serviceVerification,
    secret: vault.seal('receiver/decoy', newSecret('')),
    previousSecret: null,
    previousUntil: null,
  } as ReceiverRow;
  decoys.set(vault, decoy);
  return decoy;
}
