import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { momentFilter } from '../http/cursors.ts';
import { laxInt, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { pageOf } from '../http/shapes.ts';
import { pathFor } from '../rights/sight.ts';
import { indexedPath, logPage, searchLog } from './log-search.ts';
import { loggedRequestShape } from './owner-shapes.ts';
import type { RequestLog } from './request-log.ts';

const filters = z.object({
  offset: laxInt({ ge: 0, default: 0 }),
  key_id: text({ default: '' }),
  /** `404`, or a class of status such as `4xx`. */
  status: text({ default: '', pattern: '^(?:[1-5]xx|[1-5][0-9][0-9])?$' }),
  /** The start of the path. */
  path: text({ default: '', max: indexedPath }),
  from: momentFilter,
  to: momentFilter,
});

interface LogParts {
  database: Database;
  requestLog: RequestLog;
}

export const listRequests = endpoint(
  {
    operationId: 'listRequests',
    tags: ['Oversight'],
    summary: 'Read the request log',
    description:
      'The requests made with keys of the project. Who does not see what customers say sees no values behind the `?`, and cannot look for them.',
    params: projectPath,
    querystring: filters,
    answers: { 200: pageOf(loggedRequestShape, 'At most 100, newest first.') },
  },
  async (request, reply, { database, requestLog }: LogParts) => {
    const gone = clientGone(reply);
    const { query, roles } = request;
    const { offset } = query;
    await requestLog.flush(); // shows an owner the request just made
    const wanted = { ...query, path: pathFor(roles, query.path) };
    const rows = await searchLog(request.projectId, wanted).all(database.reading(gone));
    return {
      items: rows.slice(0, logPage).map((row) => ({
        at: row.at.toISOString(),
        key: { id: showId(row.forMethods ? 'methodKey' : 'key', row.keyId), name: row.keyName },
        method: row.method,
        path: pathFor(roles, row.path),
        status: row.status,
        duration_ms: row.durationMs,
        request_id: row.requestId,
        address: row.address,
      })),
      next_offset: rows.length > logPage ? offset + logPage : null,
    };
  },
);
