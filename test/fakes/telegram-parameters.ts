import { BadRequest, type Entity, parseHtml } from './telegram-html.ts';

/** A message of the bot that Telegram accepted. */
export interface Sent {
  method: 'sendMessage' | 'sendPhoto';
  message_id: number;
  chat_id: number;
  /** The text for the customer, or the caption. */
  text: string;
  entities: Entity[];
  photo: string | null;
  reply_markup: any;
}

export type Parameters = Record<string, unknown>;

/** @throws BadRequest if there are other parameters; the real one ignores unknown ones. */
export function allow(parameters: Parameters, ...names: string[]): void {
  const unknown = Object.keys(parameters).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new BadRequest(`unknown parameter ${unknown.join(', ')}`);
}

/** https://core.telegram.org/bots/api#sendmessage, as far as this project uses it. */
export function readMessage(
  parameters: Parameters,
): Pick<Sent, 'text' | 'entities' | 'photo' | 'reply_markup'> {
  allow(parameters, 'chat_id', 'text', 'parse_mode', 'reply_markup');
  const { text, entities } = readText(parameters.text, parameters.parse_mode);
  if (isEmpty(text)) throw new BadRequest('message text is empty');
  if (text.length > 4096) throw new BadRequest('message is too long');
  return { text, entities, photo: null, reply_markup: readMarkup(parameters.reply_markup) };
}

/** https://core.telegram.org/bots/api#sendphoto, with pictures by their address. */
export function readPhoto(
  parameters: Parameters,
): Pick<Sent, 'text' | 'entities' | 'photo' | 'reply_markup'> {
  allow(parameters, 'chat_id', 'photo', 'caption', 'parse_mode', 'reply_markup');
  const { photo, caption } = parameters;
  if (typeof photo !== 'string' || photo === '') throw new BadRequest('there is no photo in the request');
  if (!isWebAddress(photo))
    throw new BadRequest('wrong remote file identifier specified: Wrong string length');
  const { text, entities } = readText(caption ?? '', parameters.parse_mode);
  if (text.length > 1024) throw new BadRequest('message caption is too long');
  return { text, entities, photo, reply_markup: readMarkup(parameters.reply_markup) };
}

/** https://core.telegram.org/bots/api#sendchataction */
export function readChatAction(parameters: Parameters): void {
  allow(parameters, 'chat_id', 'action');
  const { action } = parameters;
  if (typeof action !== 'string' || !chatActions.includes(action)) {
    throw new BadRequest('wrong parameter action in request');
  }
}

const chatActions = [
  ...['typing', 'upload_photo', 'record_video', 'upload_video', 'record_voice', 'upload_voice'],
  ...['upload_document', 'choose_sticker', 'find_location', 'record_video_note', 'upload_video_note'],
];

function readText(text: unknown, mode: unknown): { text: string; entities: Entity[] } {
  if (typeof text !== 'string') throw new BadRequest('message text must be a string');
  if (mode === undefined) return { text, entities: [] };
  if (mode !== 'HTML') throw new BadRequest('unsupported parse_mode');
  return parseHtml(text);
}

const isEmpty = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Z}]/gu, '') === '';

/** "Wrong HTTP URL" is also the answer to hosts without a dot, and to IPv6 addresses. */
function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hostname.includes('.') && !hostname.startsWith('[');
}

function readMarkup(markup: any): unknown {
  if (markup === undefined) return undefined;
  if (typeof markup !== 'object' || markup === null) throw new BadRequest('object expected as reply markup');
  if ('inline_keyboard' in markup) {
    allow(markup, 'inline_keyboard');
    for (const button of rowsOf(markup.inline_keyboard)) readInlineButton(button);
    return markup;
  }
  allow(markup, 'keyboard', 'resize_keyboard', 'one_time_keyboard');
  for (const button of rowsOf(markup.keyboard)) {
    allow(button, 'text');
    readButtonText(button);
  }
  for (const flag of [markup.resize_keyboard, markup.one_time_keyboard]) {
    if (flag !== undefined && typeof flag !== 'boolean')
      throw new BadRequest('Boolean expected in the keyboard');
  }
  return markup;
}

function rowsOf(rows: unknown): Parameters[] {
  const isRows = Array.isArray(rows) && rows.every((row) => Array.isArray(row) && row.length > 0);
  if (!isRows || rows.length === 0) throw new BadRequest("can't parse keyboard: rows of buttons expected");
  const buttons = rows.flat();
  if (buttons.length > 100 || rows.some((row) => row.length > 8))
    throw new BadRequest('reply markup is too long');
  return buttons;
}

function readInlineButton(button: Parameters): void {
  allow(button, 'text', 'url', 'callback_data');
  readButtonText(button);
  const { url, callback_data: data } = button;
  if ((url === undefined) === (data === undefined)) {
    throw new BadRequest(
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    );
  }
  if (data !== undefined && (typeof data !== 'string' || data === '' || Buffer.byteLength(data) > 64)) {
    throw new BadRequest('BUTTON_DATA_INVALID');
  }
  if (url !== undefined && (typeof url !== 'string' || !isWebAddress(url))) {
    throw new BadRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
  }
}

function readButtonText({ text }: Parameters): void {
  if (typeof text !== 'string' || isEmpty(text))
    throw new BadRequest('keyboard button text must be non-empty');
}
