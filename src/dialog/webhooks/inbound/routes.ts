import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { Problem } from '../../../platform/problem.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { newSecret, sha256, type Vault } from '../../../platform/secrets.ts';
import { wrongCall } from '../../channels/inbound.ts';
import { answerEvent, eventAnswer } from '../../gate/event-key.ts';
import { registerErrors, trackRoutes } from '../../http/errors.ts';
import { keepRawBodies, rawBodyOf, readSignedBody } from '../../http/json-body.ts';
import type { Acceptor } from '../../tasks/accept.ts';
import type { ArrivalLog } from './arrivals.ts';
import type { InboundPayload } from './kind.ts';
import { lookUpReceiver, type ReceiverRow, secretsOf } from './receivers.ts';
import { type SignatureFault, verifySignature } from './signature.ts';

export interface InboundRouteOptions {
  database: Database;
  vault: Vault;
  limiter: RateLimiter;
  acceptor: Acceptor;
  arrivals: ArrivalLog;
}

/** Headers that are the connection's business, or that would put the caller's own secrets into templates. */
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
 * Where others call a project: `POST /{receiver_id}`, signed with the receiver's secret. Nothing is read of a call
 * before its signature is right, and an address that leads nowhere answers like one whose signature is wrong.
 */
export function inboundRoutes(app: FastifyInstance, options: InboundRouteOptions): void {
  registerErrors(app, trackRoutes(app));
  keepRawBodies(app);
  const decoy = makeDecoy();

  app.post('/:receiver_id', async (request, reply) => {
    const { database, vault } = options;
    const { receiver_id: publicId } = request.params as { receiver_id: string };
    const receiver = await lookUpReceiver(database, publicId);
    const rawBody = rawBodyOf(request);
    const fault = verifySignature({
      secrets: secretsOf(vault, receiver ?? decoy(vault)),
      timestamp: request.headers['x-service-timestamp'],
      signature: request.headers['x-service-signature'],
      rawBody,
    });
    if (!receiver) throw await wrongCall(options.limiter, request.ip);
    if (fault) {
      note(options, request, receiver, { status: 'rejected', reason: fault });
      throw await wrongCall(options.limiter, request.ip);
    }
    try {
      return await accept(options, request, reply, receiver, rawBody);
    } catch (error) {
      if (error instanceof Problem) {
        note(options, request, receiver, { status: 'rejected', reason: error.code });
      }
      throw error;
    }
  });
}

async function accept(
  options: InboundRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  receiver: ReceiverRow,
  rawBody: Buffer,
): Promise<FastifyReply> {
  const { text } = readSignedBody(rawBody);
  const id = newId();
  const eventId = showId('event', id);
  const { headers } = request;
  // The digits of a signature mean the same in any case.
  const signed = `${headers['x-service-timestamp']}.${String(headers['x-service-signature']).toLowerCase()}`;
  const acceptance = await options.acceptor.accept({
    projectId: receiver.projectId,
    keyId: null,
    endpoint: `receivers/${receiver.id}`,
    key: sha256(signed).toString('hex').slice(0, 40),
    fingerprint: sha256(rawBody),
    answer: eventAnswer(eventId),
    task: {
      id,
      kind: 'webhook_in',
      lane: `receiver:${receiver.id}`,
      payload: payloadOf(receiver, request, text),
      identityId: null,
      // Whoever calls is real, also where what it starts is not.
      environment: 'live',
      target: null,
    },
    refusedChannelTypes: [],
    audit: {
      actorType: 'receiver',
      actorId: showId('receiver', receiver.id),
      actorName: receiver.name,
      action: 'webhook.accepted',
      subjectType: 'webhook',
      subjectId: eventId,
      requestId: request.id,
      data: JSON.stringify({ receiver: receiver.slug }),
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

/** The body as it was sent, so that its numbers keep their digits. */
function payloadOf(receiver: ReceiverRow, request: FastifyRequest, body: string): string {
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    withheld.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const rest: Omit<InboundPayload, 'body'> = {
    receiver_id: receiver.id,
    headers: Object.fromEntries(headers),
  };
  return `${JSON.stringify(rest).slice(0, -1)},"body":${body}}`;
}

function note(
  { arrivals }: InboundRouteOptions,
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

/** What stands for a receiver that does not exist, so that a call to it takes the same work to refuse. */
function makeDecoy(): (vault: Vault) => ReceiverRow {
  let made: ReceiverRow | undefined;
  return (vault) => {
    made ??= {
      id: 'decoy',
      secret: vault.seal('receiver/decoy', newSecret('')),
      previousSecret: null,
      previousUntil: null,
    } as ReceiverRow;
    return made;
  };
}
