import type { ResolvedContent } from '../../messages/content.ts';
import { keyboardOf } from './keyboard.ts';
import { isBlank, longestCaption } from './limits.ts';
import { renderText } from './render.ts';

/** One call of the Bot API. */
export interface Part {
  method: 'sendMessage' | 'sendPhoto';
  body: Record<string, unknown>;
}

/** The message that is to be sent, and to whom. */
export interface Outgoing {
  messageId: string;
  externalId: string;
  content: ResolvedContent;
}

/**
 * What a message becomes: one call, or two where its text is too long to stand under its picture. Then the picture
 * goes first and alone, so that the keyboard is under what is read last.
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
function chatIdOf(externalId: string): number | string {
  return /^-?[1-9][0-9]{0,15}$/.test(externalId) && Number.isSafeInteger(Number(externalId))
    ? Number(externalId)
    : externalId;
}
