import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import type { Tickets } from '../../platform/tickets.ts';
import { releaseDialogs } from '../dialogs/hold.ts';
import { ownerActor } from '../gate/session.ts';
import { laxBool, list, text } from '../http/fields.ts';
import { mayBeLeftOut, namedBody } from '../http/shapes.ts';
import { untilNotOvertaken } from '../tasks/overtaken.ts';
import type { TaskQueue } from '../tasks/queue.ts';
import type { LaneTicket } from '../tasks/task.ts';
import {
  type Assignment,
  assign,
  type Doer,
  type HeldConversation,
  holdConversation,
  take,
} from './assignment.ts';
import { askForRating, setConversationOpen } from './closing.ts';
import { findConversation, presentConversation } from './conversation-list.ts';
import { conversationPath, customerOf } from './conversation-routes.ts';
import { conversationShape } from './conversation-shapes.ts';
import { writeNote } from './notes.ts';
import { servingPeople, whoServes } from './people.ts';
import { keptTeam } from './team-routes.ts';

interface AssignmentParts {
  database: Database;
  queue: TaskQueue;
  tickets: Tickets<LaneTicket>;
  retryDeadlineMs: number;
}

type ConversationRequest = FastifyRequest & { params: z.output<typeof conversationPath> };

const answers = { 200: conversationShape.describe('The conversation as it is now.') };

/** Does something with the conversation of the path, in one transaction, and shows it. */
async function change(
  request: ConversationRequest,
  { database }: AssignmentParts,
  work: (tx: Transaction, conversation: HeldConversation, doer: Doer) => Promise<void>,
): Promise<z.output<typeof conversationShape>> {
  const { projectId, owner } = request;
  const profileId = customerOf(request.params);
  const doer = { actor: ownerActor(request), requestId: request.id };
  await untilNotOvertaken(() =>
    database.transaction(async (tx) => work(tx, await holdConversation(tx, projectId, profileId), doer)),
  );
  const found = await findConversation(database, { projectId, personId: owner.id }, profileId);
  return presentConversation(found!);
}

export const takeConversation = endpoint(
  {
    operationId: 'takeConversation',
    tags: ['Inbox'],
    summary: 'See to a conversation yourself',
    description:
      'Of several who take it at once one gets it; the others get a 409 that names whoever has it. A dialog that waits for a person ' +
      'is yours from then on, until it is released.',
    params: conversationPath,
    answers,
    errors: ['conversation_not_found', 'conversation_taken'],
  },
  (request, _reply, parts: AssignmentParts) =>
    change(request, parts, (tx, conversation, doer) => take(tx, conversation, request.owner, doer)),
);

const note = {
  note: text({ min: 1, max: 3000 }).optional().describe('Added to the notes.'),
  mentions: list(text({ max: 40 }), { max: 20 })
    .optional()
    .describe('People whom the note mentions, `own_…`.'),
};

export const assignConversation = endpoint(
  {
    operationId: 'assignConversation',
    tags: ['Inbox'],
    summary: 'Give a conversation to somebody',
    description:
      'To a person, to a team, or with null to nobody. A team without a person gets it into its queue: with `team_id` alone nobody ' +
      'sees to it. With `assignee_id` alone the team stays.',
    params: conversationPath,
    body: namedBody(
      'ConversationAssignment',
      z
        .object({
          assignee_id: text({ max: 40 }).nullish().describe('`own_…`, or null for nobody.'),
          team_id: text({ max: 40 }).nullish().describe('`team_…`, or null for none.'),
          ...note,
        })
        .refine(({ assignee_id, team_id }) => assignee_id !== undefined || team_id !== undefined, {
          error: 'give assignee_id, team_id or both',
        }),
      { assignee_id: 'own_01m7w90pqhf5rv2cbgk4dw6m3s', note: 'She asks about her refund.' },
    ),
    answers,
    errors: ['conversation_not_found', 'person_not_found', 'team_not_found'],
  },
  (request, _reply, parts: AssignmentParts) =>
    change(request, parts, async (tx, conversation, doer) => {
      const { projectId, body } = request;
      const team = body.team_id == null ? null : await keptTeam(tx, projectId, body.team_id);
      await assign(
        tx,
        conversation,
        {
          assignee: await assigneeOf(tx, conversation, body),
          teamId: body.team_id === undefined ? conversation.teamId : team,
        },
        doer,
        'assigned',
      );
      if (body.note === undefined) return;
      const mentions = await servingPeople(tx, projectId, body.mentions ?? []);
      const { profileId, identityId } = conversation;
      await writeNote(tx, {
        ...{ projectId, profileId, identityId, personId: request.owner.id },
        text: body.note,
        mentions,
      });
    }),
);

async function assigneeOf(
  tx: Transaction,
  { projectId, assigneeId, assigneeEmail }: HeldConversation,
  { assignee_id: wanted, team_id: team }: { assignee_id?: string | null | undefined; team_id?: unknown },
): Promise<Assignment['assignee']> {
  if (wanted === undefined) {
    const stays = team === null && assigneeId !== null;
    return stays ? { id: assigneeId, email: assigneeEmail ?? '' } : null;
  }
  if (wanted === null) return null;
  const id = readId('owner', wanted);
  const person = (await whoServes(tx, projectId)).find((each) => each.id === id);
  if (!person) {
    const message = `${wanted} is nobody in this project who may answer customers. GET /people lists the people with their roles.`;
    throw new Problem(404, 'person_not_found', message);
  }
  return person;
}

export const closeConversation = endpoint(
  {
    operationId: 'closeConversation',
    tags: ['Inbox'],
    summary: 'Close a conversation',
    description:
      'It opens again when the customer says something. The dialogs that operators have go back to the scenario, unless `release` is false.',
    params: conversationPath,
    body: mayBeLeftOut(
      namedBody(
        'ConversationClosing',
        z.object({
          release: laxBool({ default: true }),
          rating_question: text({ min: 1, max: 1000 })
            .optional()
            .describe('Asks the customer for a rating, with buttons from 1 to 5.'),
        }),
        { release: true, rating_question: 'How satisfied are you with our answer?' },
      ),
    ),
    answers,
    errors: ['conversation_not_found'],
  },
  async (request, _reply, parts: AssignmentParts) => {
    const wake: LaneTicket[] = [];
    const shown = await change(request, parts, async (tx, conversation, doer) => {
      wake.length = 0;
      const { projectId, identityIds } = conversation;
      const question = request.body?.rating_question;
      if (conversation.isOpen && question !== undefined) {
        wake.push(...(await askForRating(tx, parts, conversation, question, doer, request.owner.id)));
      }
      if (!(await setConversationOpen(tx, conversation, false, doer, request.owner.id))) return;
      if (request.body?.release === false) return;
      wake.push(...(await releaseDialogs(tx, parts.queue, { projectId, identityIds, ...doer })));
    });
    parts.tickets.send(wake);
    return shown;
  },
);

export const reopenConversation = endpoint(
  {
    operationId: 'reopenConversation',
    tags: ['Inbox'],
    summary: 'Open a closed conversation',
    params: conversationPath,
    answers,
    errors: ['conversation_not_found'],
  },
  (request, _reply, parts: AssignmentParts) =>
    change(request, parts, async (tx, conversation, doer) => {
      await setConversationOpen(tx, conversation, true, doer, request.owner.id);
    }),
);
