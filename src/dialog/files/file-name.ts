/** In bytes of UTF-8: file systems have 255 for a name. */
const longest = 240;
const longestExtension = 12;
const nameless = 'file';

/**
 * A name under which a file can be saved anywhere: without a path, control characters, marks that change the direction of
 * writing, and characters that some systems forbid; not empty, not too long, and with its extension.
 */
export function safeFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1)!;
  const clean = last
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    // A leading dot hides a file; Windows drops dots and spaces at the end.
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return nameless;
  if (Buffer.byteLength(clean) <= longest) return clean;
  const [extension = ''] = new RegExp(`\\.[^.\\s]{1,${longestExtension}}$`, 'u').exec(clean) ?? [];
  const room = longest - Buffer.byteLength(extension);
  let kept = '';
  let used = 0;
  for (const character of clean) {
    used += Buffer.byteLength(character);
    if (used > room) break;
    kept += character;
  }
  return kept.replace(/[. ]+$/, '') + extension;
}
