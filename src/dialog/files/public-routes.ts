import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import type { FileLinks } from './links.ts';
import { type SendParts, sendFile } from './send.ts';

/** Sends a file to whoever has an address that was signed for it and is still good. */
export const downloadFile = endpoint(
  {
    params: z.object({ project_id: z.string(), file_id: z.string() }),
    querystring: z.object({ expires: text({ default: '' }), signature: text({ default: '' }) }),
  },
  async (request, reply, parts: SendParts & { fileLinks: FileLinks }) => {
    const { params, query } = request;
    const projectId = readId('project', params.project_id);
    const id = readId('file', params.file_id);
    const expires = /^\d{1,12}$/.test(query.expires) ? Number(query.expires) : undefined;
    if (projectId === undefined || id === undefined || expires === undefined) throw wrongLink();
    const verdict = parts.fileLinks.judge({ projectId, id, expires }, query.signature);
    if (verdict === 'wrong') throw wrongLink();
    if (verdict === 'expired') {
      throw new Problem(
        403,
        'file_link_expired',
        'This address has expired. Ask for a new one where you got it.',
      );
    }
    const sent = await sendFile(request, reply, parts, { projectId, id }, `private, max-age=${cacheSeconds}`);
    if (!sent) throw new Problem(404, 'file_not_found', 'This file was deleted.');
    return reply;
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
