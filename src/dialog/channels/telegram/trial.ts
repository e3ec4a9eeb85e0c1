import { z } from 'zod';
import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import type { Trial, TrialReport } from '../channel-type.ts';
import { type Bot, callBot } from './bot-api.ts';
import { files } from './files.ts';
import { healthOf } from './health.ts';

const withinMs = 10_000;

/** Asks Telegram who the bot is, what it looks like, and where its updates go. It changes nothing. */
export async function tryBot(
  { settings, secrets, path, publicUrl }: Trial,
  http: OutboundHttp,
): Promise<TrialReport> {
  const account = { settings, secrets };
  const { code, status, detail, action, bot } = await healthOf(account, { http, path, publicUrl, withinMs });
  const found = { ok: status !== 'blocking', code, detail, action };
  if (!bot) return found;
  const { id, name, username } = bot;
  const picture = await pictureOf(account, id, http).catch(() => null);
  return { ...found, account: { name, username, url: `https://t.me/${username}`, picture } };
}

/** https://core.telegram.org/bots/api#userprofilephotos: each picture in several sizes. */
const photos = z.object({
  photos: z.array(z.array(z.object({ file_id: z.string(), width: z.int() })).min(1)),
});

/** The smallest size has 160 pixels, and a few KiB. */
const largestPicture = 128 * 1024;

/** The picture of a bot as a `data:` address, because the address at Telegram contains the token. */
async function pictureOf(bot: Bot, userId: number, http: OutboundHttp): Promise<string | null> {
  const reply = await callBot(bot, 'getUserProfilePhotos', { user_id: userId, limit: 1 }, http, {
    timeoutMs: withinMs,
  });
  const { data } = photos.safeParse(reply.kind === 'done' ? reply.result : undefined);
  const smallest = data?.photos[0]?.toSorted((one, other) => one.width - other.width)[0];
  if (!smallest) return null;
  const opening = await files.open(bot, { file_id: smallest.file_id }, http);
  if (opening.is !== 'open') return null;
  const bytes = await readUpTo(largestPicture, opening.file.body);
  const type = bytes && typeOf(bytes);
  return type ? `data:${type};base64,${bytes.toString('base64')}` : null;
}

/** @returns undefined if there is more; the rest is not read then */
async function readUpTo(most: number, body: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > most) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Only what a browser shows as a picture and runs nothing. */
function typeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  return bytes.subarray(0, 4).equals(Buffer.from('\x89PNG', 'latin1')) ? 'image/png' : undefined;
}
