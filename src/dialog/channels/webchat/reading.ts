import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../../platform/ids.ts';
import type { Database } from '../../../platform/postgres.ts';
import { as, name } from '../../../platform/sql-expressions.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { noteRead } from '../../conversations/mark-read.ts';
import { identityOf } from '../../profiles/identities.ts';
import { webchatMessages, webchatTranscripts } from './schema.ts';
import type { ChatChannel, Visitor } from './visitors.ts';

/** Messages that one report can mark, so that a first report about a long transcript costs no more than others. */
const mostAtOnce = 200;

const t = alias(webchatTranscripts, 't');
const m = alias(webchatMessages, 'm');

/** Moves the mark of a transcript forward. A report that is not ahead of it reads one row and writes none. */
const moveMark = statement({
  name: 'webchat-read',
  params: { projectId: t.projectId, identityId: t.identityId, n: types.int },
  columns: { messageId: as(m.messageId, sql`message_id`) },
  query: ({ projectId, identityId, n }, columns) => sql`
    WITH before AS MATERIALIZED (
      SELECT ${t.read}, least(${n}, ${t.last}) AS upto FROM ${webchatTranscripts} AS ${t}
      WHERE ${t.projectId} = ${projectId} AND ${t.identityId} = ${identityId} AND ${t.read} < least(${n}, ${t.last})
      FOR UPDATE
    ), moved AS (
      UPDATE ${webchatTranscripts} AS ${t} SET ${name(t.read)} = before.upto FROM before
      WHERE ${t.projectId} = ${projectId} AND ${t.identityId} = ${identityId}
    )
    SELECT ${columns} FROM before JOIN ${webchatMessages} AS ${m}
      ON ${m.projectId} = ${projectId} AND ${m.identityId} = ${identityId}
        AND ${m.n} > greatest(before.read, before.upto - ${mostAtOnce}) AND ${m.n} <= before.upto
        AND ${m.direction} = 'out'`,
});

/** Notes that a visitor has seen their transcript up to its n-th message. */
export async function readUpTo(
  database: Database,
  { projectId, channelId, externalId }: Visitor,
  chat: ChatChannel,
  n: number,
  requestId: string,
): Promise<void> {
  const identityId = await identityOf(database, { projectId, channelId, externalId });
  if (identityId === undefined) return;
  const actor = { type: 'channel', id: showId('channel', channelId), name: chat.name } as const;
  await database.transaction(async (tx) => {
    const seen = await moveMark.all(tx, { projectId, identityId, n });
    const messageIds = seen.map(({ messageId }) => messageId);
    await noteRead(tx, { projectId, identityId, messageIds, actor, requestId });
  });
}
