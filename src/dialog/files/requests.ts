import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import type { Upload } from './upload.ts';

/** What requests about files have in common. */

export const filePath = projectPath.extend({ file_id: z.string().describe('`file_…`') });

/** How an upload says what the file is. */
const uploadQuery = z.object({
  name: text({ max: 1000 })
    .optional()
    .describe(
      'The name of the file. A path and unsafe characters are left out; without a name it is `file`.',
    ),
  environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
});

/** What every route that takes an upload declares. */
export const uploadRoute = {
  operationId: 'uploadFile',
  tags: ['Files'],
  summary: 'Upload a file',
  description:
    'The body is the file as it is, of any type. The type that is kept is that of its bytes; the `Content-Type` of the ' +
    'request counts only for plain texts.',
  params: projectPath,
  querystring: uploadQuery,
  // A stream, which the handler reads.
  body: z.unknown().meta({ description: 'The bytes of the file, as they are.' }),
  config: { takesFile: true },
};

/** What such a request says of its file. */
export function uploadOf(
  request: Pick<FastifyRequest, 'raw' | 'body' | 'id'> & { query: z.output<typeof uploadQuery> },
): Pick<Upload, 'environment' | 'name' | 'type' | 'declaredBytes' | 'body' | 'requestId'> {
  const { headers } = request.raw;
  return {
    environment: request.query.environment,
    name: request.query.name,
    type: headers['content-type'],
    declaredBytes: Number(headers['content-length'] ?? 0),
    body: request.body as Readable | undefined,
    requestId: request.id,
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, of any type and size, which the handler reads as a stream. */
    takesFile?: boolean;
  }
}

/** The id of a path. @throws Problem 404 */
export function fileIdOf({ file_id: shown }: { file_id: string }): string {
  const id = readId('file', shown);
  if (id === undefined) throw fileNotFound();
  return id;
}

export const fileNotFound = () => new Problem(404, 'file_not_found', 'This project has no such file.');
