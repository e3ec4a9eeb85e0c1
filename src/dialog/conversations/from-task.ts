import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { as, type Expression } from '../../platform/sql-expressions.ts';
import { orNull } from '../../platform/sql-types.ts';
import { conversationMessages as m } from './schema.ts';

/** How a task reads as a message. The task is the authority for as long as it is kept. */

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
