import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { projectAnswers } from '../http/answers.ts';
import { laxInt } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { type LogEntry, readAudit } from './log.ts';

const entry = z.object({
  id: z.int().describe('The cursor: grows with every entry, without gaps in the order.'),
  at: z.iso.datetime(),
  actor: z.object({
    type: z.enum(['key', 'owner', 'system', 'channel', 'receiver', 'method']),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  action: z.string().describe('`<record>.<what happened>`, such as `message.sent`.'),
  subject: z.object({ type: z.string(), id: z.string() }),
  environment: z.enum(['sandbox', 'live']).nullable(),
  request_id: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});

export function auditRoutes(app: FastifyInstance, { database }: { database: Database }): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/audit',
    {
      config: { scope: 'audit:read' },
      schema: {
        operationId: 'readAudit',
        tags: ['Audit'],
        summary: 'Poll the audit log',
        description:
          'Needs the scope `audit:read`. Ask again with `after` set to the last `next_cursor`: every entry comes ' +
          'exactly once, in order. With nothing new, `next_cursor` stays the same.',
        params: projectPath,
        querystring: z.object({
          after: laxInt({ ge: 0, default: 0 }).describe('A cursor; 0 is the beginning.'),
        }),
        response: projectAnswers({
          200: z
            .object({ items: z.array(entry), next_cursor: z.int() })
            .describe('At most 100 entries, oldest first.'),
        }),
      },
    },
    async (request) => {
      const { after } = request.query;
      const rows = await readAudit(database, request.projectKey.projectId, after);
      return { items: rows.map(present), next_cursor: Number(rows.at(-1)?.id ?? after) };
    },
  );
}

function present(row: LogEntry): z.output<typeof entry> {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name } as z.output<
      typeof entry
    >['actor'],
    action: row.action,
    subject: { type: row.subject_type, id: row.subject_id },
    environment: row.environment,
    request_id: row.request_id,
    data: row.data as Record<string, unknown>,
  };
}
