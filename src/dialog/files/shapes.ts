import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import { actor, environment, moment, named } from '../http/shapes.ts';
import type { FileRecord } from './store.ts';

/** Files as the APIs show them. */

const pixels = (what: string) =>
  z.int().nullable().describe(`${what} of an image in pixels, as it is seen; null where it is not known.`);

const uploadFields = {
  file_id: z.string().describe('`file_…`'),
  environment,
  name: z.string().describe('Safe to save under: without a path and control characters.'),
  type: z
    .string()
    .describe(
      'The media type that its bytes have. For a plain text it is what the upload said; for anything else `application/octet-stream`.',
    ),
  size: z.int().describe('In bytes.'),
  width: pixels('Width'),
  height: pixels('Height'),
  sha256: z.string().describe('Of its bytes, in hex.'),
  created_at: moment,
};

const uploadExample = {
  file_id: 'file_01m7w9b3k8fgztq5r0h2yw6c4n',
  environment: 'live' as const,
  name: 'invoice-1042.png',
  type: 'image/png',
  size: 48_213,
  width: 1240,
  height: 1754,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  created_at: '2026-11-20T10:51:43.271Z',
};

export const uploadedFile = named('UploadedFile', z.object(uploadFields), uploadExample);

const linkFields = {
  url: z
    .string()
    .describe('Downloads the file without a key until `url_expires_at`. Ask again for a new address.'),
  url_expires_at: moment,
};

const linkExample = {
  url:
    'https://parley.example.com/files/prj_01m7w90q2me4cvqk3f5xn8d7a1/file_01m7w9b3k8fgztq5r0h2yw6c4n' +
    '?expires=1795173103&signature=2c7mHkq0lWv9bZx4eJt8sYp3nRf6uAd1gKiTjXoQyVE',
  url_expires_at: '2026-11-20T11:51:43.000Z',
};

export const storedFile = named('File', z.object({ ...uploadFields, ...linkFields }), {
  ...uploadExample,
  ...linkExample,
});

const ownedFields = { ...uploadFields, uploaded_by: actor };
const ownedExample = {
  ...uploadExample,
  uploaded_by: { type: 'key' as const, id: 'key_01m7w91a9zf0bt4r6e8ks2hv5m', name: 'Backend' },
};

export const listedFile = named('ListedFile', z.object(ownedFields), ownedExample);

export const ownedFile = named('File', z.object({ ...ownedFields, ...linkFields }), {
  ...ownedExample,
  ...linkExample,
});

/** A file as its upload is answered. */
export function presentUpload(file: FileRecord): z.output<typeof uploadedFile> {
  return {
    file_id: showId('file', file.id),
    environment: file.environment,
    name: file.name,
    type: file.type,
    size: file.size,
    width: file.width,
    height: file.height,
    sha256: file.sha256.toString('hex'),
    created_at: file.createdAt.toISOString(),
  };
}

/** A file as its owner sees it. */
export function presentOwned(file: FileRecord): z.output<typeof listedFile> {
  const { actorType: type, actorId: id, actorName: by } = file;
  return { ...presentUpload(file), uploaded_by: { type, id, name: by } };
}

/** The address from which a file is downloaded. */
export function presentLink({ url, expiresAt }: { url: string; expiresAt: Date }) {
  return { url, url_expires_at: expiresAt.toISOString() };
}
