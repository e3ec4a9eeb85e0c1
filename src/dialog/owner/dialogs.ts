import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { laxInt } from '../http/fields.ts';
import type { Content } from '../messages/content.ts';
import type { Environment, TaskState } from '../schema.ts';

const page = 100;

interface Row {
  id: string;
  state: TaskState;
  environment: Environment;
  payload: Content;
  error: { code: string; message: string } | null;
  created_at: Date;
  finished_at: Date | null;
}

/** What was said to an identity, newest first: in the sandbox this is where a message arrives. */
export function dialogRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  plain
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/dialogs/:identity_id/messages',
      { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
      async (request) => {
        const { offset } = request.query;
        const publicId = (request.params as { identity_id: string }).identity_id;
        const identityId = readId('identity', publicId);
        const { rows: known } = await database.query(
          'SELECT 1 FROM dialog.identities WHERE project_id = $1 AND id = $2::uuid',
          [request.projectId, identityId ?? null],
        );
        if (known.length === 0)
          throw new Problem(404, 'identity_not_found', 'This project has no such identity.');
        const { rows } = await database.query<Row>(
          `SELECT id, state, environment, payload, error, created_at, finished_at FROM dialog.tasks
         WHERE project_id = $1 AND identity_id = $2 AND kind = 'message'
         ORDER BY seq DESC OFFSET $3 LIMIT ${page + 1}`,
          [request.projectId, identityId, offset],
        );
        return {
          items: rows.slice(0, page).map((row) => ({
            id: showId('message', row.id),
            direction: 'out',
            status: row.state === 'succeeded' ? 'sent' : row.state,
            environment: row.environment,
            ...row.payload,
            error: row.error,
            created_at: row.created_at.toISOString(),
            finished_at: row.finished_at?.toISOString() ?? null,
          })),
          next_offset: rows.length > page ? offset + page : null,
        };
      },
    );
}
