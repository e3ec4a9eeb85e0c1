import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId, showId } from '../../../platform/ids.ts';
import { JsonText } from '../../../platform/json-text.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { type SignatureFault, verifySignature } from '../../../platform/request-signature.ts';
import { endpoint } from '../../../platform/routes.ts';
import { newSecret, sha256, type Vault } from '../../../platform/secrets.ts';
import { wrongCall } from '../../channels/inbound.ts';
import { answerEvent, eventAnswer } from '../../gate/event-key.ts';
import { rawBodyOf, readSignedBody } from '../../http/json-body.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import type { ArrivalLog } from './arrivals.ts';
import { inboundCall } from './kind.ts';
import { lookUpReceiver, type ReceiverRow, secretsOf } from './receivers.ts';

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
 * Accepts a call to a receiver, signed with the receiver's secret. The body is not parsed before its signature was checked,
 * and an unknown address is answered like a wrong signature.
 */
export const callReceiver = endpoint(
  { params: z.object({ receiver_id: z.string() }) },
  async (request, reply, parts: InboundParts) => {
    const { database, vault, limiter } = parts;
    const receiver = await lookUpReceiver(database, request.params.receiver_id);
    const rawBody = rawBodyOf(request);
    const fault = verifySignature({
      secrets: secretsOf(vault, receiver ?? decoyOf(vault)),
      timestamp: request.headers['x-service-timestamp'],
      signature: request.headers['x-service-signature'],
      rawBody,
    });
    if (!receiver) throw await wrongCall(limiter, request.ip);
    if (fault) {
      note(parts, request, receiver, { status: 'rejected', reason: fault });
      throw await wrongCall(limiter, request.ip);
    }
    try {
      return await accept(parts, request, reply, receiver, rawBody);
    } catch (error) {
      if (error instanceof Problem) {
        note(parts, request, receiver, { status: 'rejected', reason: error.code });
      }
      throw error;
    }
  },
);

async function accept(
  options: InboundParts,
  request: FastifyRequest,
  reply: FastifyReply,
  receiver: ReceiverRow,
  rawBody: Buffer,
): Promise<FastifyReply> {
  const { text } = readSignedBody(rawBody);
  const id = newId();
  const eventId = showId('event', id);
  const { headers } = request;
  // Hexadecimal digits mean the same in upper and lower case.
  const signed = `${headers['x-service-timestamp']}.${String(headers['x-service-signature']).toLowerCase()}`;
  const acceptance = await options.acceptor.accept({
    projectId: receiver.projectId,
    keyId: null,
    endpoint: `receivers/${receiver.id}`,
    key: sha256(signed).toString('hex').slice(0, 40),
    fingerprint: sha256(rawBody),
    answer: JSON.stringify(eventAnswer(eventId)),
    task: inboundCall.task({
      id,
      payload: {
        receiver_id: receiver.id,
        headers: shownHeaders(request),
        // The text as sent, so that numbers keep their digits.
        body: new JsonText(text),
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
  const answered = answerEvent(reply, acceptance);
  if (acceptance.verdict === 'accepted') note(options, request, receiver, { status: 'accepted', eventId });
  if (acceptance.verdict === 'replayed') {
    const { event_id: first } = JSON.parse(acceptance.answer) as { event_id: string };
    note(options, request, receiver, { status: 'duplicate', eventId: first });
  }
  return answered;
}

function shownHeaders(request: FastifyRequest): Record<string, string> {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    withheld.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  return Object.fromEntries(headers);
}

function note(
  { arrivals }: InboundParts,
  request: FastifyRequest,
  receiver: ReceiverRow,
  what:
    | { status: 'accepted' | 'duplicate'; eventId: string }
    | { status: 'rejected'; reason: SignatureFault | string },
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
    secret: vault.seal('receiver/decoy', newSecret('')),
    previousSecret: null,
    previousUntil: null,
  } as ReceiverRow;
  decoys.set(vault, decoy);
  return decoy;
}
