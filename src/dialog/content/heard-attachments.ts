import { z } from 'zod';
import type { Json, JsonObject } from '../template/json.ts';

/** What a customer sends besides words: files, places, contacts, and what nothing here takes. */

/** Kinds that are a file. A `document` is any file that the customer did not mark as something else. */
export const fileKinds = [
  'image',
  'video',
  'animation',
  'audio',
  'voice',
  'video_note',
  'document',
  'sticker',
] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file as its message brought it. Type and size are those that the channel named, until the bytes are there. */
export interface FileAttachment extends JsonObject {
  kind: FileKind;
  /** `file_…` */
  file_id: string;
  name: string;
  /** The media type; null where nobody named one. */
  type: string | null;
  /** In bytes. */
  size: number | null;
  /** Of a picture or a film, in pixels. */
  width: number | null;
  height: number | null;
}

export interface LocationAttachment extends JsonObject {
  kind: 'location';
  /** In degrees, north and east. */
  latitude: number;
  longitude: number;
}

/** As it is stored with a message, and as templates read it. Kinds without a file may have fields of their own. */
export type HeardAttachment = FileAttachment | LocationAttachment | (JsonObject & { kind: string });

/** In a stored payload: only what this build reads is checked. */
export const storedAttachments = z.array(
  z.looseObject({ kind: z.string() }) as unknown as z.ZodType<HeardAttachment>,
);

/** The attachments among what came with a message. */
function attachmentsIn(data: JsonObject | null | undefined): HeardAttachment[] {
  const given: Json = data?.attachments ?? null;
  const isAttachment = (each: Json): each is HeardAttachment =>
    typeof each === 'object' && each !== null && !Array.isArray(each) && typeof each.kind === 'string';
  return Array.isArray(given) ? given.filter(isAttachment) : [];
}

/** Whether a message has no words, only attachments. Whatever reads words has nothing to read in it. */
export const isWordless = (text: string, data: JsonObject | null | undefined): boolean =>
  text === '' && attachmentsIn(data).length > 0;

export const isFile = (attachment: HeardAttachment): attachment is FileAttachment =>
  typeof attachment.file_id === 'string';
