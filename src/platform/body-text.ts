/** How the bytes of a body become text, wherever they come from: a caller, another system's answer, a file. */
import { isUtf8 } from 'node:buffer';

/** Bytes that are no text of their charset. The message is a clause, without a full stop, and never quotes the bytes. */
export class NoText extends Error {}

/** A content type, taken apart. Everything is in lower case. */
export interface ContentType {
  /** `type/subtype`; empty if the header is absent or empty. */
  media: string;
  /** Undefined if none is named. */
  charset: string | undefined;
}

/** Takes a header `Content-Type` apart (RFC 9110, section 8.3). */
export function readContentType(header = ''): ContentType {
  const media = header.split(';', 1)[0]!.trim().toLowerCase();
  const charset = /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(header)?.[1]?.toLowerCase();
  return { media, charset };
}

/** Whether a media type is JSON: https://mimesniff.spec.whatwg.org/#json-mime-type */
export const isJsonType = (media: string): boolean =>
  media === 'application/json' || media === 'text/json' || /^[^/\s]+\/[^/\s]+\+json$/.test(media);

/** Decodes the pieces of a text. */
export interface TextDecoding {
  /** The text of the next bytes. @throws NoText if they are not of the charset */
  next(bytes: Uint8Array): string;
  /** The text of the bytes that were kept back. @throws NoText if they are only a part of a character */
  end(): string;
}

/**
 * The decoding of a charset, without the byte order mark.
 * @param charset a label of https://encoding.spec.whatwg.org/#names-and-labels
 * @throws NoText if there is no such charset
 */
export function decodingOf(charset: string): TextDecoding {
  const decoder = decoderOf(charset);
  const isWestern = decoder.encoding === 'windows-1252';
  const decode = (bytes?: Uint8Array): string => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      return isWestern ? text.replace(/[\x80-\x9f]/g, westernSign) : text;
    } catch {
      throw new NoText(`is not in ${decoder.encoding}`);
    }
  };
  return { next: decode, end: decode };
}

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    throw new NoText('names a charset that is not known here');
  }
}

/** What windows-1252 has from 0x80 on. Node reads it as ISO-8859-1, which has control characters there. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const westernSign = (character: string): string => western[character.charCodeAt(0) - 0x80]!;

const marks: [charset: string, mark: number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
];

/**
 * The charset of bytes by its name in the standard: what their byte order mark shows, then what was named, or else UTF-8.
 * @throws NoText if there is no such charset
 */
export function charsetOf(bytes: Uint8Array, named?: string): string {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  return marked ? marked[0] : nameOfCharset(named);
}

/**
 * The name of a charset in the standard. ASCII is a part of UTF-8, and who names it often sends that; the standard would read
 * windows-1252.
 * @throws NoText if there is no such charset
 */
export function nameOfCharset(label = 'utf-8'): string {
  return /^(?:us-)?ascii$/i.test(label) ? 'utf-8' : decoderOf(label).encoding;
}

/**
 * Decodes bytes, without a byte order mark.
 * @param charset see {@link charsetOf}
 * @param isCut whether the bytes may end within a character, which is then left out
 * @throws NoText if they are not in the charset, or are no UTF-8 and nobody knows it
 */
export function decodeText(bytes: Buffer, charset: string | undefined, { isCut = false } = {}): string {
  const name = charsetOf(
    bytes,
    charset !== undefined && !isCharset(charset) && isUtf8(bytes) ? undefined : charset,
  );
  // Several times faster than the decoder.
  if (name === 'utf-8' && isUtf8(bytes)) return withoutMark(bytes.toString());
  const decoding = decodingOf(name);
  const text = decoding.next(bytes);
  return isCut ? text : text + decoding.end();
}

/** Whether a charset is known here. Some systems name what is none, such as `utf8mb4` or `binary`. */
export function isCharset(label: string): boolean {
  try {
    nameOfCharset(label);
    return true;
  } catch {
    return false;
  }
}

/** A text without the byte order mark in front of it. */
const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

/**
 * Decodes JSON, which is in UTF-8 between systems, whatever charset a header names (RFC 8259, section 8.1). So another charset
 * only counts for bytes that are no JSON in UTF-8.
 * @throws NoText as {@link decodeText}
 */
export function decodeJsonText(bytes: Buffer, charset: string | undefined, { isCut = false } = {}): string {
  if (charset === undefined) return decodeText(bytes, charset, { isCut });
  try {
    const text = decodeText(bytes, undefined, { isCut });
    // UTF-16 without a mark is valid UTF-8, too, with a NUL beside every letter of ASCII.
    if (!text.includes('\0')) return text;
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
  }
  return decodeText(bytes, charset, { isCut });
}

/**
 * The text of an answer, by its content type.
 * @param isCut whether it may end within a character
 * @returns `noText` if it is none, as a clause about it; then `body` is what can be read of it, for people only
 */
export function textOfAnswer(
  bytes: Buffer,
  contentType: string | undefined,
  isCut: boolean,
): { body: string; noText?: string } {
  const { media, charset } = readContentType(contentType);
  try {
    return { body: (isJsonType(media) ? decodeJsonText : decodeText)(bytes, charset, { isCut }) };
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    return { body: bytes.toString(), noText: error.message };
  }
}
