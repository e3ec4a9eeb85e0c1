import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { cursorField, pageUpTo } from '../http/cursors.ts';
import { projectPath } from '../http/path.ts';
import { cursorPageOf } from '../http/shapes.ts';
import { cursorAfter, dialogFilters, dialogsBy, placeAt, presentStanding } from './list.ts';
import { standingShape } from './shapes.ts';

export const listClientDialogs = endpoint(
  {
    operationId: 'listDialogs',
    tags: ['Profiles'],
    summary: 'List dialogs by where they stand',
    description:
      'A customer has a dialog for each identity with which they said something or that an event was for. What was said is not shown. ' +
      'A dialog that moves while pages are read comes to the beginning.',
    params: projectPath,
    querystring: z.object({
      ...dialogFilters,
      cursor: cursorField((shown) => placeAt(shown) !== undefined),
    }),
    answers: {
      200: cursorPageOf(standingShape, 'At most 100, the one that moved last first.', 'DialogPage'),
    },
  },
  async (request, _reply, { database }: { database: Database }) => {
    const rows = await dialogsBy(request.projectKey.projectId, request.query).all(database);
    return pageUpTo(rows, presentStanding, cursorAfter);
  },
);
