import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from 'image-size';
import { serveThread } from '../../platform/thread.ts';
import type { FactsWork, FileFacts } from './facts-work.ts';

/** The thread that looks into the first bytes of uploads: see facts.ts. */

/** Types of images whose size is looked for, and what the other library calls them. */
const measured: Record<string, string> = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/heic': 'heif',
  'image/heif': 'heif',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
};

/** From this one on, the values of Exif's orientation turn an image on its side. */
const firstSideways = 5;

serveThread(async ({ head }: FactsWork): Promise<FileFacts> => {
  const type = await typeOf(head);
  return { type, ...sizeOf(head, type) };
});

async function typeOf(head: Uint8Array): Promise<string | null> {
  try {
    const found = await fileTypeFromBuffer(head);
    return found === undefined ? null : found.mime.replace(/\s*;.*$/, '');
  } catch {
    return null;
  }
}

/** Width and height as the image is seen. */
function sizeOf(head: Uint8Array, type: string | null): Pick<FileFacts, 'width' | 'height'> {
  const unknown = { width: null, height: null };
  const format = type === null ? undefined : measured[type];
  if (format === undefined) return unknown;
  try {
    const { width, height, orientation = 1, type: found } = imageSize(head);
    if (found !== format || !isLength(width) || !isLength(height)) return unknown;
    return orientation >= firstSideways ? { width: height, height: width } : { width, height };
  } catch {
    return unknown;
  }
}

const isLength = (length: number) => Number.isInteger(length) && length > 0 && length < 2 ** 31;
