import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { endpoint } from '../../../platform/routes.ts';
import { as } from '../../../platform/sql-expressions.ts';
import { jsonOf } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { writeAudit } from '../../audit/entry.ts';
import { type Content, resolveContent } from '../../content/content.ts';
import { type HearingParts, hear } from '../../dialogs/hear.ts';
import { answerAcceptance } from '../../gate/idempotency.ts';
import { rawBodyOf } from '../../http/json-body.ts';
import { identityOf } from '../../profiles/identities.ts';
import { identities, tasks } from '../../schema.ts';
import { anyJson, type JsonObject } from '../../template/json.ts';
import type { HeardMembership, PressedButton } from '../channel-type.ts';
import { type CalledChannel, findCalled, wrongCall } from '../inbound.ts';
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
    if (heard.callbackId !== null) await answerPress(parts, channel, heard.callbackId, request.id);
    const text = pressed?.text ?? heard.text;
    if (text === '' && !heard.attachments) return done(reply);
    const data = pressed ? { ...heard.data, button: pressed.shown } : heard.data;
    const { acceptance } = await hear(parts, channel, { ...heard, text, data }, request.id);
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

const t = alias(tasks, 't');
const i = alias(identities, 'i');

const findMessage = statement({
  name: 'telegram-message',
  prepared: false,
  params: { projectId: t.projectId, id: t.id, channelId: i.channelId, externalId: i.externalId },
  columns: { payload: as(jsonOf<Content>(), sql`${t.payload}`) },
  query: ({ projectId, id, channelId, externalId }, columns) => sql`
    SELECT ${columns} FROM ${tasks} AS ${t}
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${t.projectId} AND ${i.id} = ${t.identityId}
    WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id} AND ${t.kind} = 'message'
      AND ${i.channelId} = ${channelId} AND ${i.externalId} = ${externalId}`,
});

/** The pressed button, if its message was sent to this customer and is still stored. */
async function findButton(
  database: Database,
  channel: CalledChannel,
  externalId: string,
  { messageId, index }: PressedButton,
): Promise<{ text: string; shown: JsonObject } | undefined> {
  const id = readId('message', messageId);
  if (!id) return undefined;
  const message = await findMessage.first(database, {
    projectId: channel.projectId,
    id,
    channelId: channel.id,
    externalId,
  });
  const button = message && resolveContent(message.payload, 'telegram').buttons[index];
  if (!button) return undefined;
  const { text, id: name, payload } = button;
  return {
    text,
    shown: {
      text,
      message_id: messageId,
      ...(name === undefined ? {} : { id: name }),
      ...(payload === undefined ? {} : { payload: anyJson.parse(payload) }),
    },
  };
}

/** Ends the waiting sign on the button by a separate task, so that the call does not wait for Telegram. */
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
