import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer as readBody } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import type { Update, User } from '@grammyjs/types';
import { BadRequest } from './telegram-html.ts';
import {
  allow,
  type MediaMethod,
  type Parameters,
  readAlbum,
  readChatAction,
  readMarkup,
  readMedia,
  readMessage,
  type Sent,
  type UploadedFile,
} from './telegram-parameters.ts';

export type { Sent } from './telegram-parameters.ts';

/** The largest file that a bot may download: https://core.telegram.org/bots/api#getfile. */
const mostFileBytes = 20_000_000;

/** Bots may delete what they sent less than this ago: https://core.telegram.org/bots/api#deletemessage. */
const deletableMs = 48 * 3600_000;

/** How long Telegram shows "typing": https://core.telegram.org/bots/api#sendchataction. */
export const typingLastsMs = 5000;

/** What goes wrong with a call; the name says whether Telegram carried it out. */
export type Trouble =
  | { is: 'too_many'; retryAfter: number }
  | { is: 'refused'; status: number; description: string; parameters?: Record<string, unknown> }
  | { is: 'answered_after_acting'; status: number; body: string; headers?: Record<string, string> }
  /** Carries it out, and never answers. */
  | { is: 'hang' }
  /** Carries it out, and closes the connection. */
  | { is: 'cut' };

export interface TelegramOptions {
  token?: string;
  username?: string;
  /** The picture of the bot. */
  picture?: Buffer;
  /** The pause before an update is delivered again, doubled each time; 10 ms here, a second in the real one. */
  retryMs?: number;
  /** Callback queries that wait for their answer from before. */
  openQueries?: string[];
}

interface Webhook {
  url: string;
  secretToken: string | undefined;
  allowed: string[];
}

export interface FakeTelegram {
  /** For the setting `base_url`. */
  url: string;
  token: string;
  /** Messages that reached their customers, in order. */
  sent: Sent[];
  /** The ids of messages that the bot deleted. */
  deleted: number[];
  /** When "typing" was shown in which chat; it disappears after `typingLastsMs`, or with a message. */
  typing: { chat_id: number; at: number }[];
  /** Every call, including refused ones. */
  calls: { method: string; parameters: Parameters }[];
  /** Callback queries that were answered. */
  answered: string[];
  /** What customers were told by answers to their presses. */
  notices: string[];
  /** Callback queries that wait for their answer. */
  openQueries(): string[];
  /** Refusals for wrong parameters: faults in the code under test. */
  refused: string[];
  webhook: Webhook | undefined;
  /** Adds a customer who started the bot. */
  meet(user: Partial<User> & { id: number }): User;
  /** From now on, until `meet`, the bot may not write to them. */
  block(userId: number): void;
  /** For the next call of this method; several are for several calls. */
  trouble(method: string, ...troubles: Trouble[]): void;
  /** The customer writes. Resolves like `push`. */
  say(userId: number, text: string): Promise<number>;
  /** The customer sends something else: the members of the message that are in it. Resolves like `push`. */
  send(userId: number, content: object): Promise<number>;
  /** Keeps a file of a customer. @returns what a message says of it */
  keepFile(bytes: Buffer | string): { file_id: string; file_unique_id: string; file_size: number };
  /** Paths of files that were downloaded, in order. */
  downloads: string[];
  /** The customer presses a button under a message of the bot. Resolves like `push`. */
  press(userId: number, messageId: number, data: string): Promise<number>;
  /**
   * Delivers an update to the webhook until it is taken, as Telegram does.
   * @returns how many attempts that took; 0 without a webhook that wants it.
   */
  push(update: Omit<Update, 'update_id'> & { update_id?: number }): Promise<number>;
  close(): Promise<void>;
}

/** The Bot API of Telegram, as strict as https://core.telegram.org/bots/api. It accepts JSON in POST requests. */
export async function startTelegram(options: TelegramOptions = {}): Promise<FakeTelegram> {
  const { token = '1000001:AAfake_token-for-tests', username = 'parley_test_bot', retryMs = 10 } = options;
  const users = new Map<number, User>();
  const blocked = new Set<number>();
  /** When messages were sent, by their ids. */
  const sentAt = new Map<number, number>();
  const troubles = new Map<string, Trouble[]>();
  const openQueries = new Set<string>(options.openQueries);
  const closing = new AbortController();
  let lastError: { last_error_date: number; last_error_message: string } | undefined;
  let pending = 0;
  let nextMessageId = 1;
  let nextUpdateId = 900_001;
  /** By file id; and those that `getFile` has shown the way to, by path. */
  const kept = new Map<string, Buffer>();
  const shown = new Map<string, Buffer>();

  function chatOf({ chat_id }: Parameters): number {
    const id = typeof chat_id === 'string' && /^-?\d+$/.test(chat_id) ? Number(chat_id) : chat_id;
    if (typeof id !== 'number' || !users.has(id)) throw new BadRequest('chat not found');
    if (blocked.has(id)) throw new Refusal(403, 'Forbidden: bot was blocked by the user');
    return id;
  }

  function keep(chat_id: number, message: Omit<Sent, 'message_id' | 'chat_id'>): unknown {
    const message_id = nextMessageId++;
    telegram.sent.push({ message_id, chat_id, ...message });
    sentAt.set(message_id, Date.now());
    return { message_id, date: seconds(), chat: { id: chat_id, type: 'private' }, text: message.text };
  }

  /** A message of the bot that has not been deleted. */
  function ownMessage(chat_id: number, message_id: unknown, otherwise: string): Sent {
    const found = telegram.sent.find((sent) => sent.chat_id === chat_id && sent.message_id === message_id);
    if (!found) throw new BadRequest(otherwise);
    return found;
  }

  const sending =
    (method: MediaMethod) =>
    (parameters: Parameters, files: Map<string, UploadedFile>): unknown =>
      keep(chatOf(parameters), { method, ...readMedia(method, parameters, files) });

  const methods: Record<string, (parameters: Parameters, files: Map<string, UploadedFile>) => unknown> = {
    getme(parameters) {
      allow(parameters);
      return { id: Number.parseInt(token, 10), is_bot: true, first_name: 'Parley', username };
    },
    /** https://core.telegram.org/bots/api#getuserprofilephotos */
    getuserprofilephotos(parameters) {
      allow(parameters, 'user_id', 'offset', 'limit');
      const { user_id, limit = 100 } = parameters;
      if (typeof user_id !== 'number') throw new BadRequest('USER_ID_INVALID');
      if (typeof limit !== 'number' || limit < 1 || limit > 100) throw new BadRequest('LIMIT_INVALID');
      const picture = user_id === Number.parseInt(token, 10) ? options.picture : undefined;
      if (!picture) return { total_count: 0, photos: [] };
      const size = (width: number) => ({ ...telegram.keepFile(picture), width, height: width });
      return { total_count: 1, photos: [[size(640), size(160)]] };
    },
    sendmessage: (parameters) =>
      keep(chatOf(parameters), { method: 'sendMessage', ...readMessage(parameters) }),
    sendphoto: sending('sendPhoto'),
    senddocument: sending('sendDocument'),
    sendaudio: sending('sendAudio'),
    sendvideo: sending('sendVideo'),
    sendmediagroup(parameters, files) {
      const chat_id = chatOf(parameters);
      const album = nextMessageId;
      return readAlbum(parameters, files).map((item) =>
        keep(chat_id, { method: 'sendMediaGroup', ...item, album }),
      );
    },
    sendchataction(parameters) {
      const chat_id = chatOf(parameters);
      readChatAction(parameters);
      telegram.typing.push({ chat_id, at: Date.now() });
      return true;
    },
    answercallbackquery(parameters) {
      allow(parameters, 'callback_query_id', 'text');
      const { callback_query_id, text = '' } = parameters;
      const id = callback_query_id as string;
      if (typeof text !== 'string' || text.length > 200) throw new BadRequest('MESSAGE_TOO_LONG');
      if (!openQueries.delete(id)) {
        throw new BadRequest('query is too old and response timeout expired or query ID is invalid');
      }
      telegram.answered.push(id);
      if (text !== '') telegram.notices.push(text);
      return true;
    },
    getfile(parameters) {
      allow(parameters, 'file_id');
      const bytes = kept.get(String(parameters.file_id));
      if (!bytes) throw new BadRequest('wrong file_id or the file is temporarily unavailable');
      if (bytes.length > mostFileBytes) throw new BadRequest('file is too big');
      const file_path = `documents/file_${shown.size}.bin`;
      shown.set(file_path, bytes);
      return { file_id: parameters.file_id, file_unique_id: 'AQ', file_size: bytes.length, file_path };
    },
    /** https://core.telegram.org/bots/api#editmessagereplymarkup, for messages of the bot's own. */
    editmessagereplymarkup(parameters) {
      allow(parameters, 'chat_id', 'message_id', 'reply_markup');
      const chat_id = chatOf(parameters);
      const found = telegram.sent.find(
        (sent) => sent.chat_id === chat_id && sent.message_id === parameters.message_id,
      );
      if (!found) throw new BadRequest('message to edit not found');
      const markup = readMarkup(parameters.reply_markup);
      const { reply_markup: before } = found;
      if ([before, markup].some((each: any) => each && !('inline_keyboard' in each))) {
        throw new BadRequest("message can't be edited");
      }
      if (isDeepStrictEqual(before, markup)) {
        throw new BadRequest(
          'message is not modified: specified new message content and reply markup are exactly the same as a ' +
            'current content and reply markup of the message',
        );
      }
      found.reply_markup = markup;
      return { message_id: found.message_id, date: seconds(), chat: { id: chat_id, type: 'private' } };
    },
    /** https://core.telegram.org/bots/api#editmessagetext, for messages of the bot's own. */
    editmessagetext(parameters) {
      allow(parameters, 'chat_id', 'message_id', 'text', 'parse_mode');
      const { message_id, ...given } = parameters;
      const chat_id = chatOf(parameters);
      const found = ownMessage(chat_id, message_id, 'message to edit not found');
      if (found.reply_markup && !('inline_keyboard' in found.reply_markup)) {
        throw new BadRequest("message can't be edited");
      }
      if (found.method !== 'sendMessage') throw new BadRequest('there is no text in the message to edit');
      const { text, entities } = readMessage(given);
      if (isDeepStrictEqual([text, entities, undefined], [found.text, found.entities, found.reply_markup])) {
        throw new BadRequest('message is not modified');
      }
      Object.assign(found, { text, entities, reply_markup: undefined });
      return {
        message_id,
        date: seconds(),
        edit_date: seconds(),
        chat: { id: chat_id, type: 'private' },
        text,
      };
    },
    /** https://core.telegram.org/bots/api#deletemessages; the real one passes over messages that it does not find. */
    deletemessages(parameters) {
      allow(parameters, 'chat_id', 'message_ids');
      const chat_id = chatOf(parameters);
      const { message_ids: ids } = parameters;
      if (!Array.isArray(ids) || ids.length < 1 || ids.length > 100 || new Set(ids).size < ids.length) {
        throw new BadRequest('message identifiers are not specified');
      }
      const found = ids.map((id) => ownMessage(chat_id, id, 'message to delete not found'));
      if (found.some(({ message_id }) => Date.now() - sentAt.get(message_id)! >= deletableMs)) {
        throw new BadRequest("message can't be deleted for everyone");
      }
      telegram.sent = telegram.sent.filter((each) => !found.includes(each));
      telegram.deleted.push(...ids);
      return true;
    },
    setwebhook(parameters) {
      telegram.webhook = readWebhook(parameters);
      return true;
    },
    deletewebhook(parameters) {
      allow(parameters);
      telegram.webhook = undefined;
      return true;
    },
    getwebhookinfo(parameters) {
      allow(parameters);
      const { url = '', allowed } = telegram.webhook ?? {};
      return {
        url,
        has_custom_certificate: false,
        pending_update_count: pending,
        ...(url !== '' && { max_connections: 40, allowed_updates: allowed }),
        ...lastError,
      };
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request).catch(() => undefined);
    if (body === undefined) return;
    if (request.url!.startsWith('/file/')) return serveFile(request, response);
    const [, shownToken, name = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url!) ?? [];
    // A token with an invalid form is a 404.
    if (shownToken === undefined || !/^\d+:[\w-]+$/.test(shownToken))
      return answer(response, 404, 'Not Found');
    if (shownToken !== token) return answer(response, 401, 'Unauthorized');
    const act = methods[name.toLowerCase()];
    if (!act) return answer(response, 404, 'Not Found: method not found');
    const trouble = troubles.get(name)?.shift();
    try {
      const { parameters, files } = await parametersOf(request, body);
      telegram.calls.push({ method: name, parameters });
      if (trouble?.is === 'too_many') throw tooMany(trouble.retryAfter);
      if (trouble?.is === 'refused')
        throw new Refusal(trouble.status, trouble.description, trouble.parameters);
      const result = act(parameters, files);
      if (trouble?.is === 'hang') return;
      if (trouble?.is === 'cut') return void request.socket.destroy();
      if (trouble?.is === 'answered_after_acting') {
        return void response.writeHead(trouble.status, trouble.headers).end(trouble.body);
      }
      send(response, 200, { ok: true, result });
    } catch (error) {
      if (error instanceof Refusal) return answer(response, error.status, error.message, error.parameters);
      if (!(error instanceof BadRequest)) throw error;
      telegram.refused.push(`${name}: ${error.message}`);
      answer(response, 400, `Bad Request: ${error.message}`);
    }
  }

  /** https://core.telegram.org/bots/api#getfile */
  function serveFile({ method, url, socket }: IncomingMessage, response: ServerResponse): void {
    const [, shownToken, path = ''] = /^\/file\/bot([^/]*)\/(.+)$/.exec(url!) ?? [];
    const bytes = shown.get(path);
    const isThere = method === 'GET' && shownToken === token && bytes;
    const trouble = isThere ? troubles.get('download')?.shift() : undefined;
    if (isThere) telegram.downloads.push(path);
    if (!isThere) answer(response, 404, 'Not Found');
    else if (trouble?.is === 'refused') answer(response, trouble.status, trouble.description);
    else if (trouble?.is === 'cut') {
      const head = { 'content-length': bytes.length };
      response.writeHead(200, head).write(bytes.subarray(0, 1), () => socket.destroy());
    } else if (trouble?.is !== 'hang') {
      response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(bytes);
    }
  }

  const privateChat = (user: User) => ({
    id: user.id,
    type: 'private' as const,
    first_name: user.first_name,
  });

  const telegram: FakeTelegram = {
    url: '',
    token,
    sent: [],
    deleted: [],
    typing: [],
    calls: [],
    answered: [],
    notices: [],
    openQueries: () => [...openQueries],
    refused: [],
    webhook: undefined,
    meet(given) {
      const user: User = { is_bot: false, first_name: `User ${given.id}`, ...given };
      users.set(user.id, user);
      blocked.delete(user.id);
      return user;
    },
    block: (userId) => void blocked.add(userId),
    trouble(method, ...more) {
      troubles.set(method, [...(troubles.get(method) ?? []), ...more]);
    },
    say(userId, text) {
      const from = users.get(userId) ?? telegram.meet({ id: userId });
      const message_id = nextMessageId++;
      return telegram.push({
        message: { message_id, from, chat: privateChat(from), date: seconds(), text } as any,
      });
    },
    send(userId, content) {
      const from = users.get(userId) ?? telegram.meet({ id: userId });
      const message_id = nextMessageId++;
      return telegram.push({
        message: { message_id, from, chat: privateChat(from), date: seconds(), ...content } as any,
      });
    },
    keepFile(given) {
      const bytes = Buffer.from(given);
      const file_id = `BQACAgIAAxkBAAM${kept.size}`;
      kept.set(file_id, bytes);
      return { file_id, file_unique_id: `AgAD${kept.size}`, file_size: bytes.length };
    },
    downloads: [],
    press(userId, messageId, data) {
      const from = users.get(userId)!;
      const id = `${nextUpdateId}${userId}`;
      openQueries.add(id);
      const message: any = { message_id: messageId, chat: privateChat(from), date: seconds() };
      return telegram.push({ callback_query: { id, from, chat_instance: '-77', message, data } });
    },
    async push(given) {
      const update = { update_id: nextUpdateId++, ...given };
      const kind = Object.keys(update).find((key) => key !== 'update_id')!;
      pending++;
      try {
        for (let attempt = 1; ; attempt++) {
          if (!telegram.webhook?.allowed.includes(kind)) return 0;
          const fault = await offer(telegram.webhook, update, closing.signal);
          if (fault === undefined) return attempt;
          lastError = { last_error_date: seconds(), last_error_message: fault };
          await pause(retryMs * 2 ** (attempt - 1), closing.signal);
        }
      } finally {
        pending--;
      }
    },
    close: () =>
      new Promise((resolve) => {
        closing.abort();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error) => response.destroy(error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  telegram.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return telegram;
}

class Refusal extends Error {
  readonly status: number;
  readonly parameters: Record<string, unknown> | undefined;

  constructor(status: number, description: string, parameters?: Record<string, unknown>) {
    super(description);
    this.status = status;
    this.parameters = parameters;
  }
}

const tooMany = (retryAfter: number) =>
  new Refusal(429, `Too Many Requests: retry after ${retryAfter}`, { retry_after: retryAfter });

/** Reads JSON, or a form with files. */
async function parametersOf(
  request: IncomingMessage,
  body: Buffer,
): Promise<{ parameters: Parameters; files: Map<string, UploadedFile> }> {
  const type = request.headers['content-type'] ?? '';
  const files = new Map<string, UploadedFile>();
  if (request.method !== 'POST') throw new BadRequest('this fake takes POST requests');
  if (type.startsWith('multipart/form-data')) {
    if (Number(request.headers['content-length']) !== body.length)
      throw new BadRequest('no length was announced');
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
      .formData()
      .catch(() => {
        throw new BadRequest('the form cannot be read');
      });
    const parameters: Parameters = {};
    for (const [name, value] of form) {
      if (name in parameters || files.has(name)) throw new BadRequest(`${name} came twice`);
      if (typeof value === 'string') {
        parameters[name] = ['media', 'reply_markup'].includes(name) ? JSON.parse(value) : value;
      } else {
        files.set(name, {
          name: value.name,
          type: value.type,
          bytes: Buffer.from(await value.arrayBuffer()),
        });
      }
    }
    return { parameters, files };
  }
  if (type !== 'application/json') throw new BadRequest('this fake takes JSON and forms');
  const parameters = JSON.parse(body.toString());
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters)) {
    throw new BadRequest('object expected as the request');
  }
  return { parameters, files };
}

/** https://core.telegram.org/bots/api#setwebhook */
function readWebhook(parameters: Parameters): Webhook {
  allow(parameters, 'url', 'secret_token', 'allowed_updates');
  const { url, secret_token: secretToken, allowed_updates: allowed = ['message'] } = parameters;
  if (typeof url !== 'string' || !URL.canParse(url)) {
    throw new BadRequest('bad webhook: An HTTPS URL must be provided for webhook');
  }
  const { protocol, port, hostname } = new URL(url);
  // The real one accepts only https. A test has no certificate, and its own machine needs no protection.
  const isHere = protocol === 'http:' && hostname === '127.0.0.1';
  if (!isHere && protocol !== 'https:') {
    throw new BadRequest('bad webhook: An HTTPS URL must be provided for webhook');
  }
  if (!isHere && !['', '443', '80', '88', '8443'].includes(port)) {
    throw new BadRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
  if (secretToken !== undefined && !/^[A-Za-z0-9_-]{1,256}$/.test(String(secretToken))) {
    throw new BadRequest('secret token contains unallowed characters');
  }
  const known = [
    'message',
    'edited_message',
    'callback_query',
    'my_chat_member',
    'chat_member',
    'inline_query',
  ];
  if (!Array.isArray(allowed) || !allowed.every((kind) => known.includes(kind))) {
    throw new BadRequest('allowed_updates must be a list of kinds of update');
  }
  return { url, secretToken: secretToken as string | undefined, allowed };
}

/** @returns what was wrong with the answer; undefined when the update was taken. */
async function offer(webhook: Webhook, update: unknown, signal: AbortSignal): Promise<string | undefined> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (webhook.secretToken !== undefined) headers['x-telegram-bot-api-secret-token'] = webhook.secretToken;
  try {
    const body = JSON.stringify(update);
    const response = await fetch(webhook.url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await response.arrayBuffer();
    return response.ok
      ? undefined
      : `Wrong response from the webhook: ${response.status} ${response.statusText}`;
  } catch (error) {
    signal.throwIfAborted();
    return `Connection failed: ${(error as Error).message}`;
  }
}

function answer(
  response: ServerResponse,
  error_code: number,
  description: string,
  parameters?: Record<string, unknown>,
): void {
  send(response, error_code, { ok: false, error_code, description, ...(parameters && { parameters }) });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const seconds = () => Math.floor(Date.now() / 1000);

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
