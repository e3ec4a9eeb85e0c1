import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import { Problem } from '../../platform/problem.ts';
import { literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';

/** What requests about files have in common. */

export const filePath = projectPath.extend({ file_id: z.string().describe('`file_…`') });

/** How an upload says what the file is. */
export const uploadQuery = z.object({
  name: text({ max: 1000 })
    .optional()
    .describe(
      'The name of the file. A path and unsafe characters are left out; without a name it is `file`.',
    ),
  environment: literal(['sandbox', 'live'], { default: 'sandbox' }),
});

/** The bytes of an upload: a stream, which the handler reads. */
export const uploadBody = z.unknown().meta({ description: 'The bytes of the file, as they are.' });

/** Makes a route get its body as a stream. */
export const uploadConfig = { takesFile: true } as const;

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
