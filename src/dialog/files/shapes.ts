import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import { actor, environment, fault, moment, named } from '../http/shapes.ts';
import { hidden } from '../rights/sight.ts';
import type { FileLink } from './links.ts';
import { shownFileStatus, statusOf } from './status.ts';
import { type FileRecord, isStored, type StoredFile } from './store.ts';

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

/** What only a file that a customer sent can lack. */
const fileFields = {
  ...uploadFields,
  type: uploadFields.type.describe(
    `${uploadFields.type.description} Until the bytes of a customer's file are there, what the channel says, or empty.`,
  ),
  size: z.int().nullable().describe('In bytes; null where it is not known yet.'),
  sha256: z.string().nullable().describe('Of its bytes, in hex; null while they are not there.'),
  status: shownFileStatus,
  error: fault.nullable().describe('Why it could not be fetched.'),
  identity_id: z.string().nullable().describe('`idn_…` of the customer who sent it; null for an upload.'),
  message_id: z.string().nullable().describe('`msg_…` that brought it.'),
  url: z
    .string()
    .nullable()
    .describe(
      'Downloads the file without a key until `url_expires_at`. Ask again for a new address. Null while it is not there.',
    ),
  url_expires_at: moment.nullable(),
};

const fileExample = {
  ...uploadExample,
  status: 'stored' as const,
  error: null,
  identity_id: null,
  message_id: null,
  url:
    'https://parley.example.com/files/prj_01m7w90q2me4cvqk3f5xn8d7a1/file_01m7w9b3k8fgztq5r0h2yw6c4n' +
    '?expires=1795173103&signature=2c7mHkq0lWv9bZx4eJt8sYp3nRf6uAd1gKiTjXoQyVE',
  url_expires_at: '2026-11-20T11:51:43.000Z',
};

export const storedFile = named('File', z.object(fileFields), fileExample);

const uploadedBy = { type: 'key' as const, id: 'key_01m7w91a9zf0bt4r6e8ks2hv5m', name: 'Backend' };

export const listedFile = named(
  'ListedFile',
  z.object({
    ...uploadFields,
    sha256: uploadFields.sha256.nullable(),
    identity_id: fileFields.identity_id,
    uploaded_by: actor,
    ...hidden,
  }),
  {
    identity_id: null,
    ...uploadExample,
    uploaded_by: uploadedBy,
  },
);

export const ownedFile = named('File', z.object({ ...fileFields, uploaded_by: actor, ...hidden }), {
  ...fileExample,
  uploaded_by: uploadedBy,
});

/** A file as its upload is answered. */
export function presentUpload(file: StoredFile): z.output<typeof uploadedFile> {
  return { ...presentFacts(file), size: file.size, sha256: file.sha256.toString('hex') };
}

/** A file in the list of its owner. */
export function presentListed(file: StoredFile): z.output<typeof listedFile> {
  const { identityId } = file;
  return {
    ...presentUpload(file),
    identity_id: identityId && showId('identity', identityId),
    uploaded_by: uploaderOf(file),
  };
}

/** A file as clients see it. @param links makes the address from which it is downloaded */
export function presentFile(file: FileRecord, link: () => FileLink): z.output<typeof storedFile> {
  const { url, expiresAt } = isStored(file) ? link() : { url: null, expiresAt: null };
  return {
    ...presentFacts(file),
    size: file.size,
    sha256: isStored(file) ? file.sha256.toString('hex') : null,
    status: statusOf(file.state),
    error: file.error,
    identity_id: file.identityId && showId('identity', file.identityId),
    message_id: file.messageId && showId('message', file.messageId),
    url,
    url_expires_at: expiresAt?.toISOString() ?? null,
  };
}

/** A file as its owner sees it. */
export function presentOwned(file: FileRecord, link: () => FileLink): z.output<typeof ownedFile> {
  return { ...presentFile(file, link), uploaded_by: uploaderOf(file) };
}

function presentFacts(file: FileRecord) {
  return {
    file_id: showId('file', file.id),
    environment: file.environment,
    name: file.name,
    type: file.type,
    width: file.width,
    height: file.height,
    created_at: file.createdAt.toISOString(),
  };
}

const uploaderOf = ({ actorType: type, actorId: id, actorName: name }: FileRecord) => ({ type, id, name });
