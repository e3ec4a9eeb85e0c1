import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import { as, type Expression, names } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { conversationMessages as m } from './schema.ts';

/** How a task reads as a message. The task is the authority for as long as it is kept. */

const r = alias(m, 'r');

/** When a message was read. That is on its record, which a report makes if it is not there yet. */
export const readAtOf = ({
  projectId,
  id,
}: Record<'projectId' | 'id', AnyPgColumn>): Expression<Date | null> =>
  as(
    orNull(m.readAt),
    sql`(SELECT ${r.readAt} FROM ${m} AS ${r} WHERE ${r.projectId} = ${projectId} AND ${r.id} = ${id})`,
  );

/** What became of a message, as it is shown: one that was read was certainly sent. */
export function shownDelivery<Was extends string>(
  delivery: Was,
  readAt: Date | null,
): { delivery: Was | 'read'; read_at: string | null } {
  const isRead = readAt !== null && (delivery === 'sent' || delivery === 'unknown');
  return isRead ? { delivery: 'read', read_at: readAt.toISOString() } : { delivery, read_at: null };
}

type TaskColumns = Record<'kind' | 'state' | 'error' | 'finishedAt', AnyPgColumn>;

/** The condition that a task is a message. */
export const isMessage = ({ kind }: TaskColumns): SQL => sql`${kind} IN ('message', 'received')`;

export const directionOf = ({ kind }: TaskColumns): Expression<'in' | 'out'> =>
  as(m.direction, sql`CASE ${kind} WHEN 'received' THEN 'in' ELSE 'out' END`);

/** A message that is being sent is still queued for whoever asks: it is begun without an entry in the audit log. */
export const deliveryOf = ({ kind, state }: TaskColumns): Expression<typeof m.delivery._.data> =>
  as(
    m.delivery,
    sql`CASE
      WHEN ${kind} = 'received' THEN 'received'
      WHEN ${state} = 'succeeded' THEN 'sent'
      WHEN ${state} IN ('failed', 'unknown') THEN ${state}
      ELSE 'queued'
    END`,
  );

/** The task of a customer's message is the turn that it caused, whose end and fault are not the message's. */
export const errorOf = ({ kind, error }: TaskColumns): Expression<typeof m.error._.data | null> =>
  as(orNull(m.error), sql`CASE ${kind} WHEN 'message' THEN ${error} END`);

export const finishedAtOf = ({ kind, finishedAt }: TaskColumns): Expression<Date | null> =>
  as(orNull(m.finishedAt), sql`CASE ${kind} WHEN 'message' THEN ${finishedAt} END`);

/** The columns of the record that a task fills, and the values of a task for them, in the same order. */
export const recordColumns = names(
  ...[m.projectId, m.id, m.seq, m.identityId, m.environment, m.direction, m.delivery, m.payload],
  ...[m.error, m.createdAt, m.finishedAt],
);

type RecordedColumns = TaskColumns &
  Record<'projectId' | 'id' | 'seq' | 'identityId' | 'environment' | 'payload' | 'createdAt', AnyPgColumn>;

export const recordValues = (t: RecordedColumns): SQL =>
  sql`${t.projectId}, ${t.id}, ${t.seq}, ${t.identityId}, ${t.environment}, ${directionOf(t)}, ${deliveryOf(t)},
        ${t.payload}, ${errorOf(t)}, ${t.createdAt}, ${finishedAtOf(t)}`;
