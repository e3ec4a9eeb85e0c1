import contentDisposition from 'content-disposition';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { sendBytes } from '../../platform/byte-answer.ts';
import { clientGone } from '../../platform/client-gone.ts';
import { type FileStore, StoreFault } from '../../platform/file-store/file-store.ts';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import type { FileLinks } from './links.ts';
import { contentTypeOf, isShown } from './media-type.ts';
import { storedName } from './removal.ts';
import { findFile, isStored } from './store.ts';
import { storeAway } from './upload.ts';

interface DownloadParts {
  database: Database;
  files: FileStore;
  fileLinks: FileLinks;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Customers upload files, so no browser may carry out anything in one: it has no origin, and may load and run nothing. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Sends a file to whoever has an address that was signed for it and is still good. */
export const downloadFile = endpoint(
  {
    params: z.object({ project_id: z.string(), file_id: z.string() }),
    querystring: z.object({ expires: text({ default: '' }), signature: text({ default: '' }) }),
  },
  async (request, reply, { database, files, fileLinks, log }: DownloadParts) => {
    const { params, query } = request;
    const projectId = readId('project', params.project_id);
    const id = readId('file', params.file_id);
    const expires = /^\d{1,12}$/.test(query.expires) ? Number(query.expires) : undefined;
    if (projectId === undefined || id === undefined || expires === undefined) throw wrongLink();
    const verdict = fileLinks.judge({ projectId, id, expires }, query.signature);
    if (verdict === 'wrong') throw wrongLink();
    if (verdict === 'expired') {
      throw new Problem(
        403,
        'file_link_expired',
        'This address has expired. Ask for a new one where you got it.',
      );
    }
    const file = await findFile(database.reading(clientGone(reply)), projectId, id);
    if (!file || !isStored(file)) throw new Problem(404, 'file_not_found', 'This file was deleted.');
    const way = isShown(file.type) ? 'inline' : 'attachment';
    return sendBytes(request, reply, {
      size: file.size,
      tag: file.sha256.toString('base64url'),
      headers: {
        'Content-Type': contentTypeOf(file.type),
        'Content-Disposition': contentDisposition(file.name, { type: way }),
        'Content-Security-Policy': policy,
        'Referrer-Policy': 'no-referrer',
        // Pages of other sites may show it, also those that are isolated.
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': `private, max-age=${cacheSeconds}`,
      },
      open: (range) =>
        files.open(storedName({ projectId, id }), file.size, range).catch((error) => {
          if (!(error instanceof StoreFault)) throw error;
          log.error({ err: error, store: files.title }, 'a file cannot be read from the store');
          throw storeAway(error);
        }),
    });
  },
);

/** How long a browser may show a file again without asking. */
const cacheSeconds = 300;

const wrongLink = () =>
  new Problem(
    403,
    'invalid_file_link',
    'This address is not complete, or was changed. Ask for it where you got it.',
  );
