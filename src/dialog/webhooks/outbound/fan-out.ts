import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { noId, showId } from '../../../platform/ids.ts';
import type { Database, Queryable, Transaction } from '../../../platform/postgres.ts';
import { as, name } from '../../../platform/sql-expressions.ts';
import { listOf, types } from '../../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../../platform/statement.ts';
import { type AuditedEvent, readEvents } from '../../audit/events.ts';
import { LogFollower } from '../../audit/follower.ts';
import { auditHeads } from '../../audit/schema.ts';
import { projects, tasks } from '../../schema.ts';
import type { QueuedTask } from '../../tasks/new-task.ts';
import type { TaskQueue } from '../../tasks/queue.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { delivery, deliveryDeadlineMs } from './delivery.ts';
import { matchingKinds } from './kinds.ts';
import { subscriptions } from './schema.ts';

/** Most audit entries that one transaction reads for one subscription. */
const entriesAtOnce = 1000;
/** Most unfinished deliveries of one subscription; after that its next entries wait in the audit log. */
const mostUnfinished = 2000;
/** Days after which an entry is no longer delivered to a subscription that was disabled. */
const newsForDays = 7;

const s = alias(subscriptions, 's');
const p = alias(projects, 'p');
const h = alias(auditHeads, 'h');
const t = alias(tasks, 't');

const findBehind = statement({
  name: 'subscriptions-behind',
  // Planned each time: a plan of a time with few subscriptions might read all of them.
  prepared: false,
  params: { projects: listOf(s.projectId) },
  columns: { projectId: s.projectId, id: s.id },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${subscriptions} AS ${s}
    JOIN ${projects} AS ${p} ON ${p.id} = ${s.projectId} AND ${p.deletedAt} IS NULL
    JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${s.projectId}
    WHERE ${s.projectId} = ANY (${given.projects}) AND ${s.state} = 'enabled' AND ${s.cursor} < ${h.last}
    ORDER BY ${s.cursor} - ${h.last} DESC`,
});

/** Reads the next subscriptions of all projects in the order of their key, however many there are. */
const lookOn = statement({
  name: 'subscriptions-look',
  params: { projectId: s.projectId, id: s.id, most: types.int },
  columns: {
    projectId: as(s.projectId, sql`seen.project_id`),
    id: as(s.id, sql`seen.id`),
    behind: as(types.boolean, sql`coalesce(seen.state = 'enabled' AND seen.cursor < ${h.last}, false)`),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${s.projectId}, ${s.id}, ${s.state}, ${s.cursor} FROM ${subscriptions} AS ${s}
      WHERE (${s.projectId}, ${s.id}) > (${given.projectId}, ${given.id})
      ORDER BY ${s.projectId}, ${s.id} LIMIT ${given.most}
    ) AS seen
    LEFT JOIN ${auditHeads} AS ${h} ON ${h.projectId} = seen.project_id
    ORDER BY seen.project_id, seen.id`,
});

type Subscribed = ResultOf<typeof findBehind>;

export interface FanOutOptions {
  database: Database;
  queue: TaskQueue;
  /** Is called with the lanes that got deliveries, after each transaction. */
  told: (lanes: LaneTicket[]) => void;
}

/**
 * Subscriptions as followers of the audit log. A subscription's cursor moves in the transaction that makes its deliveries, so
 * each entry becomes exactly one delivery, whichever process is first.
 */
export function fanOut({ database, queue, told }: FanOutOptions): LogFollower<Subscribed> {
  return new LogFollower({
    first: { projectId: noId, id: noId },
    lookOn: (after, most) => lookOn.all(database, { ...after, most }),
    findBehind: (projectIds) => findBehind.all(database, { projects: projectIds }),
    // Each reads what it was told to, in a transaction of its own.
    together: 1,
    async advance([one]) {
      const { wake, more } = await database.transaction((tx) => fanOutSome(tx, queue, one!));
      if (wake.length > 0) told(wake);
      return more ? [one!] : [];
    },
  });
}

const takeTurn = statement({
  name: 'fan-out-turn',
  params: { projectId: s.projectId, id: s.id },
  columns: {
    cursor: s.cursor,
    last: h.last,
    kinds: s.kinds,
    environments: s.environments,
    crowded: as(
      types.boolean,
      sql`(
        SELECT count(*) FROM (
          SELECT FROM ${tasks} AS ${t}
          WHERE ${t.projectId} = ${s.projectId} AND ${t.targetId} = ${s.id} AND ${t.kind} = 'delivery'
            AND ${t.state} = 'queued'
          LIMIT ${mostUnfinished}
        ) AS unfinished
      ) >= ${mostUnfinished}`,
    ),
  },
  query: (given, columns) => sql`
    SELECT ${columns} FROM ${subscriptions} AS ${s}
    JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${s.projectId}
    WHERE ${s.projectId} = ${given.projectId} AND ${s.id} = ${given.id} AND ${s.state} = 'enabled'
    FOR UPDATE OF ${s} SKIP LOCKED`,
});

const moveCursor = statement({
  name: 'fan-out-cursor',
  params: { projectId: subscriptions.projectId, id: subscriptions.id, cursor: subscriptions.cursor },
  query: (given) => sql`
    UPDATE ${subscriptions} SET ${name(subscriptions.cursor)} = ${given.cursor}
    WHERE ${subscriptions.projectId} = ${given.projectId} AND ${subscriptions.id} = ${given.id}`,
});

async function fanOutSome(
  tx: Transaction,
  queue: TaskQueue,
  { projectId, id }: Subscribed,
): Promise<{ wake: LaneTicket[]; more: boolean }> {
  const turn = await takeTurn.first(tx, { projectId, id });
  if (!turn || turn.crowded) return { wake: [], more: false };
  const { cursor, last } = turn;
  // Numbers have no gaps, so a range of them limits the work.
  const upTo = Math.min(last, cursor + entriesAtOnce);
  if (upTo <= cursor) return { wake: [], more: false };
  const entries = await readEvents.all(tx, {
    ...{ projectId, after: cursor, upTo, days: newsForDays },
    ...{ actions: matchingKinds(turn.kinds), environments: turn.environments },
  });
  const wake = await queue.add(
    tx,
    entries.map((entry) => deliveryOf(projectId, id, entry)),
  );
  await moveCursor.run(tx, { projectId, id, cursor: upTo });
  return { wake, more: upTo < last };
}

function deliveryOf(projectId: string, subscriptionId: string, entry: AuditedEvent): QueuedTask {
  return {
    projectId,
    task: delivery.task({
      payload: { type: entry.action, entry: entry.id, body: bodyOf(entry) },
      identityId: null,
      // A notification about the sandbox is a real request too, so its endpoint has limits.
      environment: 'live',
      target: { id: subscriptionId },
    }),
    requestId: entry.requestId,
    deadlineMs: deliveryDeadlineMs,
  };
}

/** The body of every attempt, always the same bytes, because it is signed. */
function bodyOf(entry: AuditedEvent): string {
  const common = {
    id: entry.id,
    subject: { type: entry.subjectType, id: entry.subjectId },
    environment: entry.environment,
    actor: { type: entry.actorType, id: entry.actorId, name: entry.actorName },
    request_id: entry.requestId,
    ...(entry.identityId ? { identity_id: showId('identity', entry.identityId) } : {}),
  };
  return JSON.stringify({
    type: entry.action,
    timestamp: entry.at.toISOString(),
    // The common fields keep their meaning, whatever other fields an entry has.
    data: { ...common, ...(entry.data as Record<string, unknown>), ...common },
  });
}

const passEntries = statement({
  name: 'fan-out-pass',
  prepared: false,
  query: () => sql`
    UPDATE ${subscriptions} AS ${s} SET ${name(s.cursor)} = ${h.last} FROM ${auditHeads} AS ${h}
    WHERE ${h.projectId} = ${s.projectId} AND ${s.cursor} < ${h.last}`,
});

/** Passes over all numbered entries: no subscription is notified of them. */
export async function passNotifications(tx: Queryable): Promise<void> {
  await passEntries.run(tx);
}
