import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import type { Queryable } from '../../../platform/postgres.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { identities } from '../../schema.ts';
import type { Typing } from '../channel-type.ts';

/** The topic of notices that a message to a visitor is being written. Payload: as `readTyping` reads it. */
export const typingTopic = 'parley_webchat_typing';

const notice = z.object({
  /** The visitor, as `noticeOf` names them. */
  visitor: z.string(),
  typing: z.object({
    /** Absent while a person types. */
    message_id: z.string().optional(),
    author: z.enum(['scenario', 'operator']),
    /** The person who types, as customers see them. */
    name: z.string().optional(),
    /** `file_…` */
    picture: z.string().optional(),
    /** How long it will take; 0 if a person has finished. */
    ms: z.number(),
  }),
});

/** That a message to a visitor is being written. */
export type TypingNotice = z.infer<typeof notice>;

const i = alias(identities, 'i');

const notify = statement({
  name: 'webchat-typing',
  params: {
    projectId: i.projectId,
    identityId: i.id,
    /** JSON text. */
    said: types.text,
  },
  query: ({ projectId, identityId, said }) => sql`
    SELECT pg_notify(${typingTopic}, json_build_object(
      'visitor', ${i.channelId} || ' ' || ${i.externalId}, 'typing', ${said}::json)::text)
    FROM ${identities} AS ${i} WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

/** Tells listening tabs, and those that connect while it goes on. It is stored nowhere but in the memory of the processes. */
export const typing: Typing = {
  longestMs: 60_000,
  async show({ projectId, identityId, messageId, author, name, picture }, ms, { database }) {
    const said: TypingNotice['typing'] = {
      ...(messageId !== undefined && { message_id: messageId }),
      author,
      ...(name !== undefined && { name }),
      ...(picture !== undefined && { picture }),
      ms,
    };
    await notify.run(database, {
      ...{ projectId, identityId: readId('identity', identityId)! },
      said: JSON.stringify(said),
    });
  },
};

/** Says that nobody types any more, since a person has sent what they wrote: who connects now would see it still. */
export async function endTyping(
  database: Queryable,
  place: { projectId: string; identityId: string },
): Promise<void> {
  const said: TypingNotice['typing'] = { author: 'operator', ms: 0 };
  await notify.run(database, { ...place, said: JSON.stringify(said) });
}

/** Reads the payload of a notice; undefined for that of another build. */
export function readTyping(payload: string): TypingNotice | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
