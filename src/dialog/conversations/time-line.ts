import { type SQL, sql } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as } from '../../platform/sql-expressions.ts';
import { oneOf, orNull, types } from '../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../platform/statement.ts';
import { channelTypes } from '../content/content.ts';
import type { HeardAttachment } from '../content/heard-attachments.ts';
import type { MessagePayload } from '../content/payload.ts';
import { channels, identities, tasks } from '../schema.ts';
import { deliveryOf, directionOf, errorOf, finishedAtOf, isMessage, readAtOf } from './from-task.ts';
import { conversationMessages } from './schema.ts';

/** Messages on one page. */
export const timeLinePage = 100;

const t = alias(tasks, 't');
const m = alias(conversationMessages, 'm');
const i = alias(identities, 'i');
const c = alias(channels, 'c');

/**
 * @param isShown the condition of the tasks that are on it
 * @param hasRecord whether the messages on record are on it
 */
const timeLineOf = (name: string, isShown: SQL, hasRecord = true) =>
  statement({
    name,
    prepared: false,
    params: { projectId: i.projectId, profileId: i.profileId, before: m.seq },
    columns: {
      seq: as(m.seq, sql`said.seq`),
      id: as(m.id, sql`said.id`),
      isEvent: as(types.boolean, sql`said.is_event`),
      identityId: i.id,
      channelId: c.id,
      channelType: as(oneOf(...channelTypes), sql`${c.type}`),
      channelName: c.name,
      environment: as(m.environment, sql`said.environment`),
      direction: as(m.direction, sql`said.direction`),
      delivery: as(m.delivery, sql`said.delivery`),
      payload: as(m.payload, sql`said.payload`),
      error: as(orNull(m.error), sql`said.error`),
      createdAt: as(m.createdAt, sql`said.created_at`),
      finishedAt: as(orNull(types.instant), sql`said.finished_at`),
      readAt: as(orNull(types.instant), sql`said.read_at`),
    },
    query: ({ projectId, profileId, before }, columns) => sql`
    SELECT ${columns} FROM ${identities} AS ${i}
    JOIN ${channels} AS ${c} ON ${c.projectId} = ${i.projectId} AND ${c.id} = ${i.channelId}
    CROSS JOIN LATERAL (
      SELECT DISTINCT ON (seq) * FROM (
        ${newest(t, before, {
          delivery: deliveryOf(t),
          direction: directionOf(t),
          error: errorOf(t),
          finishedAt: finishedAtOf(t),
          readAt: readAtOf(t),
          isEvent: sql`${t.kind} = 'event'`,
          condition: isShown,
          rank: sql`1`,
        })}
        UNION ALL
        ${newest(m, before, {
          delivery: sql`${m.delivery}`,
          direction: sql`${m.direction}`,
          error: sql`${m.error}`,
          finishedAt: sql`${m.finishedAt}`,
          readAt: sql`${m.readAt}`,
          isEvent: sql`false`,
          condition: hasRecord ? sql`true` : sql`false`,
          rank: sql`2`,
        })}
      ) AS either ORDER BY seq DESC, rank
    ) AS said
    WHERE ${i.projectId} = ${projectId} AND ${i.profileId} = ${profileId}
    ORDER BY said.seq DESC LIMIT ${timeLinePage + 1}`,
  });

/** The newest messages of an identity, from one of the two tables that may have them. */
function newest(
  from: typeof t | typeof m,
  before: SQL,
  {
    delivery,
    direction,
    error,
    finishedAt,
    readAt,
    isEvent,
    condition,
    rank,
  }: Record<
    'delivery' | 'direction' | 'error' | 'finishedAt' | 'readAt' | 'isEvent' | 'condition' | 'rank',
    SQL
  >,
): SQL {
  const table: PgTable = from === t ? tasks : conversationMessages;
  return sql`(
    SELECT ${from.seq} AS seq, ${from.id} AS id, ${from.environment} AS environment, ${direction} AS direction,
      ${delivery} AS delivery, ${from.payload} AS payload, ${error} AS error, ${from.createdAt} AS created_at,
      ${finishedAt} AS finished_at, ${readAt} AS read_at, ${isEvent} AS is_event, ${rank} AS rank
    FROM ${table} AS ${from}
    WHERE ${from.projectId} = ${i.projectId} AND ${from.identityId} = ${i.id} AND ${from.seq} < ${before}
      AND ${condition}
    ORDER BY ${from.seq} DESC LIMIT ${timeLinePage + 1})`;
}

const findSaid = timeLineOf('time-line', isMessage(t));
const findSaidAndEvents = timeLineOf('time-line-with-events', sql`(${isMessage(t)} OR ${t.kind} = 'event')`);

const findEvents = timeLineOf('events-of-customer', sql`${t.kind} = 'event'`, false);

interface HeardPayload {
  text: string;
  data: Record<string, unknown>;
  attachments?: HeardAttachment[];
}

/** The direction determines the payload; the schema of the task's kind has checked it. */
export type SaidMessage = Omit<ResultOf<typeof findSaid>, 'direction' | 'payload' | 'isEvent'> &
  ({ direction: 'in'; payload: HeardPayload } | { direction: 'out'; payload: MessagePayload });

/**
 * What was said by a customer and to them, over all channels, newest first. What is not on record yet comes from its task, which
 * is the authority for as long as it is kept: so the answer is never behind, and each page costs the same.
 * @param before the place of the last message of the page before
 * @returns one more than a page if there are more
 */
export async function readTimeLine(
  database: Queryable,
  projectId: string,
  profileId: string,
  before = Number.MAX_SAFE_INTEGER,
): Promise<SaidMessage[]> {
  return (await findSaid.all(database, { projectId, profileId, before })) as SaidMessage[];
}

/** What a client submitted for a customer. */
export type SubmittedEvent = Pick<
  ResultOf<typeof findSaid>,
  'seq' | 'id' | 'identityId' | 'createdAt' | 'environment'
> & {
  payload: { event_id: string; text: string; data: Record<string, unknown> };
};

/**
 * The same with the events of the customer among the messages, for as long as their tasks are kept.
 * @param type only these
 */
export async function readSaid(
  database: Queryable,
  projectId: string,
  profileId: string,
  {
    before = Number.MAX_SAFE_INTEGER,
    type,
  }: { before?: number | undefined; type?: 'message' | 'event' | undefined },
): Promise<({ message: SaidMessage } | { event: SubmittedEvent })[]> {
  const find = type === undefined ? findSaidAndEvents : type === 'event' ? findEvents : findSaid;
  const rows = await find.all(database, { projectId, profileId, before });
  return rows.map(({ isEvent, ...row }) =>
    isEvent ? { event: row as SubmittedEvent } : { message: row as SaidMessage },
  );
}
