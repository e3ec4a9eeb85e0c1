import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/postgres.ts';
import { as, name } from '../../../platform/sql-expressions.ts';
import { types } from '../../../platform/sql-types.ts';
import { statement } from '../../../platform/statement.ts';
import { type AuditedEvent, readEvents } from '../../audit/events.ts';
import { auditHeads, projects, tasks } from '../../schema.ts';
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
/** Most turns of a subscription in one call, because the numbering of the audit log waits for it. */
const turnsAtOnce = 20;
/** Days after which an entry is no longer delivered to a subscription that was disabled. */
const newsForDays = 7;

const s = alias(subscriptions, 's');
const p = alias(projects, 'p');
const h = alias(auditHeads, 'h');
const t = alias(tasks, 't');

const findBehind = statement({
  name: 'subscriptions-behind',
  columns: { projectId: s.projectId, id: s.id },
  query: (_, columns) => sql`
    SELECT ${columns} FROM ${subscriptions} AS ${s}
    JOIN ${projects} AS ${p} ON ${p.id} = ${s.projectId} AND ${p.deletedAt} IS NULL
    JOIN ${auditHeads} AS ${h} ON ${h.projectId} = ${s.projectId}
    WHERE ${s.state} = 'enabled' AND ${s.cursor} < ${h.last}
    ORDER BY ${s.cursor} - ${h.last} DESC`,
});

type Behind = Awaited<ReturnType<typeof findBehind.all>>[number];

/**
 * Makes deliveries of new audit entries. A subscription's cursor moves in the transaction that makes its deliveries, so
 * each entry becomes exactly one delivery, whichever process is first. Subscriptions take turns, so that one that is far
 * behind does not delay the others; after some turns the rest is left for the next call.
 * @param told is called with the lanes that got deliveries, after each transaction
 * @throws the first failure, after the turns of all others
 */
export async function fanOut(
  database: Database,
  queue: TaskQueue,
  told: (lanes: LaneTicket[]) => void,
): Promise<void> {
  const failures: unknown[] = [];
  let behind = await findBehind.all(database);
  for (let turn = 0; turn < turnsAtOnce && behind.length > 0; turn++) {
    const further: Behind[] = [];
    for (const subscription of behind) {
      try {
        const { wake, more } = await database.transaction((tx) => fanOutSome(tx, queue, subscription));
        if (wake.length > 0) told(wake);
        if (more) further.push(subscription);
      } catch (error) {
        failures.push(error);
      }
    }
    behind = further;
  }
  if (failures.length > 0) throw failures[0];
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
  { projectId, id }: Behind,
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
