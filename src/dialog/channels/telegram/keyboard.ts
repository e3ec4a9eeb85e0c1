import type { InlineKeyboardMarkup, ReplyKeyboardMarkup } from '@grammyjs/types';
import { readId } from '../../../platform/ids.ts';
import type { Button, ResolvedContent } from '../../content/content.ts';
import type { PressedButton } from '../channel-type.ts';

/**
 * The keyboard of a message, in rows of `columns`; undefined without buttons, which keeps the customer's current keyboard. A
 * reply keyboard is hidden after one use, because it belongs to this message.
 */
export function keyboardOf(
  { buttons, keyboard, columns }: ResolvedContent,
  messageId: string,
): InlineKeyboardMarkup | ReplyKeyboardMarkup | undefined {
  if (buttons.length === 0) return undefined;
  if (keyboard === 'inline') {
    const keys = buttons.map((button, i) => inlineButton(button, writeToken({ messageId, index: i })));
    return { inline_keyboard: inRows(keys, columns) };
  }
  const keys = buttons.map(({ text }) => ({ text }));
  return { keyboard: inRows(keys, columns), resize_keyboard: true, one_time_keyboard: true };
}

const inlineButton = ({ text, url }: Button, token: string) =>
  url === undefined ? { text, callback_data: token } : { text, url };

function inRows<Key>(keys: Key[], columns: number): Key[][] {
  const rows: Key[][] = [];
  for (let i = 0; i < keys.length; i += columns) rows.push(keys.slice(i, i + columns));
  return rows;
}

/**
 * The data of an inline button. Telegram allows 64 bytes, so it only identifies the button; its meaning is looked up in the
 * message.
 */
const writeToken = ({ messageId, index }: PressedButton): string => `b:${messageId}:${index}`;

/** The button that a press identifies; null for other data, such as that of the bot's earlier software. */
export function readToken(data: string): PressedButton | null {
  const [, messageId, index] = /^b:([^:]{1,60}):(\d{1,2})$/.exec(data) ?? [];
  if (messageId === undefined || readId('message', messageId) === undefined) return null;
  return { messageId, index: Number(index) };
}
