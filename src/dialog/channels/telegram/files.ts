import { z } from 'zod';
import type { OutboundHttp } from '../../../platform/outbound-http.ts';
import { tooLarge } from '../../files/fetch.ts';
import type { FileGiver } from '../channel-type.ts';
import { failed, type Opening, openFile } from '../open-file.ts';
import { type Bot, callBot, fileAddress, type Reply } from './bot-api.ts';

/** https://core.telegram.org/bots/api#getfile */
const mostBytes = 20 * 2 ** 20;

const found = z.object({ file_path: z.string() });

/** A relative path, as Telegram makes them: it becomes a part of an address that contains the token. */
const isPath = (path: string): boolean =>
  /^[\w.-]+(\/[\w.-]+)*$/.test(path) && path.split('/').every((part) => !/^\.+$/.test(part));

/** Files that customers send to a bot: Telegram is asked where one is, for an hour, and then for its bytes. */
export const files: FileGiver = {
  mostBytes,
  async open(account, { file_id = '' }, http) {
    const reply = await callBot(account, 'getFile', { file_id }, http);
    if (reply.kind !== 'done') return refused(reply);
    const { success, data } = found.safeParse(reply.result);
    if (!success || !isPath(data.file_path)) {
      return failed('gone', 'unclear_answer', 'Telegram named no place from which the file can be fetched.');
    }
    return download(account, data.file_path, http);
  },
};

async function download(bot: Bot, path: string, http: OutboundHttp): Promise<Opening> {
  const opening = await openFile(http, 'telegram', fileAddress(bot, path), 'Telegram');
  // The place is good for an hour, and the next attempt asks for it again.
  return opening.is === 'gone' && opening.error.code === 'http_404' ? { ...opening, is: 'later' } : opening;
}

function refused(reply: Exclude<Reply, { kind: 'done' }>): Opening {
  if (reply.kind === 'other') {
    const { outcome } = reply;
    if (outcome.kind === 'refused')
      return failed('gone', 'address_refused', `The file was not fetched: ${outcome.reason}.`);
    const why = outcome.kind === 'answered' ? `status ${outcome.status}` : outcome.reason;
    return failed('later', 'not_reached', `Telegram did not say where the file is: ${why}.`);
  }
  const { status, description, retryAfter = 0 } = reply;
  const message = `Telegram answered: ${description}`;
  if (/file is too big/i.test(description)) return tooLarge(mostBytes);
  if (status === 429)
    return { ...failed('later', 'http_429', message), afterMs: Math.max(0, retryAfter) * 1000 };
  // An owner may enter another token of the same bot.
  return status === 400 ? failed('gone', 'http_400', message) : failed('later', `http_${status}`, message);
}
