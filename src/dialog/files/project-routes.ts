import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { idempotencyHeaders, keyReused, replayedHeader } from '../gate/idempotency.ts';
import { invalidKey } from '../gate/project-gate.ts';
import { sendJson } from '../http/send-json.ts';
import type { FileLinks } from './links.ts';
import { fileIdOf, fileNotFound, filePath, uploadOf, uploadRoute } from './requests.ts';
import { presentFile, storedFile, uploadedFile } from './shapes.ts';
import { findFile } from './store.ts';
import { storeUpload, type UploadParts } from './upload.ts';

export const uploadFile = endpoint(
  {
    ...uploadRoute,
    headers: idempotencyHeaders,
    answers: { 201: uploadedFile.describe('The file is stored.').meta({ headers: replayedHeader }) },
    errors: ['idempotency_key_reused', 'file_quota', 'disk_full', 'files_unavailable'],
  },
  async (request, reply, parts: UploadParts) => {
    const { projectKey: key, headers } = request;
    const done = await storeUpload(parts, {
      ...uploadOf(request),
      projectId: key.projectId,
      actor: { type: 'key', id: key.publicId, name: key.name },
      once: { keyId: key.id, idempotencyKey: headers['idempotency-key'] },
    });
    switch (done.verdict) {
      case 'stored':
        return sendJson(reply.code(201), done.answer);
      case 'replayed':
        return sendJson(reply.code(201).header('Idempotency-Replayed', 'true'), done.answer);
      case 'reused':
        throw keyReused();
      case 'revoked':
      case 'no_project':
        throw invalidKey();
      default:
        return done satisfies never;
    }
  },
);

export const readFile = endpoint(
  {
    operationId: 'readFile',
    tags: ['Files'],
    summary: 'Read a file',
    description: 'With an address from which it can be downloaded, if its bytes are there.',
    params: filePath,
    answers: { 200: storedFile.describe('The file.') },
    errors: ['file_not_found'],
  },
  async (request, _reply, { database, fileLinks }: { database: Database; fileLinks: FileLinks }) => {
    const { projectId } = request.projectKey;
    const file = await findFile(database, projectId, fileIdOf(request.params));
    if (!file) throw fileNotFound();
    return presentFile(file, () => fileLinks.make(request.ownAddress(), projectId, file.id));
  },
);
