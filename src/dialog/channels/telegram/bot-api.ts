import { z } from 'zod';
import type { OutboundHttp, OutboundRequest, Outcome } from '../../../platform/outbound-http.ts';
import { multipart, type Upload } from './multipart.ts';

/** A bot, by the settings and secrets of its channel. */
export interface Bot {
  settings: Record<string, unknown>;
  secrets: Record<string, string>;
}

/** The result of one call: https://core.telegram.org/bots/api#making-requests */
export type Reply =
  | { kind: 'done'; result: unknown }
  /** Telegram did nothing and gave a reason. The description contains no token. */
  | { kind: 'refused'; status: number; description: string; retryAfter?: number; movedTo?: string }
  /** Every other outcome, including answers that do not come from Telegram. */
  | { kind: 'other'; outcome: Outcome };

export const publicBotApi = 'https://api.telegram.org';

/** Telegram fetches a picture from its address before it answers. In milliseconds. */
const patientlyMs = 30_000;

interface CallOptions {
  /** Awaited just before the first byte may be sent. */
  begin?: () => Promise<void>;
  /** For the whole call; if absent, long enough for a picture, or for the uploads. */
  timeoutMs?: number;
  /** Files that go out with the call, by the names under which its body refers to them. */
  uploads?: Record<string, Upload>;
}

/** Uploads may be as slow as this. */
const slowestBytesASecond = 256 * 1024;

const baseOf = (settings: Bot['settings']): string =>
  ((settings.base_url as string | undefined) ?? publicBotApi).replace(/\/+$/, '');

/** Where a file is fetched from. It contains the bot's token: never show it. @param path as `getFile` answered it */
export const fileAddress = ({ settings, secrets }: Bot, path: string): string =>
  `${baseOf(settings)}/file/bot${secrets.token ?? ''}/${path}`;

const success = z.object({ ok: z.literal(true), result: z.unknown() });
const refusal = z.object({
  ok: z.literal(false),
  description: z.string().catch('no description'),
  parameters: z
    .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() })
    .catch({})
    .optional(),
});

/**
 * Calls a method of the Bot API once. The address contains the bot's token, so it is never shown; the reasons from
 * outbound-http name only the host.
 */
export async function callBot(
  { settings, secrets }: Bot,
  method: string,
  body: Record<string, unknown>,
  http: OutboundHttp,
  { begin, uploads, timeoutMs = patientlyMs + timeFor(uploads) }: CallOptions = {},
): Promise<Reply> {
  const token = secrets.token ?? '';
  const sent: { type: string; body: NonNullable<OutboundRequest['body']> } = uploads
    ? multipart(body, uploads)
    : { type: 'application/json', body: JSON.stringify(body) };
  const outcome = await http.send({
    service: 'telegram',
    method: 'POST',
    url: `${baseOf(settings)}/bot${token}/${method}`,
    headers: { 'content-type': sent.type, accept: 'application/json', 'user-agent': 'Parley' },
    body: sent.body,
    timeoutMs,
    beforeSend: begin,
  });
  if (outcome.kind !== 'answered' || outcome.truncated) return { kind: 'other', outcome };
  const { status } = outcome;
  const answer = parse(outcome.body);
  if (status >= 200 && status < 300) {
    const { success: isDone, data } = success.safeParse(answer);
    return isDone ? { kind: 'done', result: data.result } : { kind: 'other', outcome };
  }
  const { success: isRefusal, data } = refusal.safeParse(answer);
  if (!isRefusal || status < 400 || status >= 500) return { kind: 'other', outcome };
  const { retry_after: retryAfter, migrate_to_chat_id: movedTo } = data.parameters ?? {};
  return {
    kind: 'refused',
    status,
    description: presentable(data.description, token),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(movedTo !== undefined && { movedTo: String(movedTo) }),
  };
}

/** Milliseconds to send these files. */
function timeFor(uploads: Record<string, Upload> = {}): number {
  const bytes = Object.values(uploads).reduce((sum, { size }) => sum + size, 0);
  return Math.ceil((bytes / slowestBytesASecond) * 1000);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const longestDescription = 300;

/** Descriptions are written to the audit log, so the token and characters that cannot be stored are removed. */
function presentable(description: string, token: string): string {
  const withoutToken = token === '' ? description : description.replaceAll(token, '…');
  return [...withoutToken.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' ')].slice(0, longestDescription).join('');
}
