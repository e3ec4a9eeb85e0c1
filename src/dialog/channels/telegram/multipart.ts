import { randomUUID } from 'node:crypto';
import type { StreamedBody } from '../../../platform/outbound-http.ts';

/** A file that goes out with a call. */
export interface Upload {
  name: string;
  mediaType: string;
  size: number;
  /** Opens its bytes. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Writes a call with files as `multipart/form-data` (RFC 7578), as the Bot API takes it:
 * https://core.telegram.org/bots/api#making-requests. The files are read while they are sent, one after the other.
 */
export function multipart(
  fields: Record<string, unknown>,
  uploads: Record<string, Upload>,
): { type: string; body: StreamedBody } {
  const boundary = `parley-${randomUUID()}`;
  const head = Buffer.from(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${text}\r\n`;
      })
      .join(''),
  );
  const files = Object.entries(uploads).map(([field, upload]) => ({
    head: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(field)}"; filename="${quoted(upload.name)}"\r\n` +
        `Content-Type: ${upload.mediaType}\r\n\r\n`,
    ),
    upload,
  }));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const lineEnd = Buffer.from('\r\n');
  const length = files.reduce(
    (sum, { head: own, upload }) => sum + own.length + upload.size + lineEnd.length,
    head.length + end.length,
  );
  async function* read(): AsyncGenerator<Uint8Array> {
    yield head;
    for (const { head: own, upload } of files) {
      yield own;
      yield* await upload.open();
      yield lineEnd;
    }
    yield end;
  }
  return { type: `multipart/form-data; boundary=${boundary}`, body: { length, read } };
}

/** https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
const quoted = (text: string) => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
