import { endpoint } from '../../platform/routes.ts';
import { sendJson } from '../answer.ts';
import { recordPath } from '../check.ts';
import type { CatalogParts } from '../parts.ts';
import { done } from '../shapes.ts';
import { findSource } from '../sources/routes.ts';
import { dropFormat, newFormat, readFormat, shownFormat, writeFormat } from './saved-format.ts';

/** The format of the files of a source. */

const tags = ['sources'];
const params = recordPath('Source');

export const readImportFormat = endpoint(
  {
    operationId: 'sources_import_format_retrieve',
    tags,
    summary: 'How the files of a source are written',
    description: 'Empty if nothing is kept.',
    params,
    answers: { 200: shownFormat },
  },
  async (request, reply, { hot }: CatalogParts) => {
    const { id } = request.params;
    await findSource(hot, id);
    return sendJson(reply, await readFormat(hot, id));
  },
);

export const replaceImportFormat = endpoint(
  {
    operationId: 'sources_import_format_update',
    tags,
    summary: 'Keep how the files of a source are written',
    description:
      'An import whose `source` this is takes from here what its request does not say. It replaces all of what was kept before.',
    params,
    body: newFormat,
    answers: { 200: shownFormat },
  },
  async (request, reply, { database }: CatalogParts) =>
    sendJson(reply, await writeFormat(database, request.params.id, request.body)),
);

export const removeImportFormat = endpoint(
  {
    operationId: 'sources_import_format_destroy',
    tags,
    summary: 'Forget how the files of a source are written',
    params,
    answers: { 204: done },
  },
  async (request, reply, { database, hot }: CatalogParts) => {
    const { id } = request.params;
    await findSource(hot, id);
    await dropFormat(database, id);
    return reply.code(204).send();
  },
);
