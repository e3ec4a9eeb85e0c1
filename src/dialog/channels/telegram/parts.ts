import type { ResolvedContent } from '../../content/content.ts';
import { keyboardOf } from './keyboard.ts';
import { isBlank, longestCaption } from './limits.ts';
import { renderText } from './render.ts';

/** One call of the Bot API. */
export interface Part {
  method: 'sendMessage' | 'sendPhoto';
  body: Record<string, unknown>;
}

/** A message to be sent, and its recipient. */
export interface Outgoing {
  messageId: string;
  externalId: string;
  content: ResolvedContent;
}

/**
 * The calls that send a message: one, or two if its text is too long for the caption of its picture. Then the picture goes
 * first, so that the keyboard is below the text, which is read last.
 */
export function partsOf({ messageId, externalId, content }: Outgoing): [Part] | [Part, Part] {
  const chat_id = chatIdOf(externalId);
  const { text, isHtml, visible } = renderText(content.text, content.format);
  const parse_mode = isHtml ? 'HTML' : undefined;
  const reply_markup = keyboardOf(content, messageId);
  const said: Part = { method: 'sendMessage', body: { chat_id, text, parse_mode, reply_markup } };
  if (content.image === '') return [said];
  const photo = content.image;
  if (isBlank(visible)) return [{ method: 'sendPhoto', body: { chat_id, photo, reply_markup } }];
  if (visible.length > longestCaption) return [{ method: 'sendPhoto', body: { chat_id, photo } }, said];
  return [{ method: 'sendPhoto', body: { chat_id, photo, caption: text, parse_mode, reply_markup } }];
}

/** Chats are numbered; a public channel may be named `@…` instead. */
export function chatIdOf(externalId: string): number | string {
  return /^-?[1-9][0-9]{0,15}$/.test(externalId) && Number.isSafeInteger(Number(externalId))
    ? Number(externalId)
    : externalId;
}
