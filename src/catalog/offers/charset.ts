import { isUtf8 } from 'node:buffer';
import { charsetOf } from '../../platform/body-text.ts';

/** Characters of UTF-8 beyond ASCII. */
const encoded = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
const beyondAscii = /[\x80-\xff]/g;
/** Letters of words in both charsets, and those of them beside another one. */
const letters = /[\xa8\xb8\xc0-\xff]/g;
const besideLetters = /[\xa8\xb8\xc0-\xff]{2,}/g;

/**
 * The charset of a file, by its name in the standard: what its byte order mark shows, then what was named, and then what its beginning looks
 * like. UTF-8 with some damaged characters stays UTF-8. Otherwise it is what spreadsheets write in Cyrillic or in western languages: in
 * windows-1251 whole words are beyond ASCII, in windows-1252 (with ISO-8859-1, which it contains) single letters. A general detector
 * takes short lists with Latin part numbers for French.
 * @param start whole lines @throws NoText if no charset has the name
 */
export function charsetOfFile(start: Buffer, named: string | undefined): string {
  const known = charsetOf(start, named);
  if (named !== undefined || known !== 'utf-8' || isUtf8(start)) return known;
  const bytes = start.toString('latin1');
  const size = (pattern: RegExp) => bytes.match(pattern)?.join('').length ?? 0;
  if (size(encoded) * 2 >= size(beyondAscii)) return known;
  return size(besideLetters) * 2 > size(letters) ? 'windows-1251' : 'windows-1252';
}
