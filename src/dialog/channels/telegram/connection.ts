import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import { sameSecret } from '../../../platform/secrets.ts';
import type { TaskOutcome } from '../../tasks/task.ts';
import { type Bot, callBot, type Reply } from './bot-api.ts';
import { outcomeOfReply } from './outcome.ts';
import { heardUpdates } from './update.ts';

/** Whether a call to Telegram succeeded; if not, with a sentence for the owner. Never contains a token. */
export type Attempt<Found = unknown> =
  | ({ ok: true } & Found)
  | { ok: false; detail: string /** Telegram does not know the token. */; isRefused?: true };

const me = z.object({ id: z.int(), username: z.string(), first_name: z.string() });

const webhookInfo = z.object({
  url: z.string(),
  pending_update_count: z.int(),
  last_error_date: z.int().optional(),
  last_error_message: z.string().optional(),
});

/** Short, because an owner waits for the answer and Telegram has no picture to fetch. */
const quickly = { timeoutMs: 10_000 };

/** Where Telegram delivers updates, and whether recent deliveries failed. */
export interface WebhookState {
  /** Empty if none is set. */
  url: string;
  /** Updates that wait for delivery. */
  pending: number;
  lastError: { at: Date; message: string } | null;
}

/** A bot by its own word. */
export interface WhoItIs {
  id: number;
  username: string;
  /** As customers see it. */
  name: string;
}

export interface NewConnection extends Bot {
  /** The address for updates: `https://`, port 443, 80, 88 or 8443. */
  webhookUrl: string;
  /** Sent with every update: 1 to 256 of `A-Z a-z 0-9 _ -`. */
  secretToken: string;
}

/** Makes Telegram deliver the bot's updates here. It may be repeated. */
export async function connect(
  channel: NewConnection,
  http: OutboundHttp,
): Promise<Attempt<{ username: string; detail: string }>> {
  const bot = await identify(channel, http);
  if (!bot.ok) return bot;
  const { webhookUrl: url, secretToken: secret_token } = channel;
  const body = { url, secret_token, allowed_updates: heardUpdates };
  const reply = await callBot(channel, 'setWebhook', body, http, quickly);
  if (reply.kind !== 'done') return failure(reply);
  const { username } = bot.bot;
  return { ok: true, username, detail: `@${username} sends its updates to ${url}.` };
}

/** Stops Telegram from delivering the bot's updates. It keeps waiting updates for a day, for the next receiver. */
export async function disconnect(bot: Bot, http: OutboundHttp): Promise<TaskOutcome> {
  return outcomeOfReply(await callBot(bot, 'deleteWebhook', {}, http, quickly));
}

/** Reads who the bot is and where its updates go, by two calls that change nothing. */
export async function inspect(
  bot: Bot,
  http: OutboundHttp,
): Promise<Attempt<{ bot: WhoItIs; webhook: WebhookState }>> {
  const found = await identify(bot, http);
  if (!found.ok) return found;
  const reply = await callBot(bot, 'getWebhookInfo', {}, http, quickly);
  if (reply.kind !== 'done') return failure(reply);
  const info = webhookInfo.safeParse(reply.result);
  if (!info.success) return unexpected;
  const { url, pending_update_count: pending, last_error_date: at, last_error_message: message } = info.data;
  const lastError = at === undefined ? null : { at: new Date(at * 1000), message: message ?? '' };
  return { ok: true, bot: found.bot, webhook: { url, pending, lastError } };
}

/**
 * Ends the waiting sign on a pressed inline button. Call it soon: Telegram accepts answers only for a short time, which it
 * does not document; later it refuses, and the outcome is `failed`.
 */
export async function answerCallback(
  settings: Record<string, unknown>,
  secrets: Record<string, string>,
  callbackId: string,
  http: OutboundHttp,
  begin?: () => Promise<void>,
): Promise<TaskOutcome> {
  const body = { callback_query_id: callbackId };
  return outcomeOfReply(await callBot({ settings, secrets }, 'answerCallbackQuery', body, http, { begin }));
}

/** Whether a request has the secret that was given to Telegram with the webhook. */
export function isFromTelegram(headers: IncomingHttpHeaders, secret: string): boolean {
  const shown = headers['x-telegram-bot-api-secret-token'];
  return typeof shown === 'string' && sameSecret(shown, secret);
}

async function identify(bot: Bot, http: OutboundHttp): Promise<Attempt<{ bot: WhoItIs }>> {
  const reply = await callBot(bot, 'getMe', {}, http, quickly);
  if (reply.kind !== 'done') return failure(reply);
  const found = me.safeParse(reply.result);
  if (!found.success) return unexpected;
  const { id, username, first_name: name } = found.data;
  return { ok: true, bot: { id, username, name } };
}

const unexpected = { ok: false, detail: 'The answer is not one of the Bot API; check base_url.' } as const;

function failure(reply: Exclude<Reply, { kind: 'done' }>): Extract<Attempt, { ok: false }> {
  const outcome = outcomeOfReply(reply);
  if (outcome.state === 'succeeded') return unexpected;
  const { code, message } = outcome.error;
  if (code !== 'channel_unauthorized') return { ok: false, detail: message };
  return { ok: false, detail: `${message} Check the token of the bot.`, isRefused: true };
}
