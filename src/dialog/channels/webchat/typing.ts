import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { readId } from '../../../platform/ids.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { identities } from '../../schema.ts';
import type { Typing } from '../channel-type.ts';

/** The topic of notices that a message to a visitor is being written. Payload: as `readTyping` reads it. */
export const typingTopic = 'parley_webchat_typing';

/** That a message to a visitor is being written. */
export interface TypingNotice {
  messageId: string;
  author: 'scenario' | 'operator';
  /** How long it will take. */
  ms: number;
  /** The visitor, as `noticeOf` names them. */
  visitor: string;
}

const i = alias(identities, 'i');

const notify = statement({
  name: 'webchat-typing',
  params: { projectId: i.projectId, identityId: i.id, said: types.text },
  query: ({ projectId, identityId, said }) => sql`
    SELECT pg_notify(${typingTopic}, ${said} || ' ' || ${i.channelId} || ' ' || ${i.externalId}) FROM ${identities} AS ${i}
    WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

/** Tells listening tabs. It is stored nowhere: a tab that opens later sees only the message. */
export const typing: Typing = {
  longestMs: 60_000,
  async show({ projectId, identityId, messageId, author }, ms, { database }) {
    const said = `${messageId} ${author} ${ms}`;
    await notify.run(database, { projectId, identityId: readId('identity', identityId)!, said });
  },
};

/** Reads the payload of a notice; undefined for that of another build. */
export function readTyping(payload: string): TypingNotice | undefined {
  const [, messageId, author, ms, visitor] =
    /^(\S+) (scenario|operator) (\d{1,6}) (.+)$/s.exec(payload) ?? [];
  if (visitor === undefined) return undefined;
  return { messageId: messageId!, author: author as TypingNotice['author'], ms: Number(ms), visitor };
}
