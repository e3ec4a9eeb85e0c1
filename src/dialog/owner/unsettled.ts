import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { kindOf, subjectOf, type TaskKinds } from '../tasks/kinds.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { listUnsettled, settleTask, type TaskRecord, unsettledPage } from '../tasks/unsettled.ts';
import { ownerActor } from './session.ts';

export interface UnsettledOptions {
  database: Database;
  tickets: Tickets<LaneTicket>;
  kinds: TaskKinds;
  retryDeadlineMs: number;
  shard: number;
}

/** Outcomes that nobody knows: only the owner can find out what happened, and say so here. */
export function unsettledRoutes(plain: FastifyInstance, options: UnsettledOptions): void {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, tickets, kinds, retryDeadlineMs, shard } = options;

  app.get(
    '/unsettled',
    { schema: { querystring: z.object({ offset: laxInt({ ge: 0, default: 0 }) }) } },
    async (request) => {
      const { offset } = request.query;
      const rows = await listUnsettled(database, request.projectId, offset);
      return {
        items: rows.slice(0, unsettledPage).map((row) => present(row, kinds)),
        next_offset: rows.length > unsettledPage ? offset + unsettledPage : null,
      };
    },
  );

  app.post(
    '/unsettled/:id/settle',
    {
      schema: {
        body: z.object({
          outcome: literal(['done', 'failed', 'retry']),
          note: text({ max: 1000, default: '' }),
        }),
      },
    },
    async (request) => {
      const { outcome, note } = request.body;
      const id = readRecordId(kinds, (request.params as { id: string }).id);
      if (!id) throw recordNotFound();
      const settlement = { outcome, note, at: new Date().toISOString(), by: request.owner.email };
      const settled = await database.transaction(async (tx) => {
        const result = await settleTask(tx, request.projectId, id, settlement, retryDeadlineMs, shard);
        if (result === 'missing') throw recordNotFound();
        if (result === 'settled') {
          throw new Problem(
            409,
            'already_settled',
            'The outcome of this record is known; there is nothing to settle.',
          );
        }
        const { record } = result;
        const kind = kindOf(kinds, record.kind);
        if ('run' in kind) await kind.settled?.(tx, request.projectId, record.id);
        await writeAudit(tx, {
          projectId: request.projectId,
          actor: ownerActor(request),
          action: `${record.kind}.settled`,
          subject: { type: record.kind, id: publicIdOf(record, kinds) },
          environment: record.environment,
          requestId: request.id,
          identityId: record.identity_id,
          data: { outcome, note },
        });
        return result;
      });
      tickets.send(settled.wake);
      return present(settled.record, kinds);
    },
  );
}

function readRecordId(kinds: TaskKinds, publicId: string): string | undefined {
  for (const kind of Object.values(kinds)) {
    const id = 'run' in kind ? readId(kind.record, publicId) : undefined;
    if (id) return id;
  }
  return undefined;
}

/** Only what acts on the outside world can end as unknown, and each such kind has ids of its own. */
function publicIdOf(row: TaskRecord, kinds: TaskKinds): string {
  return subjectOf(kinds, row.kind, { id: row.id, identityId: row.identity_id, payload: null }).id;
}

function present(row: TaskRecord, kinds: TaskKinds) {
  const kind = kindOf(kinds, row.kind);
  return {
    id: publicIdOf(row, kinds),
    kind: row.kind,
    status: row.state === 'succeeded' ? kind.succeeded : row.state,
    environment: row.environment,
    identity_id: row.identity_id && showId('identity', row.identity_id),
    request_id: row.request_id,
    attempts: row.attempts,
    error: row.error,
    settlement: row.settlement,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

function recordNotFound(): Problem {
  return new Problem(404, 'record_not_found', 'This project has no such record.');
}
