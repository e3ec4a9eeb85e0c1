import type { Attached, AttachedFile } from '../../files/attached.ts';
import { publicBotApi } from './bot-api.ts';
import type { Upload } from './multipart.ts';

/** What becomes of attachments on Telegram: media by their address or as uploads, and links where it shows neither. */

/** How Telegram shows something: the name of the parameter with it, and the type of an item of an album. */
export type MediaKind = 'photo' | 'document' | 'audio' | 'video';

export interface AddressedMedia {
  kind: MediaKind;
  url: string;
  name: string | null;
}
export interface UploadedMedia {
  kind: MediaKind;
  upload: Upload;
}
/** Something that a bot cannot send: customers get its address. */
export interface LinkedMedia {
  kind: 'link';
  url: string;
  name: string | null;
}
export type Media = AddressedMedia | UploadedMedia | LinkedMedia;

const mebibyte = 2 ** 20;
/** https://core.telegram.org/bots/api#sending-files */
const largestPhoto = 10 * mebibyte;
const largestUpload = 50 * mebibyte;
/** https://core.telegram.org/bots/api#using-a-local-bot-api-server */
const largestOnOwnServer = 2000 * mebibyte;
/** Width and height of a photo together, in pixels, and the larger divided by the smaller. */
const mostPixels = 10_000;
const mostElongated = 20;

/** Media types that Telegram shows as what they are. Everything else is sent as a document, which it takes of any type. */
const shown: Record<Exclude<MediaKind, 'document'>, readonly string[]> = {
  photo: ['image/jpeg', 'image/png', 'image/webp', 'image/bmp'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac'],
  video: ['video/mp4'],
};

/** People open a link when they have time for it. In milliseconds. */
const linkMs = 7 * 24 * 3_600_000;

const kinds = { image: 'photo', document: 'document', audio: 'audio', video: 'video' } as const;

/** @param settings of the channel: a Bot API server of one's own takes larger files */
export function mediaOf(one: Attached, settings: Record<string, unknown>): Media {
  const kind = kinds[one.type];
  if (!one.file) return { kind, url: one.url, name: one.name };
  const { name, file } = one;
  const { mediaType, size, open } = file;
  const isOwnServer = (settings.base_url ?? publicBotApi) !== publicBotApi;
  if (size > (isOwnServer ? largestOnOwnServer : largestUpload)) {
    return { kind: 'link', url: file.link(linkMs).url, name };
  }
  return { kind: canShow(kind, file) ? kind : 'document', upload: { name, mediaType, size, open } };
}

function canShow(kind: MediaKind, { mediaType, size, width, height }: AttachedFile['file']): boolean {
  if (kind === 'document' || !shown[kind].includes(mediaType)) return kind === 'document';
  if (kind !== 'photo') return true;
  if (size > largestPhoto) return false;
  if (width === null || height === null) return true;
  return width + height <= mostPixels && Math.max(width, height) <= mostElongated * Math.min(width, height);
}
