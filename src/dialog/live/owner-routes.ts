import { z } from 'zod';
import { beginEvents } from '../../platform/event-stream.ts';
import { Problem } from '../../platform/problem.ts';
import { endpoint } from '../../platform/routes.ts';
import { text } from '../http/fields.ts';
import { projectPath } from '../http/path.ts';
import { liveEvents } from './shapes.ts';
import type { LiveStreams } from './streams.ts';

interface LiveRouteParts {
  live: LiveStreams;
}

export const streamProject = endpoint(
  {
    operationId: 'streamProject',
    tags: ['Oversight'],
    summary: 'See what happens as it happens',
    description:
      'Server-sent events, for `EventSource` in a browser. What is on record comes within a second, in the order of the audit log, each entry once: ' +
      'its kind is the name of the event, its number the id. Only what your role may see is sent. ' +
      'The first event is `open`, with your place. A client that comes back with `Last-Event-ID`, as browsers do, or with `cursor`, gets what it ' +
      'missed; if that is older than an hour or not known, it gets `reset` instead, should read anew what it shows, and goes on from now. `figures`, ' +
      '`role` and what passes, such as `typing`, have no id and are not repeated. The stream ends with your session or your role in the project. A personal token cannot open it.',
    params: projectPath,
    querystring: z.object({
      cursor: text({ max: 40 })
        .nullish()
        .describe('Like `Last-Event-ID`, which comes first, for clients that cannot send it.'),
    }),
    headers: z.object({
      'last-event-id': z.string().optional().describe('The id of the last event that the client got.'),
    }),
    answers: { 200: liveEvents.describe('The events, for as long as the connection lasts.') },
    errors: ['session_only', 'too_many_streams'],
  },
  async (request, reply, { live }: LiveRouteParts) => {
    const { projectId, roles, owner, headers, query } = request;
    // What a stream sends is decided again and again by the session and the role, for hours; of a token it would know neither.
    if (owner.token)
      throw new Problem(403, 'session_only', 'A personal token cannot open a stream: log in for it.');
    const standing = { projectId, personId: owner.id, sessionId: owner.sessionId };
    live.admit(standing);
    const cursor = headers['last-event-id'] || query.cursor || undefined;
    live.add({ ...standing, role: roles[0], cursor }, beginEvents(reply));
    return reply;
  },
);
