import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { listOf } from '../http/shapes.ts';
import { identitiesOf } from './accounts.ts';
import { conversationPath, customerOf } from './conversation-routes.ts';
import { leadChangeShape, readLead } from './lead.ts';
import { conversationNotFound } from './not-found.ts';
import { isConversation } from './notes.ts';

export const listLeadChanges = endpoint(
  {
    operationId: 'listConversationLead',
    tags: ['Inbox'],
    summary: 'Read who has led the dialogs of a customer',
    description:
      'When people took them from the scenario and gave them back, and when the conversation was closed. It goes back as far as the audit log.',
    params: conversationPath,
    answers: { 200: listOf(leadChangeShape, 'At most the 100 newest, newest first.', 'LeadChangeList') },
    errors: ['conversation_not_found'],
  },
  async (request, _reply, { database }: { database: Database }) => {
    const { projectId } = request;
    const profileId = customerOf(request.params);
    if (!(await isConversation(database, projectId, profileId))) throw conversationNotFound();
    const identityIds = await identitiesOf(database, projectId, profileId);
    return { items: await readLead(database, { projectId, profileId, identityIds }) };
  },
);
