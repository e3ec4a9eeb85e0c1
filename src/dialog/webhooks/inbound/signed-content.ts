import type { IncomingHttpHeaders } from 'node:http';

/** What a sender signs, such as `{{ headers.x-timestamp }}.{{ body }}`: text, headers, and the bytes of the body. */

/** The owner's words cannot be read. The message is for people. */
export class SignedFault extends Error {}

type Part = { text: string } | { header: string } | 'body';

const placeholder = /\{\{\s*(?:(body)|headers\.([!#$%&'*+.^_`|~0-9A-Za-z-]+))\s*\}\}/g;

/**
 * Reads the description. It looks like a template but is none: a call is judged before anything is known of it, so nothing
 * here may take long, and a template would make text of the body, whose bytes are signed.
 * @throws SignedFault if it has other expressions, or leaves the body out
 */
export function partsOfSigned(source: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of source.matchAll(placeholder)) {
    if (match.index > end) parts.push(plain(source.slice(end, match.index)));
    parts.push(match[1] ? 'body' : { header: headerOf(match[2]!) });
    end = match.index + match[0].length;
  }
  if (end < source.length) parts.push(plain(source.slice(end)));
  if (!parts.includes('body')) {
    throw new SignedFault(
      'what is signed has to include {{ body }}: otherwise anybody could change the body',
    );
  }
  return parts;
}

function plain(text: string): Part {
  if (/\{[{%]/.test(text)) {
    throw new SignedFault('what is signed consists of text, {{ body }} and {{ headers.name-of-a-header }}');
  }
  return { text };
}

/** Whether a header is among what is signed. @param name in lower case */
export function signsHeader(parts: readonly Part[], name: string): boolean {
  return parts.some((part) => part !== 'body' && 'header' in part && part.header === headerOf(name));
}

/** The signed bytes of a call, in pieces; undefined if a header is missing. */
export function signedBytes(
  parts: readonly Part[],
  headers: IncomingHttpHeaders,
  rawBody: Buffer,
): (Buffer | string)[] | undefined {
  const bytes: (Buffer | string)[] = [];
  for (const part of parts) {
    const piece = part === 'body' ? rawBody : 'text' in part ? part.text : headers[part.header];
    if (typeof piece !== 'string' && !Buffer.isBuffer(piece)) return undefined;
    bytes.push(piece);
  }
  return bytes;
}

/**
 * The header that an owner means: `x_timestamp` is `x-timestamp`, and never a header of the other spelling. A call with both could
 * otherwise show an old one to the signature and a new one to the clock.
 */
export const headerOf = (written: string): string => written.toLowerCase().replaceAll('_', '-');
