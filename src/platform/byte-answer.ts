import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange } from './file-store/file-store.ts';
import { Problem } from './problem.ts';

/** What a client may download. */
export interface Downloadable {
  size: number;
  /** Without quotes: names these bytes and no others. */
  tag: string;
  /** Headers of the answers that have the bytes or stand for them. */
  headers: Record<string, string>;
  open(range: ByteRange): Promise<Readable>;
}

/** The part that a Range header asks for; undefined if the whole is to be sent, `none` if it has no such part. */
export type RangeVerdict = ByteRange | 'none' | undefined;

/**
 * Reads a Range header by RFC 9110, section 14. A header of another form, or with several parts, does not count: the whole is
 * always a right answer to it.
 */
export function readRange(header: string | undefined, size: number): RangeVerdict {
  const [, from, to] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? 'none' : { start, end };
}

/** Whether an If-None-Match names this tag; weak and strong tags are the same here. */
function isKnown(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}

/**
 * Sends bytes, or the part of them that the client asks for: 200, 206, 304 for a client that has them, 416 for a part that is
 * not there. For HEAD without the bytes.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, tag, headers, open }: Downloadable,
): Promise<FastifyReply> {
  const quoted = `"${tag}"`;
  const isHead = request.method === 'HEAD';
  const { range: wanted, 'if-range': unless, 'if-none-match': known } = request.headers;
  if (isKnown(known, quoted))
    return reply
      .headers({ ...headers, etag: quoted })
      .code(304)
      .send();
  const hasAsked = !isHead && (unless === undefined || unless === quoted);
  const range = hasAsked ? readRange(wanted, size) : undefined;
  if (range === 'none') {
    throw new Problem(416, 'range_not_satisfiable', `The file has only ${size} bytes.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  // For HEAD an empty stream keeps the length of the header.
  const bytes = isHead ? Readable.from([]) : await open({ start, end });
  return reply
    .code(range ? 206 : 200)
    .headers({
      ...headers,
      etag: quoted,
      'accept-ranges': 'bytes',
      'content-length': end - start + 1,
      ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    .send(bytes);
}
