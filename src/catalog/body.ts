import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJsonText, NoText, readContentType } from '../platform/body-text.ts';
import { type BodyRoom, keepBodies } from '../platform/request-body.ts';
import { refuse } from './errors.ts';
import { parseJson } from './json.ts';

const mebibyte = 2 ** 20;
/** The limit for bodies with thousands of offers, sources or ids. */
export const bulkBodyLimit = 32 * mebibyte;

declare module 'fastify' {
  interface FastifyRequest {
    /** The content type as it was sent, even if Fastify does not accept it. */
    sentType: string;
  }
}

/** `type/subtype`, as strictly as Fastify checks it. */
const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/**
 * Collects bodies, which `check.ts` parses later: DRF reports a missing record before a malformed body.
 */
export function registerBodies(app: FastifyInstance, room: BodyRoom): void {
  app.decorateRequest('sentType', '');
  keepBodies(app, room, (_request, raw) => raw);
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    request.sentType = headers['content-type'] ?? '';
    // Otherwise Fastify would answer 415 with its own text.
    if (request.sentType === '' || !mediaType.test(request.sentType)) {
      headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
}

/**
 * The JSON value of a body; an empty body counts as `{}`.
 * @throws Refusal 415 for another content type, 400 for invalid JSON
 */
export function readJson(request: FastifyRequest): unknown {
  const raw = request.body as Buffer | undefined;
  if (!raw || raw.length === 0) return {};
  if (!/^application\/json\s*(?:;|$)/i.test(request.sentType)) {
    throw refuse(415, `Unsupported media type "${request.sentType}" in request.`);
  }
  const { charset } = readContentType(request.sentType);
  const text = charset === undefined ? utf8Text(raw) : textIn(charset, raw);
  const result = text === undefined ? { error: utf8Fault(raw) } : parseJson(text);
  if ('error' in result) throw refuse(400, `JSON parse error - ${result.error}`);
  return result.value;
}

const utf8Text = (raw: Buffer): string | undefined => (isUtf8(raw) ? raw.toString() : undefined);

function textIn(charset: string, raw: Buffer): string | undefined {
  try {
    return decodeJsonText(raw, charset);
  } catch (error) {
    if (!(error instanceof NoText)) throw error;
    return utf8Text(raw);
  }
}

/** Where bytes are not valid UTF-8, in the words of Python's decoder. Positions are counted in bytes. */
export function utf8Fault(bytes: Buffer): string {
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at]!;
    const length =
      first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length === 0) return fault(bytes, at, at + 1, 'invalid start byte');
    for (let i = 1; i < length; i++) {
      const next = bytes[at + i];
      if (next === undefined) return fault(bytes, at, at + i, 'unexpected end of data');
      const [low, high] = i === 1 ? secondByte(first) : [0x80, 0xbf];
      if (next < low || next > high) return fault(bytes, at, at + i, 'invalid continuation byte');
    }
    at += length;
  }
  return fault(bytes, 0, 1, 'invalid start byte');
}

/** Overlong forms, surrogates and code points beyond U+10FFFF are recognized by the second byte (Unicode, table 3-7). */
function secondByte(first: number): [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  if (first === 0xf4) return [0x80, 0x8f];
  return [0x80, 0xbf];
}

function fault(bytes: Buffer, start: number, end: number, reason: string): string {
  if (end - start === 1) {
    const byte = bytes[start]!.toString(16).padStart(2, '0');
    return `'utf-8' codec can't decode byte 0x${byte} in position ${start}: ${reason}`;
  }
  return `'utf-8' codec can't decode bytes in position ${start}-${end - 1}: ${reason}`;
}
