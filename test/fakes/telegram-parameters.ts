import { BadRequest, type Entity, parseHtml } from './telegram-html.ts';

const kinds = {
  sendPhoto: 'photo',
  sendDocument: 'document',
  sendAudio: 'audio',
  sendVideo: 'video',
} as const;
export type MediaMethod = keyof typeof kinds;
type MediaKind = (typeof kinds)[MediaMethod];

/** A file that came with a call. */
export interface UploadedFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** A picture, document, sound or film that reached a customer: by its address, or as a file. */
export interface Media {
  kind: MediaKind;
  source: string | UploadedFile;
}

/** A message of the bot that Telegram accepted. */
export interface Sent {
  method: 'sendMessage' | MediaMethod | 'sendMediaGroup';
  message_id: number;
  chat_id: number;
  /** The text for the customer, or the caption. */
  text: string;
  entities: Entity[];
  /** Of a photo by its address. */
  photo: string | null;
  /** Of every other one. */
  media?: Media;
  /** The number of its album. */
  album?: number;
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

type Told = Pick<Sent, 'text' | 'entities' | 'photo' | 'media' | 'reply_markup'>;
type Files = ReadonlyMap<string, UploadedFile>;

/** https://core.telegram.org/bots/api#sendphoto and the methods for other media. */
export function readMedia(method: MediaMethod, parameters: Parameters, files: Files): Told {
  const kind = kinds[method];
  allow(parameters, 'chat_id', kind, 'caption', 'parse_mode', 'reply_markup');
  const uses = new Uses(files);
  const told = readItem(kind, parameters[kind], parameters, uses);
  uses.finish();
  return { ...told, reply_markup: readMarkup(parameters.reply_markup) };
}

/** https://core.telegram.org/bots/api#sendmediagroup */
export function readAlbum(parameters: Parameters, files: Files): Told[] {
  allow(parameters, 'chat_id', 'media');
  const { media } = parameters;
  if (!Array.isArray(media)) throw new BadRequest("can't parse media JSON object");
  if (media.length < 2) throw new BadRequest('too few messages to send as an album');
  if (media.length > 10) throw new BadRequest('too many messages to send as an album');
  const types = new Set(media.map(({ type }) => type));
  for (const type of ['document', 'audio']) {
    if (types.has(type) && types.size > 1)
      throw new BadRequest(`${type} can't be mixed with other media types`);
  }
  const uses = new Uses(files);
  const told = media.map((item) => {
    allow(item, 'type', 'media', 'caption', 'parse_mode');
    const kind = Object.values(kinds).find((each) => each === item.type);
    if (!kind) throw new BadRequest(`can't parse InputMedia: type must be known`);
    return { ...readItem(kind, item.media, item, uses), reply_markup: undefined };
  });
  uses.finish();
  return told;
}

/** The files of a call, each of which must be referred to once. The real one ignores others. */
class Uses {
  readonly #files: Files;
  readonly #used = new Set<string>();

  constructor(files: Files) {
    this.#files = files;
    const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes.length, 0);
    if (bytes > 50 * 2 ** 20) throw new BadRequest('Request Entity Too Large');
  }

  take(name: string): UploadedFile {
    const file = this.#files.get(name);
    if (!file) throw new BadRequest(`attached file "${name}" not found`);
    if (file.bytes.length === 0) throw new BadRequest('file must be non-empty');
    this.#used.add(name);
    return file;
  }

  finish(): void {
    if (this.#used.size < this.#files.size) throw new BadRequest('a file is not referred to');
  }
}

function readItem(
  kind: MediaKind,
  source: unknown,
  parameters: Parameters,
  uses: Uses,
): Omit<Told, 'reply_markup'> {
  if (typeof source !== 'string' || source === '') throw new BadRequest(`there is no ${kind} in the request`);
  const { text, entities } = readText(parameters.caption ?? '', parameters.parse_mode);
  if (text.length > 1024) throw new BadRequest('message caption is too long');
  const attached = /^attach:\/\/(.+)$/.exec(source)?.[1];
  if (attached === undefined) {
    if (!isWebAddress(source)) {
      throw new BadRequest('wrong remote file identifier specified: Wrong string length');
    }
    // It only takes these from an address: https://core.telegram.org/bots/api#sending-files
    if (kind === 'document' && !/\.(pdf|zip|gif)$/i.test(new URL(source).pathname)) {
      throw new BadRequest('wrong type of the web page content');
    }
    return kind === 'photo'
      ? { text, entities, photo: source }
      : { text, entities, photo: null, media: { kind, source } };
  }
  const file = uses.take(attached);
  if (kind === 'photo' && file.bytes.length > 10 * 2 ** 20)
    throw new BadRequest('file is too big for a photo');
  if (kind === 'photo' && !isPicture(file.bytes)) throw new BadRequest('IMAGE_PROCESS_FAILED');
  return { text, entities, photo: null, media: { kind, source: file } };
}

const isPicture = (bytes: Buffer) =>
  ['89504e47', 'ffd8ff', '52494646', '424d'].some((magic) => bytes.toString('hex', 0, 4).startsWith(magic));

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

/** @throws BadRequest for a keyboard that Telegram does not accept */
export function readMarkup(markup: any): unknown {
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
