import { z } from 'zod';
import { clientGone } from '../../platform/client-gone.ts';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { literal, text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { searchConversations, searchCustomers } from './find.ts';
import { foundShape } from './shapes.ts';

export const searchProject = endpoint(
  {
    operationId: 'search',
    tags: ['Customers'],
    summary: 'Search customers and what was said',
    description:
      'All words have to be there, the last one may be the beginning of a word. Customers are found by the names and external ids of their ' +
      'accounts, and by the phone number or mail address that the customer fields name; conversations by their messages. A new message is ' +
      'found a moment after it was accepted.',
    params: projectPath,
    querystring: z.object({
      q: text({ min: 1, max: 200 }).describe('What to look for; at most ten words count.'),
      type: literal(['customers', 'conversations']).optional().describe('Only one of the two.'),
    }),
    answers: { 200: foundShape.describe('The newest 200 hits of each.') },
  },
  async ({ projectId, query: { q, type } }, reply, parts: { searches: Database }) => {
    const database = parts.searches.reading(clientGone(reply));
    const [customers, conversations] = await Promise.all([
      type === 'conversations' ? undefined : searchCustomers(database, projectId, q),
      type === 'customers' ? undefined : searchConversations(database, projectId, q),
    ]);
    return { ...(customers && { customers }), ...(conversations && { conversations }) };
  },
);
