import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId, showId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { contentFields } from '../content/content.ts';
import { holdDialog as hold, type OperatorRequest, releaseDialog as release } from '../dialogs/hold.ts';
import { fingerprintOf, idempotencyHeaders, replayedHeader } from '../gate/idempotency.ts';
import { ownerActor } from '../gate/session.ts';
import { cursorPage } from '../http/cursors.ts';
import { laxBool, laxInt, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { mayBeLeftOut, namedBody, pageOf } from '../http/shapes.ts';
import { ValidationProblem, valueError } from '../http/validation.ts';
import { isIdentity } from '../profiles/identities.ts';
import { dialogFor } from '../rights/sight.ts';
import { toMoment } from '../scenario/conditions.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import { leaveToScenario, takeByAnswer } from './assignment.ts';
import { historyPage, readHistory } from './history.ts';
import { dialogFilters, listDialogs as findDialogs } from './list.ts';
import { sayAsOperator as queueOperatorMessage } from './operator-message.ts';
import { acceptedMessageShape, acceptedReleaseShape, dialogShape, historyItemShape } from './shapes.ts';

interface OperatorParts {
  database: Database;
  tickets: Tickets<LaneTicket>;
  queue: TaskQueue;
  retryDeadlineMs: number;
}

const offset = laxInt({ ge: 0, default: 0 });
const longestHoldMinutes = 30 * 24 * 60;

export const dialogPath = projectPath.extend({ identity_id: z.string().describe('`idn_…`') });

const operatorMessage = namedBody(
  'OperatorMessage',
  z
    .object({
      ...contentFields,
      text: contentFields.text.optional().describe('1 to 3000 code points. Required without `attachments`.'),
      takes_dialog: laxBool({ default: false }).describe(
        'Whoever answers leads the dialog from then on: the scenario is silent, and a customer who waits for a person waits no longer. What ' +
          'somebody else leads or sees to stays with them, and the message is sent all the same.',
      ),
    })
    .superRefine(({ text: said, attachments }, ctx) => {
      if (said !== undefined || attachments !== undefined) return;
      ctx.addIssue({ code: 'invalid_type', expected: 'string', path: ['text'], input: undefined });
    }),
  {
    text: 'Hello, this is Ann. How can I help?',
    buttons: [],
    keyboard: 'reply',
    columns: 1,
    format: 'plain',
    image: '',
    variants: {},
  },
);

export const listDialogs = endpoint(
  {
    operationId: 'listDialogs',
    tags: ['Dialogs'],
    summary: 'List dialogs',
    params: projectPath,
    querystring: z.object({ ...dialogFilters, offset }),
    answers: { 200: pageOf(dialogShape, 'At most 100, the one that moved last first.') },
  },
  async ({ projectId, roles, query }, _reply, { database }: OperatorParts) => {
    const found = await findDialogs(database, projectId, query);
    return pageFrom(
      found.map((dialog) => dialogFor(roles, dialog)),
      query.offset,
      cursorPage,
    );
  },
);

export const listDialogMessages = endpoint(
  {
    operationId: 'listDialogMessages',
    tags: ['Dialogs'],
    summary: 'Read what was said in a dialog',
    description:
      'With what the scenario did on each word of the customer. Messages of the sandbox arrive here.',
    params: dialogPath,
    querystring: z.object({
      offset,
      outputs: laxBool({ default: false }).describe('With what came of each step.'),
    }),
    answers: { 200: pageOf(historyItemShape, 'At most 100, newest first.') },
    errors: ['identity_not_found'],
  },
  async (request, _reply, { database }: OperatorParts) => {
    const { projectId, query } = request;
    const identityId = identityOf(request.params);
    if (!(await isIdentity(database, projectId, identityId))) throw identityNotFound();
    const items = await readHistory(database, projectId, identityId, query);
    return pageFrom(items, query.offset, historyPage);
  },
);

export const sayAsOperator = endpoint(
  {
    operationId: 'sayAsOperator',
    tags: ['Dialogs'],
    summary: 'Say something as an operator',
    description:
      'With an `Idempotency-Key` the message is sent once, even if the request is repeated. Whoever answers sees to the conversation from then ' +
      'on, if nobody does.',
    params: dialogPath,
    headers: idempotencyHeaders.partial(),
    body: operatorMessage,
    answers: {
      202: acceptedMessageShape
        .describe('The message is stored and will be sent once.')
        .meta({ headers: replayedHeader }),
    },
    errors: ['identity_not_found', 'file_not_found', 'idempotency_key_reused'],
  },
  async (request, reply, parts: OperatorParts) => {
    const { database, tickets } = parts;
    const asked = askedBy(request, request.params);
    const { takes_dialog: takesDialog, ...content } = request.body;
    const key = request.headers['idempotency-key'];
    const repeatable = key === undefined ? undefined : { key, fingerprint: fingerprintOf(request) };
    const said = await untilNotOvertaken(() =>
      database.transaction(async (tx) => {
        const first = () => takeByAnswer(tx, asked, request.owner, asked, takesDialog);
        return queueOperatorMessage(
          tx,
          parts,
          asked,
          { ...content, text: content.text ?? '' },
          { repeatable, first },
        );
      }),
    );
    if (!said) throw identityNotFound();
    tickets.send(said.wake);
    if (said.isReplayed) reply.header('Idempotency-Replayed', 'true');
    return reply.code(202).send({ message_id: said.messageId, status: 'queued' });
  },
);

export const holdDialog = endpoint(
  {
    operationId: 'holdDialog',
    tags: ['Dialogs'],
    summary: 'Take a dialog from the scenario',
    description: 'At once, for at most 30 days or until it is released.',
    params: dialogPath,
    body: mayBeLeftOut(
      namedBody(
        'Hold',
        z.object({
          until: text({ max: 40 }).nullish(),
          minutes: laxInt({ ge: 1, le: longestHoldMinutes }).nullish(),
        }),
        { minutes: 60 },
      ),
    ),
    answers: { 200: dialogShape.describe('The dialog.') },
    errors: ['identity_not_found'],
  },
  async (request, _reply, { database }: OperatorParts) => {
    const asked = askedBy(request, request.params);
    const until = endOfHold(request.body ?? {});
    const by = request.owner.email;
    const isHeld = await hold(database, asked, { by, until });
    if (!isHeld) throw identityNotFound();
    const [dialog] = await findDialogs(database, asked.projectId, { identityId: asked.identityId });
    return dialog!;
  },
);

export const releaseDialog = endpoint(
  {
    operationId: 'releaseDialog',
    tags: ['Dialogs'],
    summary: 'Give a dialog back to the scenario',
    description: 'Whoever saw to the conversation and gives it back sees to it no more.',
    params: dialogPath,
    answers: { 202: acceptedReleaseShape.describe('It will be given back.') },
    errors: ['identity_not_found', 'dialog_not_held'],
  },
  async (request, reply, { database, tickets, queue }: OperatorParts) => {
    const asked = askedBy(request, request.params);
    const wake = await untilNotOvertaken(() =>
      database.transaction(async (tx) => {
        await leaveToScenario(tx, asked, request.owner.id, asked);
        return release(tx, queue, asked);
      }),
    );
    if (wake === 'missing') throw identityNotFound();
    if (wake === 'not_held') throw notHeld();
    tickets.send(wake);
    return reply.code(202).send({ identity_id: showId('identity', asked.identityId), status: 'queued' });
  },
);

function pageFrom<Item>(items: Item[], from: number, size: number) {
  return { items: items.slice(0, size), next_offset: items.length > size ? from + size : null };
}

type DialogPath = z.output<typeof dialogPath>;

function askedBy(request: FastifyRequest, path: DialogPath): OperatorRequest {
  const { projectId, id: requestId } = request;
  return { projectId, identityId: identityOf(path), actor: ownerActor(request), requestId };
}

/** @throws Problem 404 if the text cannot be an id */
export function identityOf({ identity_id: publicId }: DialogPath): string {
  const id = readId('identity', publicId);
  if (!id) throw identityNotFound();
  return id;
}

/** When a hold expires; null if it lasts until it is released. @throws ValidationProblem */
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

/** The answer for an account that the project does not have. */
export function identityNotFound(): Problem {
  return new Problem(404, 'identity_not_found', 'This project has no such identity.');
}
