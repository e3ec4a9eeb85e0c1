import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { ownerActor } from '../gate/session.ts';
import { idCursor, pageById } from '../http/cursors.ts';
import { literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { mayBeLeftOut, namedBody } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import {
  type ApprovalRow,
  type Decision,
  decideApproval,
  listApprovals as findApprovals,
  readApproval,
} from './approvals.ts';
import { approvalPageShape, approvalShape, approvalStates } from './shapes.ts';

interface ApprovalParts {
  database: Database;
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
}

const comment = text({ max: 2000 }).nullish().describe('For the flow and the record.');

export const listApprovals = endpoint(
  {
    operationId: 'listApprovals',
    tags: ['Oversight'],
    summary: 'List approvals',
    description: 'What dialogs and runs ask somebody to decide.',
    params: projectPath,
    querystring: z.object({
      status: literal([...approvalStates]).optional(),
      cursor: idCursor('approval'),
    }),
    answers: { 200: approvalPageShape },
  },
  async (request, _reply, { database }: ApprovalParts) => {
    const { status: state, cursor } = request.query;
    const before = readId('approval', cursor);
    return pageById('approval', await findApprovals(database, request.projectId, { state, before }), present);
  },
);

const params = projectPath.extend({ approval_id: z.string().describe('`apr_…`') });
const answers = { 200: approvalShape.describe('The approval as it was decided.') };
const errors = ['approval_not_found', 'already_decided'] as const;

export const approve = endpoint(
  {
    operationId: 'approve',
    tags: ['Oversight'],
    summary: 'Approve what a flow asks',
    description: 'The flow goes on. Of several decisions the first counts.',
    params,
    body: mayBeLeftOut(
      namedBody(
        'Approving',
        z.object({
          comment,
          option: text({ max: 200 }).nullish().describe('Required where the approval has `options`.'),
        }),
        { comment: 'Once more.' },
      ),
    ),
    answers,
    errors,
  },
  async (request, _reply, parts: ApprovalParts) => {
    const { comment = null, option = null } = request.body ?? {};
    return decide(request, request.params.approval_id, parts, ({ options }) => {
      if (options ? option !== null && options.includes(option) : option === null) {
        return { state: 'approved', comment, option };
      }
      const message = options ? `choose one of ${options.join(', ')}` : 'this approval has no options';
      throw new ValidationProblem([valueError(['body', 'option'], message, option)]);
    });
  },
);

export const reject = endpoint(
  {
    operationId: 'reject',
    tags: ['Oversight'],
    summary: 'Reject what a flow asks',
    description: 'The flow goes to `on_rejected`, or ends as failed. Of several decisions the first counts.',
    params,
    body: mayBeLeftOut(namedBody('Rejecting', z.object({ comment }), { comment: 'Too late.' })),
    answers,
    errors,
  },
  async (request, _reply, parts: ApprovalParts) =>
    decide(request, request.params.approval_id, parts, () => {
      return { state: 'rejected', comment: request.body?.comment ?? null, option: null };
    }),
);

async function decide(
  request: FastifyRequest,
  publicId: string,
  { database, tickets, queue }: ApprovalParts,
  decisionOn: (approval: ApprovalRow) => Omit<Decision, 'by'>,
): Promise<z.output<typeof approvalShape>> {
  const { projectId, id: requestId } = request;
  const id = readId('approval', publicId);
  const decided = await database.transaction(async (tx) => {
    const before = id && (await readApproval(tx, projectId, id));
    if (!before) throw new Problem(404, 'approval_not_found', 'This project has no such approval.');
    if (before.state !== 'pending') throw alreadyDecided(before);
    const decision = { ...decisionOn(before), by: request.owner.email };
    const done = await decideApproval(tx, queue, before, decision, requestId);
    if (!done) throw alreadyDecided((await readApproval(tx, projectId, id)) ?? before);
    const { environment, identityId, step } = before;
    await writeAudit(tx, {
      ...{ projectId, environment, identityId, requestId },
      actor: ownerActor(request),
      action: `approval.${decision.state}`,
      subject: { type: 'approval', id: showId('approval', id) },
      data: { step, ...(decision.option !== null && { option: decision.option }) },
    });
    return done;
  });
  tickets.send(decided.wake);
  return present(decided.approval);
}

function alreadyDecided({ state, decidedBy, decidedAt }: ApprovalRow): Problem {
  const at = decidedAt?.toISOString();
  const message =
    decidedBy !== null
      ? `${decidedBy} has ${state} this already, at ${at}.`
      : state === 'canceled'
        ? 'The flow that asked for this has gone on without it.'
        : 'The time for this decision is over.';
  return new Problem(409, 'already_decided', message);
}

function present(row: ApprovalRow): z.output<typeof approvalShape> {
  return {
    id: showId('approval', row.id),
    status: row.state,
    text: row.text,
    options: row.options,
    step: row.step,
    environment: row.environment,
    run_id: row.runId && showId('run', row.runId),
    identity_id: row.identityId && showId('identity', row.identityId),
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt?.toISOString() ?? null,
    decided_at: row.decidedAt?.toISOString() ?? null,
    decided_by: row.decidedBy,
    comment: row.comment,
    option: row.option,
  };
}
