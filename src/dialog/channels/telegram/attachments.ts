import { z } from 'zod';
import type { HeardAttachment, HeardFileType } from '../../content/heard-attachments.ts';
import type { FileClaim, FileToFetch, SaidAttachment } from '../../dialogs/said-attachments.ts';
import { storable } from './storable.ts';

/**
 * What a message has besides words: https://core.telegram.org/bots/api#message
 * A part that cannot be read as the Bot API describes it is named like a part that nothing here takes.
 */

const file = { file_id: z.string(), file_size: z.number().optional() };
const named = { ...file, file_name: z.string().optional(), mime_type: z.string().optional() };
const seen = { width: z.number(), height: z.number() };
const played = { duration: z.number().optional() };
const coordinates = { latitude: z.number(), longitude: z.number() };

const parts = {
  photo: z.array(z.object({ ...file, ...seen })).nonempty(),
  video: z.object({ ...named, ...seen, ...played }),
  animation: z.object({ ...named, ...seen, ...played }),
  audio: z.object({ ...named, ...played, performer: z.string().optional(), title: z.string().optional() }),
  voice: z.object({ ...named, ...played }),
  video_note: z.object({ ...file, ...played, length: z.number() }),
  document: z.object(named),
  sticker: z.object({
    ...{ ...file, ...seen },
    is_animated: z.boolean().optional(),
    is_video: z.boolean().optional(),
    emoji: z.string().optional(),
  }),
  venue: z.object({ location: z.object(coordinates), title: z.string(), address: z.string() }),
  location: z.object(coordinates),
  contact: z.object({
    phone_number: z.string(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    user_id: z.int().optional(),
  }),
};
type Parts = { [Name in keyof typeof parts]: z.output<(typeof parts)[Name]> };

/** How each part is told, in the order in which they are looked for: for older clients an animation is a document, too. */
const tellers: { readonly [Name in keyof Parts]: (part: Parts[Name], from: number) => SaidAttachment } = {
  photo: (sizes) => {
    const largest = sizes.reduce((best, each) =>
      each.width * each.height > best.width * best.height ? each : best,
    );
    return fileOf('image', largest, { name: 'photo.jpg', mediaType: 'image/jpeg' });
  },
  video: (video) => fileOf('video', video, { name: 'video.mp4', ...claimOf(video) }),
  animation: (animation) => fileOf('animation', animation, { name: 'animation.mp4', ...claimOf(animation) }),
  audio: (audio) =>
    fileOf(
      'audio',
      audio,
      { name: 'audio.mp3', ...claimOf(audio) },
      { performer: audio.performer, title: audio.title },
    ),
  voice: (voice) => fileOf('voice', voice, { name: 'voice.ogg', ...claimOf(voice) }),
  video_note: (note) =>
    fileOf(
      'video_note',
      { ...note, width: note.length, height: note.length },
      { name: 'video.mp4', mediaType: 'video/mp4' },
    ),
  document: (document) => fileOf('document', document, { name: 'document', ...claimOf(document) }),
  sticker: (sticker) => {
    const { is_animated: isAnimated, is_video: isVideo, emoji } = sticker;
    const form = isAnimated
      ? { name: 'sticker.tgs', mediaType: 'application/x-tgsticker' }
      : isVideo
        ? { name: 'sticker.webm', mediaType: 'video/webm' }
        : { name: 'sticker.webp', mediaType: 'image/webp' };
    return fileOf('sticker', sticker, form, { emoji });
  },
  venue: ({ location: { latitude, longitude }, title, address }) =>
    plain({ type: 'location', latitude, longitude, title: storable(title), address: storable(address) }),
  location: ({ latitude, longitude }) => plain({ type: 'location', latitude, longitude }),
  contact: ({ phone_number, first_name, last_name, user_id }, from) =>
    plain({
      type: 'contact',
      phone_number: storable(phone_number),
      ...texts({ first_name, last_name }),
      // A customer can share anybody's contact; only their own proves the number.
      is_own: user_id === from,
    }),
};

/** Members of a message that are about it, and not in it. */
const about = new Set([
  ...['message_id', 'message_thread_id', 'from', 'sender_chat', 'date', 'chat', 'is_topic_message'],
  ...['guest_query_id', 'business_connection_id', 'direct_messages_topic', 'sender_tag', 'receiver_user'],
  ...['ephemeral_message_id', 'sender_boost_count', 'sender_business_bot', 'forward_origin', 'forward_from'],
  ...[
    'forward_from_chat',
    'forward_from_message_id',
    'forward_signature',
    'forward_sender_name',
    'forward_date',
  ],
  ...['is_automatic_forward', 'reply_to_message', 'reply_to_checklist_task_id', 'reply_to_poll_option_id'],
  ...['is_paid_post', 'external_reply', 'quote', 'reply_to_story', 'via_bot', 'guest_bot_caller_user'],
  ...['guest_bot_caller_chat', 'edit_date', 'has_protected_content', 'has_media_spoiler'],
  ...['show_caption_above_media', 'is_from_offline', 'author_signature', 'link_preview_options', 'effect_id'],
  ...['paid_star_count', 'reply_markup', 'media_group_id', 'text', 'entities', 'caption', 'caption_entities'],
]);

/** What Telegram says of a private chat by itself. The customer has said nothing. */
const notices = new Set([
  ...['message_auto_delete_timer_changed', 'pinned_message', 'connected_website', 'write_access_allowed'],
  ...['boost_added', 'chat_background_set', 'proximity_alert_triggered', 'forum_topic_created'],
  ...['forum_topic_edited', 'forum_topic_closed', 'forum_topic_reopened', 'managed_bot_created'],
]);

/**
 * The attachments of a message: what is a file, a place or a contact, or else the name of what is in it, such as `poll`.
 * @param from the id of the customer
 * @returns nothing for words alone, and for what Telegram says by itself
 */
export function attachmentsIn(message: Record<string, unknown>, from: number): SaidAttachment[] {
  for (const name of Object.keys(tellers) as (keyof Parts)[]) {
    const told = tell(name, message[name], from);
    if (told) return [told];
  }
  const other = Object.keys(message).find((key) => !about.has(key) && message[key] !== undefined);
  if (other === undefined || notices.has(other)) return [];
  return [plain({ type: /^[a-z][a-z_]{0,63}$/.test(other) ? other : 'unknown' })];
}

function tell<Name extends keyof Parts>(name: Name, part: unknown, from: number): SaidAttachment | undefined {
  if (part === undefined) return undefined;
  const { success, data } = parts[name].safeParse(part);
  return success ? tellers[name](data as Parts[Name], from) : undefined;
}

const plain = (attachment: HeardAttachment): SaidAttachment => ({ is: 'plain', attachment });

function fileOf(
  type: HeardFileType,
  part: { file_id: string; file_size?: number; width?: number; height?: number; duration?: number },
  { name, mediaType }: { name: string; mediaType?: string },
  more: Record<string, string | undefined> = {},
): FileToFetch {
  const { file_id, file_size: size, width, height, duration } = part;
  return {
    is: 'to_fetch',
    type,
    source: { file_id },
    claim: {
      ...{ name, mediaType, size, width, height },
      more: { ...(duration !== undefined && { duration_seconds: duration }), ...texts(more) },
    },
  };
}

function claimOf({ file_name, mime_type }: { file_name?: string; mime_type?: string }): Pick<
  FileClaim,
  'mediaType'
> & {
  name?: string;
} {
  return {
    ...(file_name !== undefined && { name: storable(file_name) }),
    ...(mime_type !== undefined && { mediaType: storable(mime_type) }),
  };
}

function texts(given: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, text]) => (text === undefined ? [] : [[key, storable(text)]])),
  );
}
