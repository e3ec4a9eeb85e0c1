import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { name } from '../../../platform/sql-expressions.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { identities } from '../../schema.ts';
import type { Revising } from '../channel-type.ts';
import { webchatMessages } from './schema.ts';
import { type ShownMessage, type SignFile, show, shownColumns, type VisitorPlace } from './transcript.ts';

/** The topic of notices that a message was changed or deleted. Payload: as `readRevisionNotice` reads it. */
export const revisionTopic = 'parley_webchat_revision';

const notice = z.object({
  /** The visitor, as `noticeOf` names them. */
  visitor: z.string(),
  message_id: z.string(),
});

const i = alias(identities, 'i');
const m = alias(webchatMessages, 'm');

const revise = statement({
  name: 'webchat-revise',
  prepared: false,
  params: {
    projectId: m.projectId,
    identityId: m.identityId,
    messageId: m.messageId,
    content: types.jsonText,
    /** Whether that is all of it. */
    isAll: types.boolean,
    shown: types.text,
  },
  query: ({ projectId, identityId, messageId, content, isAll, shown }) => sql`
    WITH revised AS (
      UPDATE ${webchatMessages} AS ${m} SET ${name(m.content)} =
        CASE WHEN ${isAll} THEN ${content} ELSE (${m.content}::jsonb || ${content}::jsonb)::json END
      WHERE ${m.projectId} = ${projectId} AND ${m.identityId} = ${identityId} AND ${m.messageId} = ${messageId}
      RETURNING ${m.identityId}
    )
    SELECT pg_notify(${revisionTopic}, json_build_object(
      'visitor', ${i.channelId} || ' ' || ${i.externalId}, 'message_id', ${shown})::text)
    FROM revised JOIN ${identities} AS ${i} ON ${i.projectId} = ${projectId} AND ${i.id} = revised.identity_id`,
});

const findMessage = statement({
  name: 'webchat-revised',
  prepared: false,
  params: { projectId: m.projectId, messageId: m.messageId },
  columns: shownColumns,
  query: ({ projectId, messageId }, columns) => sql`
    SELECT ${columns} FROM ${webchatMessages} AS ${m}
    WHERE ${m.projectId} = ${projectId} AND ${m.messageId} = ${messageId}`,
});

/** Changes the transcript, and tells listening tabs. It may be repeated, so it never begins. */
export const revising: Revising = {
  hindrance: ({ content }, isDeletion) =>
    !isDeletion && content.buttons.length > 0
      ? 'Only messages without buttons can be edited. Delete it and send another.'
      : undefined,
  async revise({ projectId, identityId, messageId }, text, at, _begin, { database }) {
    const revised = { text: text ?? '', revised_at: at, ...(text === null && { deleted: true }) };
    await revise.run(database, {
      ...{ projectId, identityId: readId('identity', identityId)!, messageId: readId('message', messageId)! },
      ...{ content: JSON.stringify(revised), isAll: text === null, shown: messageId },
    });
    return { state: 'succeeded' };
  },
};

/** Reads the payload of a notice; undefined for that of another build. */
export function readRevisionNotice(payload: string): z.infer<typeof notice> | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** A message of a transcript as its visitor sees it now. @param shownId `msg_…` */
export async function readRevised(
  database: Database,
  { projectId, channelId }: Pick<VisitorPlace, 'projectId' | 'channelId'>,
  shownId: string,
  sign: SignFile,
): Promise<ShownMessage | undefined> {
  const messageId = readId('message', shownId);
  const row = messageId && (await findMessage.first(database, { projectId, messageId }));
  return row ? show(row, channelId, sign) : undefined;
}
