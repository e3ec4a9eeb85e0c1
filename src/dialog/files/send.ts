import contentDisposition from 'content-disposition';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { sendBytes } from '../../platform/byte-answer.ts';
import { clientGone } from '../../platform/client-gone.ts';
import { type FileStore, StoreFault } from '../../platform/file-store/file-store.ts';
import type { Database } from '../../platform/postgres.ts';
import { contentTypeOf, isShown } from './media-type.ts';
import { storedName } from './removal.ts';
import { findFile, isStored } from './store.ts';
import { storeAway } from './upload.ts';

/** What sending a file needs. */
export interface SendParts {
  database: Database;
  files: FileStore;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/** Customers upload files, so no browser may carry out anything in one: it has no origin, and may load and run nothing. */
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'";

/**
 * Sends the bytes of a file to a browser, whatever page it shows them on.
 * @param cached the `Cache-Control`
 * @returns false if there is no such file. No reply is returned: it is a thenable of nothing, so that whoever awaits it cannot tell.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { database, files, log }: SendParts,
  place: { projectId: string; id: string },
  cached: string,
): Promise<boolean> {
  const file = await findFile(database.reading(clientGone(reply)), place.projectId, place.id);
  if (!file || !isStored(file)) return false;
  const way = isShown(file.type) ? 'inline' : 'attachment';
  await sendBytes(request, reply, {
    size: file.size,
    tag: file.sha256.toString('base64url'),
    headers: {
      'Content-Type': contentTypeOf(file.type),
      'Content-Disposition': contentDisposition(file.name, { type: way }),
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      // Pages of other sites may show it, also those that are isolated.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': cached,
    },
    open: (range) =>
      files.open(storedName(place), file.size, range).catch((error) => {
        if (!(error instanceof StoreFault)) throw error;
        log.error({ err: error, store: files.title }, 'a file cannot be read from the store');
        throw storeAway(error);
      }),
  });
  return true;
}
