import { newId, showId } from '../../platform/ids.ts';
import type { FileAttachment, HeardAttachment, HeardFileType } from '../content/heard-attachments.ts';
import type { FileSource } from '../files/fetch-task.ts';
import { safeFileName } from '../files/file-name.ts';

/** What a channel heard besides words, before its files have records. */
export type SaidAttachment = FileToFetch | StoredUpload | { is: 'plain'; attachment: HeardAttachment };

/** A file whose bytes the channel has. */
export interface FileToFetch {
  is: 'to_fetch';
  type: HeardFileType;
  /** For the channel's `files.open`. */
  source: FileSource;
  /** What the channel says of it; nothing is trusted, and absent is what it does not say. */
  claim: FileClaim;
}

export interface FileClaim {
  name?: string | undefined;
  mediaType?: string | undefined;
  /** In bytes. */
  size?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** Further fields of the attachment, such as `duration_seconds`. */
  more?: Record<string, number | string | boolean>;
}

/**
 * A file that the customer has uploaded here, by `storeUpload` with their `identityId`. It must be stored and belong to no other
 * message.
 */
export interface StoredUpload {
  is: 'stored';
  type: HeardFileType;
  /** The id of its record. */
  id: string;
}

/** An attachment that has an id. */
export type NumberedAttachment =
  | (FileToFetch & { id: string })
  | StoredUpload
  | Extract<SaidAttachment, { is: 'plain' }>;

/** Gives ids to files that have no record yet. */
export const numbered = (attachments: readonly SaidAttachment[]): NumberedAttachment[] =>
  attachments.map((each) => (each.is === 'to_fetch' ? { ...each, id: newId() } : each));

/** What a repetition of the message has to have in common with it: all but the ids that this server makes. */
export const comparable = (attachments: readonly SaidAttachment[]): unknown[] =>
  attachments.map((each) => (each.is === 'plain' ? each.attachment : { ...each }));

/** What is known of a file, and of a stored one for certain. */
export interface KnownFile {
  name: string;
  /** The media type; null where nobody named one. */
  type: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
}

/** The attachments as the message keeps them. @param stored what is known of stored uploads, by id */
export function attachmentsOf(
  attachments: readonly NumberedAttachment[],
  stored: ReadonlyMap<string, KnownFile> = new Map(),
): HeardAttachment[] {
  return attachments.map((each): HeardAttachment => {
    switch (each.is) {
      case 'plain':
        return each.attachment;
      case 'to_fetch':
        return { ...fileAttachment(each, claimed(each.claim)), ...each.claim.more };
      case 'stored':
        return fileAttachment(each, stored.get(each.id)!);
      default:
        return each satisfies never;
    }
  });
}

function fileAttachment(
  { type, id }: { type: HeardFileType; id: string },
  { name, type: media_type, size, width, height }: KnownFile,
): FileAttachment {
  return { type, file_id: showId('file', id), name, media_type, size, width, height };
}

const longestClaim = 255;

/** A claim in the form in which it is stored. */
export function claimed({ name = '', mediaType: given = '', size, width, height }: FileClaim): KnownFile {
  const said = given.trim().toLowerCase();
  return {
    name: safeFileName(name),
    type:
      said !== '' && said.length <= longestClaim && mediaType.test(said) ? said.split(/\s*;/, 1)[0]! : null,
    size: count(size, Number.MAX_SAFE_INTEGER),
    width: count(width, 2 ** 31 - 1),
    height: count(height, 2 ** 31 - 1),
  };
}

/** RFC 9110, section 8.3.1; parameters may follow. */
export const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;.*)?$/i;

const count = (given: number | undefined, most: number): number | null =>
  given !== undefined && Number.isInteger(given) && given >= 0 && given <= most ? given : null;
