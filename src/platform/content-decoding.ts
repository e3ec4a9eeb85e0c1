import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** Decodes what is written to it. `bytesWritten` counts the coded bytes that were decoded. */
export type Decoder = Transform & { bytesWritten: number };

/** The content codings of RFC 9110, section 8.4.1, which some servers use without being asked, and brotli (RFC 7932). */
const decoders = new Map<string, () => Decoder>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The decoder of a `Content-Encoding`, in any case; undefined if it names none that is known here. */
export function decoderOf(coding: string): (() => Decoder) | undefined {
  return decoders.get(coding.trim().toLowerCase());
}

/** Decodes a body while it arrives. */
export interface BodyReader {
  /** Whether this reader changes the bytes. */
  decodes: boolean;
  /** Adds the next bytes as they were received. */
  write(chunk: Buffer): void;
  /** Marks the end of the body. The decoded body is complete when `onEnd` is called. */
  end(): void;
  /** Drops what is still being decoded. No callback is called afterwards. */
  stop(): void;
}

/** Receives a decoded body. */
export interface BodySink {
  onData: (chunk: Buffer) => void;
  onEnd: () => void;
  /** The bytes do not match their coding, or the body ends too early. */
  onFault: () => void;
}

/**
 * Decodes a body whose `Content-Encoding` names one coding that is known here. Every other body is passed on as it is.
 *
 * @param coding the header's value; undefined or empty for none
 */
export function readBody(coding: string | undefined, sink: BodySink): BodyReader {
  // A list of codings is not decoded: real servers use one, and a chain only makes a small body expand to a huge one.
  const make = decoderOf(coding ?? '');
  if (!make) {
    return { decodes: false, write: sink.onData, end: sink.onEnd, stop: () => {} };
  }
  let stopped = false;
  let empty = true;
  const decoder = make();
  decoder.on('data', (chunk: Buffer) => stopped || sink.onData(chunk));
  decoder.on('end', () => stopped || sink.onEnd());
  decoder.on('error', () => stopped || sink.onFault());
  return {
    decodes: true,
    write(chunk) {
      empty = false;
      decoder.write(chunk);
    },
    end() {
      // An answer to HEAD, or a 204, may name a coding although it has no body.
      if (empty) sink.onEnd();
      else decoder.end();
    },
    stop() {
      stopped = true;
      decoder.destroy();
    },
  };
}
