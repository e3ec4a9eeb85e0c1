import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { as } from '../../platform/sql-expressions.ts';
import { jsonOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import type { MessagePayload } from '../content/payload.ts';
import { identities, tasks } from '../schema.ts';
import { conversationMessages } from './schema.ts';

const t = alias(tasks, 't');
const m = alias(conversationMessages, 'm');
const i = alias(identities, 'i');

/** Reads what a message to a customer of a channel said: from its task, or from the record after the task was deleted. */
export const findShown = statement({
  name: 'message-shown',
  prepared: false,
  params: { projectId: t.projectId, id: t.id, channelId: i.channelId, externalId: i.externalId },
  columns: { payload: as(jsonOf<MessagePayload>(), sql`payload`) },
  query: ({ projectId, id, channelId, externalId }, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${t.identityId}, ${t.payload} FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${id} AND ${t.kind} = 'message'
      UNION ALL
      SELECT ${m.identityId}, ${m.payload} FROM ${conversationMessages} AS ${m}
      WHERE ${m.projectId} = ${projectId} AND ${m.id} = ${id} AND ${m.direction} = 'out'
    ) AS said
    JOIN ${identities} AS ${i} ON ${i.projectId} = ${projectId} AND ${i.id} = said.identity_id
    WHERE ${i.channelId} = ${channelId} AND ${i.externalId} = ${externalId}
    LIMIT 1`,
});
