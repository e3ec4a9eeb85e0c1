import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { historyPage, readHistory } from '../dialogs/history.ts';
import { holdDialog, type OperatorRequest, releaseDialog } from '../dialogs/hold.ts';
import { dialogPage, listDialogs } from '../dialogs/list.ts';
import { sayAsOperator } from '../dialogs/operator-message.ts';
import { laxBool, laxInt, text } from '../http/fields.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { contentFields } from '../messages/content.ts';
import { toMoment } from '../scenario/conditions.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { ownerActor } from './session.ts';

export interface OperatorOptions {
  database: Database;
  tickets: Tickets<LaneTicket>;
  shard: number;
  retryDeadlineMs: number;
}

const offset = laxInt({ ge: 0, default: 0 });
const longestHoldMinutes = 30 * 24 * 60;

/** The operator's side: what is said in dialogs, and taking them over from the scenario and giving them back. */
export function dialogRoutes(plain: FastifyInstance, options: OperatorOptions): void {
  const { database, tickets, shard } = options;
  const app = plain.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/dialogs',
    { schema: { querystring: z.object({ held: laxBool().optional(), offset }) } },
    async ({ projectId, query }) =>
      pageOf(await listDialogs(database, projectId, query), query.offset, dialogPage),
  );

  app.get(
    '/dialogs/:identity_id/messages',
    { schema: { querystring: z.object({ offset }) } },
    async (request) => {
      const { projectId, query } = request;
      const identityId = identityOf(request);
      const { rows } = await database.query(
        'SELECT 1 FROM dialog.identities WHERE project_id = $1 AND id = $2',
        [projectId, identityId],
      );
      if (rows.length === 0) throw identityNotFound();
      const items = await readHistory(database, projectId, identityId, query.offset);
      return pageOf(items, query.offset, historyPage);
    },
  );

  app.post(
    '/dialogs/:identity_id/messages',
    { schema: { body: z.object(contentFields) } },
    async (request, reply) => {
      const asked = askedBy(request);
      const said = await database.transaction((tx) => sayAsOperator(tx, options, asked, request.body));
      if (!said) throw identityNotFound();
      tickets.send(said.wake);
      return reply.code(202).send({ message_id: said.messageId, status: 'queued' });
    },
  );

  app.post(
    '/dialogs/:identity_id/hold',
    {
      schema: {
        body: z
          .object({
            until: text({ max: 40 }).nullish(),
            minutes: laxInt({ ge: 1, le: longestHoldMinutes }).nullish(),
          })
          .nullish(),
      },
    },
    async (request) => {
      const asked = askedBy(request);
      const until = endOfHold(request.body ?? {});
      const by = request.owner.email;
      const isHeld = await database.transaction((tx) => holdDialog(tx, asked, { by, until }));
      if (!isHeld) throw identityNotFound();
      const [dialog] = await listDialogs(database, asked.projectId, { identityId: asked.identityId });
      return dialog;
    },
  );

  app.post('/dialogs/:identity_id/release', async (request, reply) => {
    const asked = askedBy(request);
    const wake = await database.transaction((tx) => releaseDialog(tx, shard, asked));
    if (wake === 'missing') throw identityNotFound();
    if (wake === 'not_held') throw notHeld();
    tickets.send(wake);
    return reply.code(202).send({ identity_id: showId('identity', asked.identityId), status: 'queued' });
  });
}

function pageOf<Item>(items: Item[], from: number, size: number) {
  return { items: items.slice(0, size), next_offset: items.length > size ? from + size : null };
}

function askedBy(request: FastifyRequest): OperatorRequest {
  const { projectId, id: requestId } = request;
  return { projectId, identityId: identityOf(request), actor: ownerActor(request), requestId };
}

/** @throws Problem 404 for what cannot be an id. */
function identityOf(request: FastifyRequest): string {
  const id = readId('identity', (request.params as { identity_id: string }).identity_id);
  if (!id) throw identityNotFound();
  return id;
}

/** When a hold ends by itself; null where it lasts until it is released. @throws ValidationProblem */
function endOfHold({
  until,
  minutes,
}: {
  until?: string | null | undefined;
  minutes?: number | null | undefined;
}): Date | null {
  if (minutes != null && until != null) {
    throw new ValidationProblem([
      valueError(['body', 'minutes'], 'give until or minutes, not both', minutes),
    ]);
  }
  if (minutes != null) return new Date(Date.now() + minutes * 60_000);
  if (until == null) return null;
  const moment = toMoment(until);
  if (moment === undefined || moment <= Date.now() || moment > Date.now() + longestHoldMinutes * 60_000) {
    const message = 'until must be a moment of RFC 3339 in the future, at most 30 days away';
    throw new ValidationProblem([valueError(['body', 'until'], message, until)]);
  }
  return new Date(moment);
}

function notHeld(): Problem {
  return new Problem(409, 'dialog_not_held', 'No operator has this dialog; the scenario goes on with it.');
}

function identityNotFound(): Problem {
  return new Problem(404, 'identity_not_found', 'This project has no such identity.');
}
