import { z } from 'zod';
import type { Database } from '../../../platform/postgres.ts';
import type { RateLimiter } from '../../../platform/rate-limit.ts';
import { endpoint } from '../../../platform/routes.ts';
import { limitPerMinute } from '../../gate/per-minute.ts';
import type { LiveStreams } from '../../live/streams.ts';
import { typingEvent } from '../../live/typing.ts';
import { accountOf } from '../../profiles/identities.ts';

const saidPerMinute = 30;

/** Takes the report that a visitor types, and tells the people who answer customers. A visitor who has said nothing yet is nobody to them. */
export const sayThatVisitorTypes = endpoint(
  { params: z.object({ channel_id: z.string() }) },
  async (
    request,
    reply,
    { database, limiter, live }: { database: Database; limiter: RateLimiter; live: LiveStreams },
  ) => {
    const { visitor } = request;
    await limitPerMinute(limiter, `chat-typing:${visitor.id}`, saidPerMinute, 'typing_too_often');
    const account = await accountOf(database, visitor);
    if (account) live.announce(typingEvent({ projectId: visitor.projectId, ...account }));
    return reply.code(204).send();
  },
);
