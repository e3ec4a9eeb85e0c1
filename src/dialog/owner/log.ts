import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import type { RequestLog } from '../gate/request-log.ts';
import { laxInt } from '../http/fields.ts';

const page = 100;

interface Row {
  at: Date;
  key_id: string;
  key_name: string;
  for_methods: boolean;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
  request_id: string;
  address: string;
}

/** What a project's keys asked for, newest first. */
export function logRoutes(
  plain: FastifyInstance,
  { database, requestLog }: { database: Database; requestLog: RequestLog },
): void {
  plain
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/log',
      { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
      async (request) => {
        const { offset } = request.query;
        await requestLog.flush(); // so that an owner sees the request just made
        const { rows } = await database.query<Row>(
          `SELECT l.at, l.key_id, k.name AS key_name, k.methods IS NOT NULL AS for_methods, l.method, l.path, l.status, l.duration_ms, l.request_id, l.address
         FROM dialog.request_log AS l
         JOIN dialog.project_keys AS k ON k.project_id = l.project_id AND k.id = l.key_id
         WHERE l.project_id = $1 ORDER BY l.id DESC OFFSET $2 LIMIT ${page + 1}`,
          [request.projectId, offset],
        );
        return {
          items: rows.slice(0, page).map((row) => ({
            at: row.at.toISOString(),
            key: { id: showId(row.for_methods ? 'methodKey' : 'key', row.key_id), name: row.key_name },
            method: row.method,
            path: row.path,
            status: row.status,
            duration_ms: row.duration_ms,
            request_id: row.request_id,
            address: row.address,
          })),
          next_offset: rows.length > page ? offset + page : null,
        };
      },
    );
}
