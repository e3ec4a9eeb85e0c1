import type { ResolvedContent } from '../../content/content.ts';
import type { LimitFault } from '../../content/limit-fault.ts';
import { readWebAddress } from '../../http/web-address.ts';
import { renderText } from './render.ts';

/** In UTF-16 units, as the entities of the Bot API are counted: https://core.telegram.org/bots/api#sendmessage */
const longestText = 4096;
/** Likewise: https://core.telegram.org/bots/api#sendphoto */
export const longestCaption = 1024;

/** The parts of a message that Telegram would refuse or could not show. */
export function faultsOf(content: ResolvedContent): LimitFault[] {
  const { text, format, image, buttons, keyboard, attachments = [] } = content;
  const faults: LimitFault[] = [];
  const add = (loc: LimitFault['loc'], message: string, input: unknown) =>
    faults.push({ loc, message, input });

  const { visible } = renderText(text, format);
  if (visible.length > longestText) {
    const units = `${longestText} UTF-16 units`;
    add(['text'], `telegram takes at most ${units}, these are ${visible.length}`, text);
  }
  if (isBlank(visible) && image === '' && attachments.length === 0)
    add(['text'], 'telegram refuses a text without visible characters', text);
  if (image !== '' && !isReachableByTelegram(image)) {
    add(['image'], 'telegram fetches pictures from public http:// and https:// addresses only', image);
  }
  for (const [i, { url }] of attachments.entries()) {
    if (url === undefined || isReachableByTelegram(url)) continue;
    add(
      ['attachments', i, 'url'],
      'telegram fetches files from public http:// and https:// addresses only',
      url,
    );
  }
  for (const [i, button] of buttons.entries()) {
    if (isBlank(button.text)) {
      add(['buttons', i], 'telegram refuses a button without visible characters', button.text);
    }
    if (button.url === undefined) continue;
    if (keyboard !== 'inline') {
      add(['buttons', i, 'url'], 'telegram opens addresses from inline buttons only', button.url);
    } else if (!isReachableByTelegram(button.url)) {
      add(
        ['buttons', i, 'url'],
        'telegram refuses addresses whose host is no domain and no IPv4 address',
        button.url,
      );
    }
  }
  return faults;
}

/** Whether Telegram treats a text as empty: white space, and invisible characters. */
export function isBlank(text: string): boolean {
  return /^[\s\p{Cc}\p{Cf}\p{Z}\u2800\ufffc]*$/u.test(text);
}

/**
 * Telegram answers "wrong HTTP URL" for `localhost` and other names without a dot, and for IPv6 addresses:
 * https://github.com/tdlib/td/blob/master/td/telegram/LinkManager.cpp
 */
function isReachableByTelegram(address: string): boolean {
  if (/\s/.test(address)) return false;
  const { hostname = '' } = readWebAddress(address) ?? {};
  return hostname.includes('.') && !hostname.startsWith('[');
}
