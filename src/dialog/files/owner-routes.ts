import { z } from 'zod';
import { StoreFault } from '../../platform/file-store/file-store.ts';
import { readId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { cursorPage, idCursor, pageById } from '../http/cursors.ts';
import { projectPath } from '../http/path.ts';
import { sendJson } from '../http/send-json.ts';
import { cursorPageOf, nothing } from '../http/shapes.ts';
import { fileFor, requireSeesWords } from '../rights/sight.ts';
import type { FileLinks } from './links.ts';
import { removeFile } from './removal.ts';
import { fileIdOf, fileNotFound, filePath, uploadOf, uploadRoute } from './requests.ts';
import { listedFile, ownedFile, presentListed, presentOwned, uploadedFile } from './shapes.ts';
import { abandonFile, findFile, listFiles as findFiles } from './store.ts';
import { storeUpload, type UploadParts } from './upload.ts';

interface FileParts extends UploadParts {
  fileLinks: FileLinks;
}

interface DeletionParts extends FileParts {
  /** @throws Problem 409 if something shows the file, which cannot be deleted then */
  refuseWhileShown: (tx: Transaction, projectId: string, fileId: string) => Promise<void>;
}

export const listFiles = endpoint(
  {
    operationId: 'listFiles',
    tags: ['Files'],
    summary: 'List files',
    description:
      'Those whose bytes are there. A page stays right while files are added and deleted, because it begins at a file and not at a number.',
    params: projectPath,
    querystring: z.object({ cursor: idCursor('file') }),
    answers: { 200: cursorPageOf(listedFile, 'At most 100, newest first.', 'FilePage') },
  },
  async ({ projectId, roles, query }, _reply, { database }: FileParts) => {
    const before = readId('file', query.cursor);
    const found = await findFiles(database, projectId, { before, limit: cursorPage + 1 });
    return pageById('file', found, (file) => fileFor(roles, presentListed(file)));
  },
);

export const uploadFile = endpoint(
  {
    ...uploadRoute,
    answers: { 201: uploadedFile.describe('The file is stored.') },
    errors: ['file_quota', 'disk_full', 'files_unavailable'],
  },
  async (request, reply, parts: FileParts) => {
    const done = await storeUpload(parts, {
      ...uploadOf(request),
      projectId: request.projectId,
      actor: ownerActor(request),
    });
    if (done.verdict !== 'stored') throw new Problem(404, 'project_not_found', 'You have no such project.');
    return sendJson(reply.code(201), done.answer);
  },
);

export const readFile = endpoint(
  {
    operationId: 'readFile',
    tags: ['Files'],
    summary: 'Read a file',
    description: 'With an address from which it can be downloaded, if its bytes are there.',
    params: filePath,
    answers: { 200: ownedFile.describe('The file.') },
    errors: ['file_not_found'],
  },
  async (request, _reply, { database, fileLinks }: FileParts) => {
    const { projectId } = request;
    const file = await findFile(database, projectId, fileIdOf(request.params));
    if (!file) throw fileNotFound();
    const shown = presentOwned(file, () => fileLinks.make(request.ownAddress(), projectId, file.id));
    return fileFor(request.roles, shown);
  },
);

export const deleteFile = endpoint(
  {
    operationId: 'deleteFile',
    tags: ['Files'],
    summary: 'Delete a file',
    description:
      'Its bytes are deleted too, and its addresses stop working. The logo of a web chat and the picture of a person have to be taken away there first.',
    params: filePath,
    answers: { 204: nothing('It is deleted.') },
    errors: ['file_not_found', 'file_in_use'],
  },
  async (request, reply, { database, files, log, refuseWhileShown }: DeletionParts) => {
    const { projectId } = request;
    const id = fileIdOf(request.params);
    await database.transaction(async (tx) => {
      const file = await abandonFile(tx, projectId, id);
      if (!file) throw fileNotFound();
      if (file.identityId !== null) {
        requireSeesWords(request.roles, file.environment, {
          doing: 'To delete a file of a customer',
          gate: 'work',
        });
      }
      // Only now: whoever wanted to show it meanwhile had to wait for this transaction, or was waited for.
      await refuseWhileShown(tx, projectId, id);
      await writeAudit(tx, {
        projectId,
        actor: ownerActor(request),
        action: 'file.deleted',
        subject: { type: 'file', id: request.params.file_id },
        environment: file.environment,
        requestId: request.id,
        data: { name: file.name },
      });
    });
    await removeFile(database, files, { projectId, id }).catch((error) => {
      // Nobody can have it any more. A worker removes the bytes when the store works again.
      if (!(error instanceof StoreFault)) throw error;
      log.warn({ err: error, store: files.title }, 'the bytes of a deleted file are still there');
    });
    return reply.code(204).send();
  },
);
