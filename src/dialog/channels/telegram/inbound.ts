import type { FastifyInstance, FastifyReply } from 'fastify';
import { readId, showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { writeAudit } from '../../audit/entry.ts';
import { type HearingParts, hear } from '../../dialogs/hear.ts';
import { answerAcceptance } from '../../gate/idempotency.ts';
import { rawBodyOf } from '../../http/json-body.ts';
import { type Content, resolveContent } from '../../messages/content.ts';
import type { JsonObject } from '../../scenario/template.ts';
import { insertTasks } from '../../tasks/insert.ts';
import type { HeardMembership, PressedButton } from '../channel-type.ts';
import { type CalledChannel, findCalled, wrongCall } from '../inbound.ts';
import type { CallbackAnswer } from './callback.ts';
import { isFromTelegram } from './connection.ts';
import { readUpdate } from './update.ts';
import { webhookSecret } from './webhook-secret.ts';

/** Callback queries are refused soon after the press, so one that cannot be answered by then is given up. */
const answerWithinMs = 60_000;

/** What the customers of a bot say: https://core.telegram.org/bots/api#setwebhook */
export function telegramInboundRoutes(app: FastifyInstance, parts: HearingParts): void {
  app.post('/:channel_id/telegram', async (request, reply) => {
    const { channel_id: publicId } = request.params as { channel_id: string };
    const channel = await findCalled(parts.database, parts.vault, publicId, 'telegram');
    if (!channel || !isFromTelegram(request.headers, channel.secrets[webhookSecret] ?? '')) {
      throw await wrongCall(parts.limiter, request.ip);
    }
    const heard = readUpdate(parsed(rawBodyOf(request)));
    // Whatever is no message to the bot is done with; any other answer would have Telegram send it again for a day.
    if (!heard) return done(reply);
    if (heard.kind === 'membership') {
      await noteMembership(parts.database, channel, heard, request.id);
      return done(reply);
    }
    const pressed =
      heard.button && (await findButton(parts.database, channel, heard.externalId, heard.button));
    if (heard.callbackId !== null) await answerPress(parts, channel, heard.callbackId, request.id);
    const text = pressed?.text ?? heard.text;
    if (text === '') return done(reply);
    const data = pressed ? { ...heard.data, button: pressed.shown } : heard.data;
    const { acceptance } = await hear(parts, channel, { ...heard, text, data }, request.id);
    // The same update with other words cannot be: what was accepted first holds.
    return acceptance.verdict === 'reused' ? done(reply) : answerAcceptance(reply, acceptance);
  });
}

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

/** The button that was pressed, if its message was one to this customer and is still known. */
async function findButton(
  database: Database,
  channel: CalledChannel,
  externalId: string,
  { messageId, index }: PressedButton,
): Promise<{ text: string; shown: JsonObject } | undefined> {
  const id = readId('message', messageId);
  if (!id) return undefined;
  const { rows } = await database.query<{ payload: Content }>(
    `SELECT t.payload FROM dialog.tasks AS t
     JOIN dialog.identities AS i ON i.project_id = t.project_id AND i.id = t.identity_id
     WHERE t.project_id = $1 AND t.id = $2 AND t.kind = 'message' AND i.channel_id = $3
       AND i.external_id = $4`,
    [channel.projectId, id, channel.id, externalId],
  );
  const button = rows[0] && resolveContent(rows[0].payload, 'telegram').buttons[index];
  if (!button) return undefined;
  const { text, id: name, payload } = button;
  return {
    text,
    shown: {
      text,
      message_id: messageId,
      ...(name === undefined ? {} : { id: name }),
      ...(payload === undefined ? {} : { payload: payload as JsonObject }),
    },
  };
}

/** Ends the waiting sign on the button, by a task of its own: nothing here waits for Telegram. */
async function answerPress(
  { database, tickets, shard }: HearingParts,
  channel: CalledChannel,
  callbackId: string,
  requestId: string,
): Promise<void> {
  const payload: CallbackAnswer = { channel_id: channel.id, callback_id: callbackId };
  const wake = await database.transaction((tx) =>
    insertTasks(tx, shard, [
      {
        projectId: channel.projectId,
        kind: 'callback',
        lane: `callback:${channel.id}:${callbackId}`,
        environment: channel.environment,
        identityId: null,
        target: { id: channel.id },
        requestId,
        payload,
        deadlineMs: answerWithinMs,
      },
    ]),
  );
  tickets.send(wake);
}

/** That a customer blocked the bot, or takes messages again, is worth knowing before one is sent. */
async function noteMembership(
  database: Database,
  { projectId, id, name }: CalledChannel,
  { externalId, isReachable }: HeardMembership,
  requestId: string,
): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    'SELECT id FROM dialog.identities WHERE project_id = $1 AND channel_id = $2 AND external_id = $3',
    [projectId, id, externalId],
  );
  const identity = rows[0];
  if (!identity) return;
  await writeAudit(database, {
    projectId,
    actor: { type: 'channel', id: showId('channel', id), name },
    action: isReachable ? 'identity.reachable' : 'identity.unreachable',
    subject: { type: 'identity', id: showId('identity', identity.id) },
    requestId,
    identityId: identity.id,
  });
}
