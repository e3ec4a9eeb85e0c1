import { isUtf8 } from 'node:buffer';

/** Of what nothing is known. */
const anyBytes = 'application/octet-stream';

/** Texts that no program carries out. For them the uploader's word counts, because their bytes do not tell them apart. */
const harmlessTexts = new Set([
  'text/plain',
  'text/csv',
  'text/markdown',
  'text/calendar',
  'text/vcard',
  'application/json',
  'application/x-ndjson',
]);

/** What browsers show or play without carrying out anything in it. PDF and SVG are not among them: both may have scripts. */
const shown = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'audio/mpeg',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/aac',
  'audio/mp4',
  'audio/x-m4a',
  'audio/flac',
  'audio/x-flac',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'video/quicktime',
]);

/**
 * The media type under which a file is kept: what its bytes say, or else the uploader's word for a harmless text.
 * @param found by the bytes
 * @param said the Content-Type of the upload
 * @param head the first bytes
 */
export function mediaTypeOf(found: string | null, said: string | undefined, head: Buffer): string {
  if (found !== null) return found;
  const [type = ''] = (said ?? '').toLowerCase().split(/\s*;/, 1);
  return harmlessTexts.has(type) && isText(head) ? type : anyBytes;
}

/** Whether bytes are UTF-8 without control characters; the last character may be cut off. */
function isText(head: Buffer): boolean {
  if (/[\x00-\x08\x0b\x0e-\x1f\x7f]/.test(head.toString('latin1'))) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

/** Whether a browser may show a file of this type, and need not save it. */
export const isShown = (type: string): boolean => shown.has(type);

/** The Content-Type of a file. Harmless texts are in UTF-8. */
export const contentTypeOf = (type: string): string =>
  type.startsWith('text/') && harmlessTexts.has(type) ? `${type}; charset=utf-8` : type;
