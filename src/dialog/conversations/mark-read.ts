import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../platform/ids.ts';
import type { Transaction } from '../../platform/postgres.ts';
import { as, excluded, name, names } from '../../platform/sql-expressions.ts';
import { listOf } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { type Actor, writeAudit } from '../audit/entry.ts';
import { tasks } from '../schema.ts';
import { recordColumns, recordValues } from './from-task.ts';
import { conversationMessages } from './schema.ts';

const m = conversationMessages;
const t = alias(tasks, 't');

/**
 * A message that is not on record yet gets there now, as its task is; the task itself is not touched, so a report never waits
 * for a delivery. All take the rows of the record in the order of their ids.
 */
const markRead = statement({
  name: 'message-read',
  prepared: false,
  params: { projectId: m.projectId, identityId: m.identityId, ids: listOf(m.id) },
  columns: { id: as(m.id, sql`id`), environment: as(m.environment, sql`environment`) },
  query: ({ projectId, identityId, ids }, columns) => sql`
    WITH fresh AS (
      INSERT INTO ${m} (${recordColumns}, ${name(m.readAt)})
      SELECT ${recordValues(t)}, now()
      FROM ${tasks} AS ${t}
      WHERE ${t.projectId} = ${projectId} AND ${t.id} = ANY (${ids}) AND ${t.identityId} = ${identityId}
        AND ${t.kind} = 'message' AND ${t.state} <> 'failed'
      ORDER BY ${t.id}
      ON CONFLICT (${names(m.projectId, m.id)}) DO UPDATE SET ${name(m.readAt)} = ${excluded(m.readAt)}
      WHERE ${m.readAt} IS NULL
      RETURNING ${m.id}, ${m.environment}
    ), older AS (
      UPDATE ${m} SET ${name(m.readAt)} = now()
      WHERE ${m.projectId} = ${projectId} AND ${m.id} = ANY (${ids}) AND ${m.identityId} = ${identityId}
        AND ${m.direction} = 'out' AND ${m.delivery} IN ('sent', 'unknown') AND ${m.readAt} IS NULL
        AND NOT EXISTS (SELECT 1 FROM ${tasks} AS ${t} WHERE ${t.projectId} = ${projectId} AND ${t.id} = ${m.id})
      RETURNING ${m.id}, ${m.environment}
    )
    SELECT ${columns} FROM (SELECT * FROM fresh UNION ALL SELECT * FROM older) AS seen ORDER BY id`,
});

/** A report that a customer has seen messages. */
export interface ReadReport {
  projectId: string;
  identityId: string;
  /** As they are stored. Those that are no messages to this customer are left out. */
  messageIds: string[];
  actor: Actor;
  requestId: string;
}

/** Notes that a customer has read messages, each once and with an audit entry. Repeating it changes nothing. */
export async function noteRead(tx: Transaction, report: ReadReport): Promise<void> {
  const { projectId, identityId, messageIds, actor, requestId } = report;
  if (messageIds.length === 0) return;
  const seen = await markRead.all(tx, { projectId, identityId, ids: messageIds });
  if (seen.length === 0) return;
  await writeAudit(
    tx,
    ...seen.map(({ id, environment }) => ({
      projectId,
      actor,
      action: 'message.read',
      subject: { type: 'message', id: showId('message', id) },
      environment,
      requestId,
      identityId,
      data: { identity_id: showId('identity', identityId) },
    })),
  );
}
