import { z } from 'zod';
import { noId, showId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import type { HeardAnswer } from '../connections/heard-answer.ts';
import { ownerActor } from '../gate/session.ts';
import { laxInt, literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { namedBody, pageOf } from '../http/shapes.ts';
import { isOfMoney, movesMoney } from '../payments/moves-money.ts';
import type { Roles } from '../rights/roles.ts';
import { outcomeFor, seesOnlyMoney } from '../rights/sight.ts';
import { kindOf, type TaskKinds } from '../tasks/kinds.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import { readRecordId, recordIdOf, type SettleParts, settleOutcomes } from '../tasks/settle.ts';
import type { LaneTicket } from '../tasks/task.ts';
import {
  listUnsettled as findUnsettled,
  type TaskRecord,
  unsettledPage,
  whyNotUnknown,
} from '../tasks/unsettled.ts';
import { unsettledRecordShape } from './shapes.ts';

interface UnsettledParts extends SettleParts {
  database: Database;
  tickets: Tickets<LaneTicket>;
}

export const listUnsettled = endpoint(
  {
    operationId: 'listUnsettled',
    tags: ['Oversight'],
    summary: 'List unknown outcomes',
    description:
      'Only you can find out what happened, and say so. Who is there for billing sees those that take or give back money.',
    params: projectPath,
    querystring: z.object({
      id: text({ max: 100, default: '' }).describe(
        'Of one record: `msg_…`, `job_…`, …; the list has it as long as its outcome is unknown.',
      ),
      offset: laxInt({ ge: 0, default: 0 }),
    }),
    answers: { 200: pageOf(unsettledRecordShape, 'At most 100, oldest first.') },
  },
  async (request, _reply, { database, kinds }: UnsettledParts) => {
    const { projectId, roles, query } = request;
    const id = query.id === '' ? undefined : (readRecordId(kinds, query.id) ?? noId);
    const offset = id === undefined ? query.offset : 0;
    const only = seesOnlyMoney(roles) ? movesMoney : undefined;
    const rows = await findUnsettled(database, projectId, { id, only, offset });
    return {
      items: rows.slice(0, unsettledPage).map((row) => present(row, kinds, roles)),
      next_offset: rows.length > unsettledPage ? offset + unsettledPage : null,
    };
  },
);

export const settleOutcome = endpoint(
  {
    operationId: 'settleOutcome',
    tags: ['Oversight'],
    summary: 'Settle an unknown outcome',
    description:
      '`done` and `failed` say what happened; `retry` does it again. Who is there for billing settles what takes or gives back money.',
    params: projectPath.extend({ id: z.string().describe('Of the record: `msg_…`, `job_…`, …') }),
    body: namedBody(
      'Settlement',
      z.object({
        outcome: literal(['done', 'failed', 'retry']),
        note: text({ max: 1000, default: '' }),
      }),
      { outcome: 'done', note: 'The customer has it.' },
    ),
    answers: { 200: unsettledRecordShape.describe('The record as it stands now.') },
    errors: ['record_not_found', 'already_settled'],
  },
  async (request, _reply, parts: UnsettledParts) => {
    const { database, tickets, kinds } = parts;
    const { projectId, body } = request;
    const id = readRecordId(kinds, request.params.id);
    if (!id) throw recordNotFound();
    const settlement = { ...body, at: new Date().toISOString(), by: request.owner.email };
    const settle = async (tx: Transaction) => {
      const decision = { projectId, ids: [id], settlement };
      const by = { actor: ownerActor(request), requestId: request.id };
      const { records, wake } = await settleOutcomes(tx, parts, { ...decision, ...by });
      const [record] = records;
      if (!record) throw nothingToSettle(await whyNotUnknown(tx, projectId, id));
      if (seesOnlyMoney(request.roles)) await requireMoney(tx, projectId, id);
      return { record, wake };
    };
    // Reconciliation locks an order first and its job then; this locks them the other way round.
    const settled = await untilNotOvertaken(() => database.transaction(settle));
    tickets.send(settled.wake);
    return present(settled.record, kinds, request.roles);
  },
);

/** @throws Problem 403 `role_required` for a task that takes or gives back no money */
async function requireMoney(tx: Transaction, projectId: string, id: string): Promise<void> {
  if (await isOfMoney.first(tx, { projectId, id })) return;
  const detail =
    'With the role billing you settle what takes or gives back money. Somebody with the role owner or operator settles this.';
  throw new Problem(403, 'role_required', detail);
}

function present(row: TaskRecord, kinds: TaskKinds, roles: Roles): z.output<typeof unsettledRecordShape> {
  const kind = kindOf(kinds, row.kind);
  return outcomeFor(roles, {
    id: recordIdOf(row, kinds),
    kind: row.kind,
    status: row.state === 'succeeded' ? kind.succeeded : row.state,
    environment: row.environment,
    identity_id: row.identity_id && showId('identity', row.identity_id),
    request_id: row.request_id,
    attempts: row.attempts,
    error: row.error,
    ...(row.answer !== null && { answer: row.answer as HeardAnswer }),
    settlement: row.settlement,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  });
}

function nothingToSettle(why: 'settled' | 'open' | 'missing'): Problem {
  if (why === 'missing') return recordNotFound();
  return new Problem(
    409,
    'already_settled',
    why === 'settled'
      ? 'The outcome of this record is known; there is nothing to settle.'
      : 'This record is still being worked on. If its outcome turns out unknown, it appears in the list of unknown outcomes; settle it then.',
  );
}

function recordNotFound(): Problem {
  return new Problem(404, 'record_not_found', 'This project has no such record.');
}
