import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Answer, Client, TestProject } from '../harness/client.ts';
import type { TestServer } from '../harness/server.ts';

export interface UploadOptions {
  name?: string;
  type?: string;
  key?: string;
  environment?: string;
}

/** Uploads a file with the key of a project. */
export function upload(
  client: Client,
  project: TestProject,
  bytes: string | Buffer,
  { name, type = 'application/octet-stream', key = randomUUID(), environment }: UploadOptions = {},
): Promise<Answer> {
  const query = new URLSearchParams({ ...(name && { name }), ...(environment && { environment }) });
  return client.call('POST', `/api/v1/projects/${project.id}/files?${query}`, {
    key: project.key,
    raw: bytes,
    headers: { 'content-type': type, 'idempotency-key': key },
  });
}

/** The record of a file, with an address to download it from. */
export const read = (client: Client, project: TestProject, id: string): Promise<Answer> =>
  client.call('GET', `/api/v1/projects/${project.id}/files/${id}`, project);

/** Downloads a file from a signed address, byte by byte as it comes. */
export async function download(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(url, { method, headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

/** Names of what lies in the folder of a server's files, without its mark. */
export function inFolder({ server }: TestServer): { files: string[]; incoming: string[] } {
  const folder = join(server.parts.settings.dataDir, 'files');
  if (!existsSync(folder)) return { files: [], incoming: [] };
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return {
    files: all.filter((path) => /^[\da-f-]{36}\/[\da-f-]{36}$/.test(path)),
    incoming: all.filter((path) => path.startsWith('incoming/')),
  };
}

/** A PNG of one colour, without checksums. */
export function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
