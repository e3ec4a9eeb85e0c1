import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import type { TrialCode } from '../channel-type.ts';
import type { Bot } from './bot-api.ts';
import { inspect, type WebhookState, type WhoItIs } from './connection.ts';

/** The health of a bot, in sentences for its owner. */
export interface BotHealth {
  code: TrialCode;
  status: 'ok' | 'warning' | 'blocking';
  detail: string;
  /** null if nothing is to be done. */
  action: string | null;
  /** Absent if Telegram did not say who it is. */
  bot?: WhoItIs;
}

export interface HealthOptions {
  http: OutboundHttp;
  /** The path of this server to which Telegram should deliver updates. */
  path: string;
  /** The public address of this server; undefined if it is not configured. */
  publicUrl: string | undefined;
  /** For all calls together. */
  withinMs: number;
}

/** While somebody receives updates, fewer than this wait. */
const manyPending = 100;
const lately = 3_600_000;

/** Asks Telegram about a bot, by two calls that change nothing. */
export async function healthOf(
  bot: Bot,
  { http, path, publicUrl, withinMs }: HealthOptions,
): Promise<BotHealth> {
  const end = performance.now() + withinMs;
  const inTime: OutboundHttp = {
    ...http,
    send: (request) => http.send({ ...request, timeoutMs: Math.max(1, end - performance.now()) }),
  };
  const found = await inspect(bot, inTime);
  if (!found.ok) {
    const action =
      'Correct the settings of the channel, or see why Telegram cannot be reached from this server.';
    const code = found.isRefused ? 'token_refused' : 'not_reached';
    return { code, status: 'blocking', detail: `The bot cannot be reached. ${found.detail}`, action };
  }
  const { bot: identified, webhook } = found;
  const who = `@${identified.username}`;
  const health = misdirected(who, webhook, path, publicUrl) ?? troubled(who, webhook);
  return { ...health, bot: identified };
}

function misdirected(
  who: string,
  { url }: WebhookState,
  path: string,
  publicUrl: string | undefined,
): BotHealth | undefined {
  if (publicUrl === undefined ? url.endsWith(path) : url === publicUrl + path) return undefined;
  const action =
    url === '' || publicUrl === undefined
      ? 'Set PUBLIC_URL to the https:// address of this server, and connect the channel again.'
      : 'Connect the channel again, which takes the updates over. If another program needs them, make a bot of its own for it.';
  const detail =
    url === ''
      ? `${who} sends its updates to nobody, so what customers write does not arrive.`
      : `${who} sends its updates to ${hostOf(url)}, and not to this channel.`;
  const isPublic = publicUrl?.startsWith('https:') ?? false;
  const code = !isPublic ? 'no_public_address' : url === '' ? 'updates_to_nobody' : 'updates_elsewhere';
  return { code, status: 'blocking', detail, action };
}

function troubled(who: string, { pending, lastError }: WebhookState): BotHealth {
  if (lastError && Date.now() - lastError.at.getTime() < lately) {
    const detail = `${who} could not deliver an update at ${lastError.at.toISOString()}: ${lastError.message}`;
    return {
      code: 'updates_refused',
      status: 'warning',
      detail,
      action: 'See in the log of this server and of its proxy what went wrong.',
    };
  }
  if (pending > manyPending) {
    const detail = `${pending} updates of ${who} wait to be delivered.`;
    return {
      code: 'updates_waiting',
      status: 'warning',
      detail,
      action: 'See whether this server keeps up with what customers write.',
    };
  }
  const detail = `${who} answers, and sends its updates to this channel.`;
  return { code: 'ok', status: 'ok', detail, action: null };
}

/** Shows only the host, because the rest of an address may contain somebody else's secret. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'another address';
}
