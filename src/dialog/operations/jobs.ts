import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { projectAnswers } from '../http/answers.ts';
import { losslessField } from '../http/json-body.ts';
import { projectPath } from '../http/path.ts';
import type { Environment, TaskState } from '../schema.ts';

interface JobRow {
  slug: string;
  environment: Environment;
  state: TaskState;
  payload: string;
  identity_id: string | null;
  result: unknown;
  error: { code: string; message: string } | null;
  order_id: string | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const moment = z.iso.datetime();

const job = z
  .object({
    job_id: z.string(),
    operation_id: z.string(),
    environment: z.enum(['sandbox', 'live']),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'unknown']),
    input: z.record(z.string(), z.unknown()),
    identity_id: z.string().nullable(),
    result: z.unknown().describe('What the operation gave; null until it has succeeded.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    order_id: z.string().nullable().describe('The order of a payment.'),
    created_at: moment,
    started_at: moment.nullable(),
    finished_at: moment.nullable(),
  })
  .describe('The job as it stands now.');

/** What became of the runs of operations. */
export function jobRoutes(plain: FastifyInstance, { database }: { database: Database }): void {
  plain.withTypeProvider<ZodTypeProvider>().get(
    '/jobs/:job_id',
    {
      config: { scope: 'integrations:read' },
      schema: {
        operationId: 'getJob',
        tags: ['Operations'],
        summary: 'Read a job',
        description:
          'Needs the scope `integrations:read`. `unknown` means that the action may have happened: the service does ' +
          'not repeat it, and an owner settles it.',
        params: projectPath.extend({ job_id: z.string() }),
        response: projectAnswers({ 200: job }, ['job_not_found']),
      },
    },
    async (request, reply) => {
      const { job_id: publicId } = request.params;
      const id = readId('job', publicId);
      const { rows } = await database.query<JobRow>({
        name: 'job',
        text: `SELECT r.slug, t.environment, t.state, t.payload::text AS payload, t.identity_id, t.result, t.error,
                 o.id AS order_id, t.created_at, t.started_at, t.finished_at
               FROM dialog.tasks AS t
               JOIN dialog.operation_revisions AS r
                 ON r.project_id = t.project_id AND r.id = (t.payload ->> 'revision')::uuid
               LEFT JOIN dialog.orders AS o ON o.project_id = t.project_id AND o.id = t.id
               WHERE t.project_id = $1::uuid AND t.id = $2::uuid AND t.kind = 'job'`,
        values: [request.projectKey.projectId, id ?? null],
      });
      if (!rows[0]) throw new Problem(404, 'job_not_found', 'This project has no such job.');
      return reply.type('application/json; charset=utf-8').send(present(publicId, rows[0]) as never);
    },
  );
}

/** @returns JSON text, in which the input stands as it was sent. */
function present(publicId: string, row: JobRow): string {
  const before = JSON.stringify({
    job_id: publicId,
    operation_id: row.slug,
    environment: row.environment,
    status: row.state,
  });
  const after = JSON.stringify({
    identity_id: row.identity_id && showId('identity', row.identity_id),
    result: row.result,
    error: row.error,
    order_id: row.order_id && showId('order', row.order_id),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  });
  return `${before.slice(0, -1)},"input":${losslessField(row.payload, 'input') ?? '{}'},${after.slice(1)}`;
}
