import { z } from 'zod';
import type { JsonObject } from '../../template/json.ts';
import type { Heard } from '../channel-type.ts';
import { attachmentsIn } from './attachments.ts';
import { readToken } from './keyboard.ts';
import { storable } from './storable.ts';

/**
 * Updates that Telegram sends to a webhook: https://core.telegram.org/bots/api#update
 * Only the fields that are used are checked. Ids fit into 52 bits.
 */

const user = z.object({
  id: z.int(),
  is_bot: z.boolean(),
  first_name: z.string(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  language_code: z.string().optional(),
});
type User = z.output<typeof user>;

const chat = z.object({ id: z.int(), type: z.string() });

const message = z.looseObject({
  message_id: z.int(),
  from: user.optional(),
  chat,
  text: z.string().optional(),
  caption: z.string().optional(),
  contact: z.object({ phone_number: z.string(), user_id: z.int().optional() }).loose().optional(),
  media_group_id: z.string().optional(),
});

const update = z.object({
  update_id: z.int(),
  message: message.optional(),
  callback_query: z
    .object({
      id: z.string(),
      from: user,
      message: z.object({ message_id: z.int(), chat }).optional(),
      data: z.string().optional(),
    })
    .optional(),
  my_chat_member: z
    .object({ from: user, chat, new_chat_member: z.object({ status: z.string() }) })
    .optional(),
});
type Update = z.output<typeof update>;

/** The types of update that we request when the webhook is set. */
export const heardUpdates = ['message', 'callback_query', 'my_chat_member'] as const;

/**
 * Reads what a customer says in an update: in a private chat, a message of any kind, whose text is the caption of a file, and the
 * phone number of a contact; the press of an inline button; or that they blocked or unblocked the bot.
 *
 * @param body an update, parsed from JSON
 * @returns null for everything else, including groups and malformed updates, which need nothing
 */
export function readUpdate(body: unknown): Heard | null {
  const { success, data } = update.safeParse(body);
  if (!success) return null;
  return readMessage(data) ?? readPress(data) ?? readMembership(data);
}

function readMessage({ update_id, message: said }: Update): Heard | null {
  if (!said?.from || said.from.is_bot || said.chat.type !== 'private') return null;
  const { from, contact } = said;
  const text = storable(said.text ?? said.caption ?? contact?.phone_number ?? '');
  const attachments = attachmentsIn(said, from.id);
  if (text.trim() === '' && attachments.length === 0) return null;
  const data: JsonObject = { message_id: said.message_id, ...aboutUser(from) };
  // The pictures of an album come as messages of their own.
  if (said.media_group_id !== undefined) data.media_group_id = storable(said.media_group_id);
  const [, payload] = /^\/start(?:@\w+)?\s+(\S+)\s*$/.exec(text) ?? [];
  if (payload !== undefined) data.start = payload;
  if (contact) {
    data.phone_number = storable(contact.phone_number);
    // A customer can share anybody's contact; only their own proves the number.
    data.phone_number_is_own = contact.user_id === from.id;
  }
  return {
    kind: 'message',
    key: String(update_id),
    externalId: String(said.chat.id),
    name: nameOf(from),
    text: text.trim() === '' ? '' : text,
    data,
    ...(attachments.length > 0 && { attachments }),
    button: null,
    callbackId: null,
  };
}

function readPress({ update_id, callback_query: press }: Update): Heard | null {
  if (press?.message?.chat.type !== 'private') return null;
  const button = readToken(press.data ?? '');
  const data: JsonObject = { message_id: press.message.message_id, ...aboutUser(press.from) };
  if (!button && press.data !== undefined) data.callback_data = storable(press.data);
  return {
    kind: 'message',
    key: String(update_id),
    externalId: String(press.message.chat.id),
    name: nameOf(press.from),
    text: '',
    data,
    button,
    callbackId: press.id,
  };
}

function readMembership({ update_id, my_chat_member: change }: Update): Heard | null {
  if (change?.chat.type !== 'private') return null;
  const { status } = change.new_chat_member;
  if (status !== 'kicked' && status !== 'member') return null;
  return {
    kind: 'membership',
    key: String(update_id),
    externalId: String(change.chat.id),
    name: nameOf(change.from),
    isReachable: status === 'member',
  };
}

function aboutUser({ username, language_code }: User): JsonObject {
  return {
    ...(username !== undefined && { username: storable(username) }),
    ...(language_code !== undefined && { language_code: storable(language_code) }),
  };
}

function nameOf({ first_name, last_name }: User): string | null {
  return storable([first_name, last_name].filter(Boolean).join(' ')).trim() || null;
}
