import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readId } from '../../platform/ids.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { channelTypeByName } from '../channels/types.ts';
import { cursorField, pageUpTo } from '../http/cursors.ts';
import { projectPath } from '../http/path.ts';
import { nothing } from '../http/shapes.ts';
import {
  conversationFilters,
  countConversations,
  cursorAfter,
  findConversation,
  listConversations as findConversations,
  placeAt,
  presentConversation,
} from './conversation-list.ts';
import { conversationCountsShape, conversationPageShape, conversationShape } from './conversation-shapes.ts';
import { conversationNotFound } from './not-found.ts';
import { markConversation, type Reader } from './unread.ts';

interface ConversationParts {
  database: Database;
}

export const conversationPath = projectPath.extend({ profile_id: z.string().describe('`prof_…`') });

export const listConversations = endpoint(
  {
    operationId: 'listConversations',
    tags: ['Inbox'],
    summary: 'List conversations',
    description:
      'One for each customer, over all their channels. A conversation begins when the customer says something, a person is asked ' +
      'for, or an operator writes; the list follows within a second. It is ordered by what customers say: answers, and messages of ' +
      'clients to many, do not move it. A conversation in which the customer speaks while pages are read comes to the beginning.',
    params: projectPath,
    querystring: z.object({
      ...conversationFilters,
      cursor: cursorField((shown) => placeAt(shown) !== undefined),
    }),
    answers: { 200: conversationPageShape },
  },
  async (request, _reply, { database }: ConversationParts) => {
    const { cursor, ...filters } = request.query;
    const rows = await findConversations(database, readerOf(request), filters, placeAt(cursor));
    return pageUpTo(rows, presentConversation, cursorAfter);
  },
);

export const readConversationCounts = endpoint(
  {
    operationId: 'countConversations',
    tags: ['Inbox'],
    summary: 'Count open conversations',
    description: 'By the filters of the list, each up to 100.',
    params: projectPath,
    querystring: z.object({ environment: conversationFilters.environment }),
    answers: { 200: conversationCountsShape.describe('The counts.') },
  },
  (request, _reply, { database }: ConversationParts) =>
    countConversations(database, readerOf(request), request.query),
);

export const readConversation = endpoint(
  {
    operationId: 'readConversation',
    tags: ['Inbox'],
    summary: 'Read a conversation',
    description: 'Without what was said: that is the time line of the profile.',
    params: conversationPath,
    answers: { 200: conversationShape.describe('The conversation.') },
    errors: ['conversation_not_found'],
  },
  async (request, _reply, { database }: ConversationParts) => {
    const found = await findConversation(database, readerOf(request), customerOf(request.params));
    if (!found) throw conversationNotFound();
    return presentConversation(found);
  },
);

const marking = (operationId: string, summary: string, description: string, isRead: boolean) =>
  endpoint(
    {
      operationId,
      tags: ['Inbox'],
      summary,
      description,
      params: conversationPath,
      answers: { 204: nothing('It is noted.') },
      errors: ['conversation_not_found'],
    },
    async (request, reply, { database }: ConversationParts) => {
      const profileId = customerOf(request.params);
      if (!(await markConversation(database, { ...readerOf(request), profileId, isRead }))) {
        throw conversationNotFound();
      }
      if (isRead) await showCustomer(database, request.projectId, profileId);
      return reply.code(204).send();
    },
  );

/** Shows a customer that what they said was read, where their channel can. */
async function showCustomer(database: Database, projectId: string, profileId: string): Promise<void> {
  for (const { showSeen } of Object.values(channelTypeByName))
    await showSeen?.(database, { projectId, profileId });
}

export const markConversationRead = marking(
  'markConversationRead',
  'Note that you have read a conversation',
  'Your colleagues still find it unread. A visitor of a web chat sees that what they said was read.',
  true,
);
export const markConversationUnread = marking(
  'markConversationUnread',
  'Find a conversation unread again',
  'For you alone.',
  false,
);

const readerOf = ({ projectId, owner }: FastifyRequest): Reader => ({ projectId, personId: owner.id });

/** @throws Problem 404 if the text cannot be an id */
export function customerOf({ profile_id: shown }: z.output<typeof conversationPath>): string {
  const id = readId('profile', shown);
  if (!id) throw conversationNotFound();
  return id;
}
