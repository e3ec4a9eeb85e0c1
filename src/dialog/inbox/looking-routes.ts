import { z } from 'zod';
import type { Database } from '../../platform/postgres.ts';
import { endpoint } from '../../platform/routes.ts';
import { laxInt } from '../http/fields.ts';
import { namedBody, nothing } from '../http/shapes.ts';
import { lookingEvent } from '../live/looking.ts';
import type { LiveStreams } from '../live/streams.ts';
import { conversationPath, customerOf } from './conversation-routes.ts';
import { conversationNotFound } from './not-found.ts';
import { isConversation } from './notes.ts';

/** Most seconds for which somebody is shown as looking. */
const mostSeconds = 60;

export const sayThatOperatorLooks = endpoint(
  {
    operationId: 'sayThatOperatorLooks',
    tags: ['Inbox'],
    summary: 'Say that you look at a conversation',
    description:
      'Repeat it while you do. Others are told by `looking` on the stream of the project, and the customer is not. It may be lost, and nothing is stored.',
    params: conversationPath,
    body: namedBody(
      'Looking',
      z.object({
        seconds: laxInt({ ge: 0, le: mostSeconds, default: 30 }).describe(
          'For how long you are shown as looking; 0 if you have left.',
        ),
      }),
      { seconds: 30 },
    ),
    answers: { 204: nothing('Others are told.') },
    errors: ['conversation_not_found'],
  },
  async (request, reply, { database, live }: { database: Database; live: LiveStreams }) => {
    const { projectId, owner, params, body } = request;
    const profileId = customerOf(params);
    if (!(await isConversation(database, projectId, profileId))) throw conversationNotFound();
    live.announce(lookingEvent({ projectId, profileId }, owner, body.seconds));
    return reply.code(204).send();
  },
);
