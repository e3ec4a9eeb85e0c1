import { z } from 'zod';
import type { Json, JsonObject } from '../template/json.ts';

/** What a customer sends besides words: files, places, contacts, and what nothing here takes. */

/** How a file was sent. A `document` is any file that the customer did not mark as something else. */
export const heardFileTypes = [
  'image',
  'video',
  'animation',
  'audio',
  'voice',
  'video_note',
  'document',
  'sticker',
] as const;
export type HeardFileType = (typeof heardFileTypes)[number];

/** A file as its message brought it. What it says of the bytes is what the channel named. */
export interface FileAttachment extends JsonObject {
  type: HeardFileType;
  /** `file_…` */
  file_id: string;
  name: string;
  /** Null where nobody named one. */
  media_type: string | null;
  /** In bytes. */
  size: number | null;
  /** Of a picture or a film, in pixels. */
  width: number | null;
  height: number | null;
}

export interface LocationAttachment extends JsonObject {
  type: 'location';
  /** In degrees, north and east. */
  latitude: number;
  longitude: number;
}

/** As it is stored with a message, and as templates read it. What is no file may have fields of its own. */
export type HeardAttachment = FileAttachment | LocationAttachment | (JsonObject & { type: string });

/** In a stored payload: only what this build reads is checked. */
export const storedAttachments = z.array(
  z.looseObject({ type: z.string() }) as unknown as z.ZodType<HeardAttachment>,
);

/** The attachments among what came with a message. */
export function attachmentsIn(data: JsonObject | null | undefined): HeardAttachment[] {
  const given: Json = data?.attachments ?? null;
  const isAttachment = (each: Json): each is HeardAttachment =>
    typeof each === 'object' && each !== null && !Array.isArray(each) && typeof each.type === 'string';
  return Array.isArray(given) ? given.filter(isAttachment) : [];
}

/** Whether a message has no words, only attachments. Whatever reads words has nothing to read in it. */
export const isWordless = (text: string, data: JsonObject | null | undefined): boolean =>
  text === '' && attachmentsIn(data).length > 0;

export const isFile = (attachment: HeardAttachment): attachment is FileAttachment =>
  typeof attachment.file_id === 'string';

export const isLocation = (attachment: HeardAttachment): attachment is LocationAttachment =>
  attachment.type === 'location' &&
  typeof attachment.latitude === 'number' &&
  typeof attachment.longitude === 'number';
