import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { endpoint } from '../../../platform/routes.ts';
import { writeAudit } from '../../audit/entry.ts';
import { type HearingParts, hear } from '../../dialogs/hear.ts';
import { answerAcceptance } from '../../gate/idempotency.ts';
import { rawBodyOf } from '../../http/json-body.ts';
import { identityOf } from '../../profiles/identities.ts';
import type { HeardMembership } from '../channel-type.ts';
import { type CalledChannel, findCalled, wrongCall } from '../inbound.ts';
import { findButton } from '../pressed.ts';
import { callback } from './callback.ts';
import { isFromTelegram } from './connection.ts';
import { readUpdate } from './update.ts';
import { webhookSecret } from './webhook-secret.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The channel of a call that has the secret of Telegram's webhook. */
    bot: CalledChannel;
  }
}

const largestUpdate = 2 ** 20;

/** Milliseconds: Telegram refuses an answer soon after the press, so a later one is not attempted. */
const answerWithinMs = 60_000;

/**
 * Admits calls that have the secret of the channel's webhook. The secret is in a header, so the body of a call without it is
 * never kept.
 */
export function telegramGate(app: FastifyInstance, { database, vault, limiter }: HearingParts) {
  app.decorateRequest('bot', null as unknown as CalledChannel);
  return async (request: FastifyRequest): Promise<void> => {
    const { channel_id: publicId } = request.params as { channel_id: string };
    const channel = await findCalled(database, vault, publicId, 'telegram');
    if (!channel || !isFromTelegram(request.headers, channel.secrets[webhookSecret] ?? '')) {
      throw await wrongCall(limiter, request.ip);
    }
    request.bot = channel;
  };
}

/** Receives what the customers of a bot say: https://core.telegram.org/bots/api#setwebhook */
export const hearTelegram = endpoint(
  {
    params: z.object({ channel_id: z.string() }),
    // Telegram repeats a refused update and holds back those after it, so this limit is far above what it sends.
    bodyLimit: largestUpdate,
  },
  async (request, reply, parts: HearingParts) => {
    const { bot: channel } = request;
    const heard = readUpdate(parsed(rawBodyOf(request)));
    // Updates that are no message to the bot need nothing. Telegram would repeat them for a day after any other answer.
    if (!heard) return done(reply);
    if (heard.kind === 'membership') {
      await noteMembership(parts.database, channel, heard, request.id);
      return done(reply);
    }
    const pressed =
      heard.button && (await findButton(parts.database, channel, heard.externalId, heard.button));
    const { callbackId } = heard;
    // The answer to a press that the dialog understands depends on what the dialog makes of it.
    const answer =
      callbackId === null ? undefined : { callback_id: callbackId, message_id: heard.data.message_id! };
    if (callbackId !== null && !pressed?.press) await answerPress(parts, channel, callbackId, request.id);
    const text = pressed?.text ?? heard.text;
    if (text === '' && !heard.attachments) return done(reply);
    const data = pressed ? { ...heard.data, button: pressed.shown } : heard.data;
    const press = pressed?.press && { ...pressed.press, answer };
    const { acceptance } = await hear(parts, channel, { ...heard, text, data, press }, request.id);
    // The same update cannot come with other words, so the one that was accepted first counts.
    return acceptance.verdict === 'reused' ? done(reply) : answerAcceptance(reply, acceptance);
  },
);

function done(reply: FastifyReply): FastifyReply {
  return reply.code(200).send({ status: 'done' });
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

/** Ends the waiting sign on a button that means nothing here, by a separate task, so that the call does not wait for Telegram. */
async function answerPress(
  { database, tickets, queue }: HearingParts,
  channel: CalledChannel,
  callbackId: string,
  requestId: string,
): Promise<void> {
  const task = callback.task({
    payload: { channel_id: channel.id, callback_id: callbackId },
    identityId: null,
    environment: channel.environment,
    target: { id: channel.id },
  });
  const wake = await database.transaction((tx) =>
    queue.add(tx, [{ projectId: channel.projectId, task, requestId, deadlineMs: answerWithinMs }]),
  );
  tickets.send(wake);
}

/** Logs that a customer blocked the bot or unblocked it, so that an owner knows it before sending. */
async function noteMembership(
  database: Database,
  { projectId, id, name }: CalledChannel,
  { externalId, isReachable }: HeardMembership,
  requestId: string,
): Promise<void> {
  const identityId = await identityOf(database, { projectId, channelId: id, externalId });
  if (identityId === undefined) return;
  await writeAudit(database, {
    projectId,
    actor: { type: 'channel', id: showId('channel', id), name },
    action: isReachable ? 'identity.reachable' : 'identity.unreachable',
    subject: { type: 'identity', id: showId('identity', identityId) },
    requestId,
    identityId,
  });
}
