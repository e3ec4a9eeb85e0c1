import type { ResolvedContent } from '../../content/content.ts';
import type { Attached } from '../../files/attached.ts';
import { keyboardOf } from './keyboard.ts';
import { isBlank, longestCaption } from './limits.ts';
import {
  type AddressedMedia,
  type LinkedMedia,
  type Media,
  type MediaKind,
  mediaOf,
  type UploadedMedia,
} from './media.ts';
import type { Upload } from './multipart.ts';
import { renderText } from './render.ts';

/** One call of the Bot API. */
export interface Part {
  method: 'sendMessage' | 'sendMediaGroup' | `send${'Photo' | 'Document' | 'Audio' | 'Video'}`;
  body: Record<string, unknown>;
  /** Files that go out with the call, by the names under which its body refers to them. */
  uploads?: Record<string, Upload>;
  /** The calls in place of this one, if Telegram cannot fetch the media from their addresses. */
  instead?: Part[];
}

/** A message to be sent, and its recipient. */
export interface Outgoing {
  messageId: string;
  externalId: string;
  content: ResolvedContent;
  attached: Attached[];
  settings: Record<string, unknown>;
}

/** Items of an album: https://core.telegram.org/bots/api#sendmediagroup */
const mostOfAnAlbum = 10;

type Sent = AddressedMedia | UploadedMedia;

/**
 * The calls that send a message. Media come first, in their order and in albums where Telegram allows it, then the text, so that
 * the keyboard is below what is read last. If there is one call for media, it has the text as its caption unless that is too
 * long, or it is an album and there is a keyboard, which an album cannot have.
 */
export function partsOf({ messageId, externalId, content, attached, settings }: Outgoing): [Part, ...Part[]] {
  const chat_id = chatIdOf(externalId);
  const { text, isHtml, visible } = renderText(content.text, content.format);
  const parse_mode = isHtml ? 'HTML' : undefined;
  const reply_markup = keyboardOf(content, messageId);
  const media: Media[] = attached.map((one) => mediaOf(one, settings));
  if (content.image !== '') media.unshift({ kind: 'photo', url: content.image, name: null });
  const isSilent = isBlank(visible);
  const calls = callsFor(media, isSilent && reply_markup !== undefined);
  const [first] = calls;
  const said = (extra: object = {}): Part => ({
    method: 'sendMessage',
    body: { chat_id, text, parse_mode, ...extra },
  });
  if (!first) return [said({ reply_markup })];
  const isCaptioned =
    calls.length === 1 &&
    !isSilent &&
    visible.length <= longestCaption &&
    first.every(({ kind }) => kind !== 'link') &&
    (first.length === 1 || reply_markup === undefined);
  const parts = calls.map((items, i): Part => {
    const hasKeyboard = i === calls.length - 1 && (isSilent || isCaptioned);
    const extra = {
      ...(isCaptioned && { caption: text, parse_mode }),
      ...(hasKeyboard && { reply_markup }),
    };
    // A message whose only picture is its `image` fails if Telegram cannot fetch that.
    const instead = attached.length > 0 && [
      ...links(chat_id, items, isCaptioned ? {} : extra),
      ...(isCaptioned ? [said({ reply_markup })] : []),
    ];
    return partFor(chat_id, items, extra, instead || undefined);
  });
  const all = isSilent || isCaptioned ? parts : [...parts, said({ reply_markup })];
  return all as [Part, ...Part[]];
}

/**
 * What goes out together: photos and videos in one album, documents only with documents, audio only with audio, and uploads not
 * with addresses, because Telegram may be unable to fetch these.
 * @param isLastAlone whether the last of all needs a call of its own
 */
function callsFor(media: Media[], isLastAlone: boolean): Media[][] {
  const calls: Media[][] = [];
  for (const [i, one] of media.entries()) {
    const last = calls.at(-1);
    const fits =
      last !== undefined &&
      last.length < mostOfAnAlbum &&
      one.kind !== 'link' &&
      familyOf(last[0]!) === familyOf(one) &&
      !(isLastAlone && i === media.length - 1);
    if (fits) last.push(one);
    else calls.push([one]);
  }
  return calls;
}

function familyOf(one: Media): string {
  if (one.kind === 'link') return 'link';
  const shown = one.kind === 'video' ? 'photo' : one.kind;
  return `${shown} ${'upload' in one ? 'uploaded' : 'fetched'}`;
}

/** @param extra for the call; an album has its caption at its first item */
function partFor(
  chat_id: number | string,
  items: Media[],
  extra: Record<string, unknown>,
  instead: Part[] | undefined,
): Part {
  const [first] = items;
  if (first!.kind === 'link') return links(chat_id, items, extra)[0]!;
  const sent = items as Sent[];
  const uploads: Record<string, Upload> = {};
  for (const [i, one] of sent.entries()) if ('upload' in one) uploads[`file${i}`] = one.upload;
  const isUploaded = Object.keys(uploads).length > 0;
  const common = isUploaded ? { uploads } : { ...(instead && { instead }) };
  const sourceOf = (one: Sent, i: number) => ('upload' in one ? `attach://file${i}` : one.url);
  if (sent.length === 1) {
    const { kind } = sent[0]!;
    return { method: methods[kind], body: { chat_id, [kind]: sourceOf(sent[0]!, 0), ...extra }, ...common };
  }
  const album = sent.map((one, i) => ({
    type: one.kind,
    media: sourceOf(one, i),
    ...(i === 0 && extra),
  }));
  return { method: 'sendMediaGroup', body: { chat_id, media: album }, ...common };
}

const methods = {
  photo: 'sendPhoto',
  document: 'sendDocument',
  audio: 'sendAudio',
  video: 'sendVideo',
} as const satisfies Record<MediaKind, Part['method']>;

/** A message with its address for each item. @param extra for the last */
function links(chat_id: number | string, items: Media[], extra: Record<string, unknown>): Part[] {
  return (items as (AddressedMedia | LinkedMedia)[]).map(({ name, url }, i) => ({
    method: 'sendMessage',
    body: {
      chat_id,
      text: name === null ? url : `${name}\n${url}`,
      ...(i === items.length - 1 && extra),
    },
  }));
}

/** Chats are numbered; a public channel may be named `@…` instead. */
export function chatIdOf(externalId: string): number | string {
  return /^-?[1-9][0-9]{0,15}$/.test(externalId) && Number.isSafeInteger(Number(externalId))
    ? Number(externalId)
    : externalId;
}
