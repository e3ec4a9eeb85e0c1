import { csrfToken, mend } from './client.ts';
import { pause } from './pause.ts';
import { ApiProblem, hasCode } from './problem.ts';
import type { Shape } from './shapes.ts';

interface UploadOptions<Answer> {
  /** Reads the text of the answer; by default as JSON. */
  read?(text: string): Answer;
  /** How much of the file has left, from 0 to 1. */
  onProgress?(part: number): void;
  signal?: AbortSignal;
}

/** A server that answers `busy` has stored nothing, and asks to repeat the request in a moment. */
const mostRepeats = 5;
const repeatAfterMs = 2000;

/**
 * Sends a file as the body of a request and reads the JSON of the answer; again if the server is busy, or once the person has done what it asks for.
 * @param path with its query, below the origin
 * @throws ApiProblem as `send` does
 */
export async function upload<Answer>(
  path: string,
  file: Blob,
  type: string,
  options: UploadOptions<Answer> = {},
): Promise<Answer> {
  for (let left = mostRepeats; ; left--) {
    try {
      return await sendFile(path, file, type, options);
    } catch (error) {
      if (error instanceof ApiProblem && (await mend(error, path))) continue;
      if (!hasCode(error, 'busy') || left === 0) throw error;
      await pause(repeatAfterMs, options.signal);
      options.signal?.throwIfAborted();
    }
  }
}

/** A stored file as messages name it. */
export interface UploadedAttachment {
  type: 'image' | 'audio' | 'video' | 'document';
  file_id: string;
  name: string;
}

/**
 * Sends a file for a message, with the type that this browser knows of it.
 * @param path with its query, which names the file
 * @throws ApiProblem as `upload` does
 */
export async function uploadAttachment(
  path: string,
  file: File,
  options?: UploadOptions<Shape<'UploadedFile'>>,
): Promise<UploadedAttachment> {
  const stored = await upload(path, file, file.type || 'application/octet-stream', options);
  const kind = stored.type.split('/', 1)[0];
  const type = kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
  return { type, file_id: stored.file_id, name: stored.name };
}

/** The body of a refusal; nothing if something between here and the server has answered. */
function bodyOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** Sends it once. It is no `fetch`, since that does not tell how far it is. */
function sendFile<Answer>(
  path: string,
  file: Blob,
  type: string,
  { read = JSON.parse, onProgress, signal }: UploadOptions<Answer>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('content-type', type);
    const token = csrfToken();
    if (token) request.setRequestHeader('x-csrf-token', token);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) return resolve(read(responseText));
      const id = request.getResponseHeader('x-request-id') ?? undefined;
      reject(new ApiProblem(status, bodyOf(responseText), { requestId: id }));
    };
    request.onerror = () =>
      reject(new ApiProblem(0, { code: 'offline', detail: 'The server cannot be reached.' }));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
