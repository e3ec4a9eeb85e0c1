import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newId, readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { writeAudit } from '../audit/entry.ts';
import { resolveContent } from '../content/content.ts';
import { contentOf, revision } from '../content/payload.ts';
import { ownerActor } from '../gate/session.ts';
import { text } from '../http/fields.ts';
import { named, namedBody } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { faultsOn } from '../messages/faults.ts';
import { recipientOf } from '../messages/recipients.ts';
import { findMessage, hindranceTo } from '../messages/revise.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { dialogPath, identityNotFound, identityOf } from './owner-routes.ts';

/** What people have said is edited and deleted, where the channel can. */

interface RevisionParts {
  database: Database;
  queue: TaskQueue;
  tickets: Tickets<LaneTicket>;
  retryDeadlineMs: number;
}

const messagePath = dialogPath.extend({ message_id: z.string().describe('`msg_…`') });

const acceptedRevision = named(
  'AcceptedRevision',
  z.object({ revision_id: z.string().describe('`rev_…`'), status: z.literal('queued') }),
  { revision_id: 'rev_01m7w94d2te1hr9nk5v3p8x6cz', status: 'queued' },
);

const told = {
  tags: ['Dialogs'],
  params: messagePath,
  answers: { 202: acceptedRevision.describe('It will be done once.') },
  errors: ['identity_not_found', 'message_not_found', 'message_not_changeable'],
} as const;

const possible =
  'Web chats can, and Telegram within two days. When the customer sees it, the audit log has `message.edited` or `message.deleted`; if that ' +
  'cannot be known, the `rev_…` is among the unknown outcomes.';

export const editMessage = endpoint(
  {
    ...told,
    operationId: 'editMessage',
    summary: 'Give a message of a person another text',
    description: `${possible} Its format stays. Messages with buttons, and in Telegram with pictures or files, cannot be edited.`,
    body: namedBody('MessageRevision', z.object({ text: text({ min: 1, max: 3000 }) }), {
      text: 'Hello, this is Ann. How may I help?',
    }),
    errors: [...told.errors],
  },
  async (request, reply, parts: RevisionParts) =>
    reply.code(202).send(await accept(request, parts, request.body.text)),
);

export const deleteMessage = endpoint(
  {
    ...told,
    operationId: 'deleteMessage',
    summary: 'Delete a message of a person',
    description: `For the customer and on record: only that there was one stays. ${possible}`,
    errors: [...told.errors],
  },
  async (request, reply, parts: RevisionParts) => reply.code(202).send(await accept(request, parts, null)),
);

/** @param changed the new text; null to delete the message */
async function accept(
  request: FastifyRequest & { params: z.output<typeof messagePath> },
  { database, queue, tickets, retryDeadlineMs }: RevisionParts,
  changed: string | null,
): Promise<z.output<typeof acceptedRevision>> {
  const { projectId, params, owner, id: requestId } = request;
  const identityId = identityOf(params);
  const messageId = readId('message', params.message_id);
  const id = newId();
  const wake = await database.transaction(async (tx) => {
    const recipient = await recipientOf(tx, { projectId, identityId });
    if (!recipient) throw identityNotFound();
    const known = messageId && (await findMessage(tx, projectId, messageId));
    if (!known || known.identityId !== identityId) throw messageNotFound();
    const hindrance = hindranceTo(known, recipient.type, changed === null);
    if (hindrance) throw new Problem(409, 'message_not_changeable', hindrance);
    if (changed !== null) {
      const content = {
        ...resolveContent(contentOf(known.payload), recipient.type),
        variants: {},
        text: changed,
      };
      const faults = faultsOn(content, recipient.type);
      if (faults.length > 0)
        throw new ValidationProblem(
          faults.map(({ loc, message, input }) => valueError(['body', ...loc], message, input)),
        );
    }
    const { environment } = known;
    await writeAudit(tx, {
      ...{ projectId, actor: ownerActor(request), requestId, identityId, environment },
      action: 'revision.accepted',
      subject: { type: 'revision', id: showId('revision', id) },
      data: {
        ...{ identity_id: showId('identity', identityId), message_id: params.message_id },
        deletes: changed === null,
      },
    });
    const task = revision.task({
      ...{ id, identityId, environment: null, target: 'channel' },
      payload: {
        ...{ message_id: params.message_id, text: changed },
        by: { id: showId('owner', owner.id), email: owner.email },
      },
    });
    return queue.add(tx, [{ projectId, task, requestId, deadlineMs: retryDeadlineMs }]);
  });
  tickets.send(wake);
  return { revision_id: showId('revision', id), status: 'queued' };
}

function messageNotFound(): Problem {
  return new Problem(
    404,
    'message_not_found',
    'This dialog has no such message to the customer, or it is older than messages can be changed.',
  );
}
