import { type AttachmentType, attachmentTypes } from '../../content/attachments.ts';
import type { ResolvedContent } from '../../content/content.ts';
import { type HeardAttachment, isFile } from '../../content/heard-attachments.ts';
import type { Attached } from '../../files/attached.ts';
import type { Delivery } from '../channel-type.ts';

/** A message to a visitor. */
export interface Said {
  id: string;
  author: 'scenario' | 'operator';
  content: SaidContent;
  createdAt: Date;
}

/** The content of a message in a transcript. A customer's message has only a text and what they sent besides it. */
export type SaidContent = {
  text: string;
  attachments?: SaidAttachment[];
  heard?: HeardAttachment[];
  /** The name of the person who says it, if they have set one. */
  speaker?: string;
  /** Their picture, `file_…`, if they have set one. */
  picture?: string;
  /** When the person who said it changed it last, RFC 3339. */
  revised_at?: string;
  /** The index of the inline button that was its answer. */
  chosen?: number;
  /** It was deleted, and so has nothing else any more. */
  deleted?: true;
} & Partial<Omit<ResolvedContent, 'attachments'>>;

/** An attachment in a transcript: an address, or a file with what is known of it. */
export type SaidAttachment = { type: AttachmentType; name: string | null } & ({ url: string } | SaidFile);

export interface SaidFile {
  /** `file_…` */
  file_id: string;
  media_type: string;
  size: number;
  width: number | null;
  height: number | null;
}

/** The content of a message with its attachments as a transcript keeps them. For a person, with how customers see them. */
export function saidContent(
  { attachments: _, ...content }: ResolvedContent,
  attached: Attached[],
  { speaker, picture }: Pick<Delivery, 'speaker' | 'picture'>,
): SaidContent {
  const said = {
    ...content,
    ...(speaker !== undefined && { speaker }),
    ...(picture !== undefined && { picture }),
  };
  return attached.length === 0 ? said : { ...said, attachments: attached.map(keep) };
}

function keep(one: Attached): SaidAttachment {
  const { type, name } = one;
  if (!one.file) return { type, name, url: one.url };
  const { id, mediaType, size, width, height } = one.file;
  return { type, name, file_id: id, media_type: mediaType, size, width, height };
}

/** What a visitor sent besides words, in the same form. */
export function heardAsSaid(heard: readonly HeardAttachment[]): SaidAttachment[] {
  return heard.filter(isFile).map(({ type, file_id, name, media_type, size, width, height }) => ({
    // Visitors send only these; a file has no other type here.
    type: attachmentTypes.find((each) => each === type) ?? 'document',
    ...{ name, file_id, media_type: media_type ?? '', size: size ?? 0, width, height },
  }));
}
