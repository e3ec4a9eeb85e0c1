import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { readId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { name } from '../../../platform/sql-expressions.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { identities } from '../../schema.ts';
import type { TaskOutcome } from '../../tasks/task.ts';
import type { PressToAnswer } from '../channel-type.ts';
import { webchatMessages } from './schema.ts';

/** The topic of notices that a press was answered. Payload: as `readPressNotice` reads it. */
export const pressTopic = 'parley_webchat_press';

const notice = z.object({
  /** The visitor, as `noticeOf` names them. */
  visitor: z.string(),
  press: z.object({
    message_id: z.string(),
    spent: z.boolean(),
    notice: z.string().nullable(),
    chosen: z.int().optional(),
  }),
});

/** That a press was answered. */
export type PressNotice = z.infer<typeof notice>;

const i = alias(identities, 'i');
const m = alias(webchatMessages, 'm');

const tell = statement({
  name: 'webchat-press',
  params: {
    projectId: i.projectId,
    identityId: i.id,
    messageId: m.messageId,
    spent: types.boolean,
    /** JSON text: `chosen`, if the press was taken for an answer. */
    chosen: types.jsonText,
    /** JSON text. */
    press: types.text,
  },
  query: ({ projectId, identityId, messageId, spent, chosen, press }) => sql`
    WITH spent AS (
      UPDATE ${webchatMessages} AS ${m} SET ${name(m.spent)} = true,
        ${name(m.content)} = (${m.content}::jsonb || ${chosen}::jsonb)::json
      WHERE ${spent} AND ${m.projectId} = ${projectId} AND ${m.messageId} = ${messageId}
        AND ${m.identityId} = ${identityId} AND NOT ${m.spent}
    )
    SELECT pg_notify(${pressTopic}, json_build_object(
      'visitor', ${i.channelId} || ' ' || ${i.externalId}, 'press', ${press}::jsonb || coalesce((
        SELECT jsonb_build_object('chosen', ${m.content}->'chosen') FROM ${webchatMessages} AS ${m}
        WHERE ${m.projectId} = ${projectId} AND ${m.messageId} = ${messageId}
          AND ${m.identityId} = ${identityId} AND ${m.content}->'chosen' IS NOT NULL), ${chosen}::jsonb))::text)
    FROM ${identities} AS ${i} WHERE ${i.projectId} = ${projectId} AND ${i.id} = ${identityId}`,
});

/** Tells the visitor's tabs, and notes for later ones that the buttons are spent, and which one was. The first answer stays. */
export async function answerPress(
  { projectId, identityId, messageId, notice, spent, chosen }: PressToAnswer,
  { database }: { database: Database },
): Promise<TaskOutcome> {
  await tell.run(database, {
    projectId,
    identityId: readId('identity', identityId)!,
    messageId: readId('message', messageId)!,
    spent,
    chosen: JSON.stringify({ chosen }),
    press: JSON.stringify({ message_id: messageId, spent, notice }),
  });
  return { state: 'succeeded' };
}

/** Reads the payload of a notice; undefined for that of another build. */
export function readPressNotice(payload: string): PressNotice | undefined {
  try {
    return notice.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
