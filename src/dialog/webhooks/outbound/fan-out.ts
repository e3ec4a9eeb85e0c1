import { newId, showId } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/postgres.ts';
import type { LogEntry } from '../../audit/log.ts';
import type { Environment } from '../../schema.ts';
import { insertTasks, type NewTask } from '../../tasks/insert.ts';
import type { LaneTicket } from '../../tasks/task.ts';
import { type DeliveryPayload, deliveryDeadlineMs } from './delivery.ts';
import { type EventPattern, matchingKinds } from './kinds.ts';

/** Entries of the audit log looked at for one subscription in one transaction. */
const entriesAtOnce = 1000;
/** Unfinished deliveries of one subscription, beyond which its next ones wait in the audit log. */
const mostUnfinished = 2000;
/** Turns of a subscription in one call: the numbering of the audit log waits for it. */
const turnsAtOnce = 20;
/** What is older is no news any more to a subscription that was disabled for long. */
const newsForDays = 7;

interface Behind {
  project_id: string;
  id: string;
}

/**
 * Makes deliveries of what the audit log holds and subscriptions have not been told yet. A subscription's cursor moves
 * in the transaction that makes its deliveries, so each entry is delivered to it exactly once, as one delivery, by
 * whichever process comes first. Subscriptions take turns, so that a long way behind holds up no other; what is left
 * over after some turns is for the next call.
 * @param told where deliveries were made, after each transaction.
 * @throws the first failure, after the turns of all others.
 */
export async function fanOut(
  database: Database,
  shard: number,
  told: (lanes: LaneTicket[]) => void,
): Promise<void> {
  const failures: unknown[] = [];
  let behind = await findBehind(database);
  for (let turn = 0; turn < turnsAtOnce && behind.length > 0; turn++) {
    const further: Behind[] = [];
    for (const subscription of behind) {
      try {
        const { wake, more } = await database.transaction((tx) => fanOutSome(tx, shard, subscription));
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

async function findBehind(database: Database): Promise<Behind[]> {
  const { rows } = await database.query<Behind>({
    name: 'subscriptions-behind',
    text: `SELECT s.project_id, s.id
           FROM dialog.subscriptions AS s
           JOIN dialog.projects AS p ON p.id = s.project_id AND p.deleted_at IS NULL
           JOIN dialog.audit_heads AS h ON h.project_id = s.project_id
           WHERE s.state = 'enabled' AND s.cursor < h.last
           ORDER BY s.cursor - h.last DESC`,
  });
  return rows;
}

interface Turn {
  cursor: string;
  last: string;
  kinds: EventPattern[];
  environments: Environment[];
  crowded: boolean;
}

async function fanOutSome(
  tx: Transaction,
  shard: number,
  { project_id: projectId, id }: Behind,
): Promise<{ wake: LaneTicket[]; more: boolean }> {
  const { rows } = await tx.query<Turn>({
    name: 'fan-out-turn',
    text: `SELECT s.cursor, h.last, s.kinds, s.environments, (
             SELECT count(*) FROM (
               SELECT FROM dialog.tasks AS t
               WHERE t.project_id = s.project_id AND t.target_id = s.id AND t.kind = 'delivery' AND t.state = 'queued'
               LIMIT ${mostUnfinished}
             ) AS unfinished
           ) >= ${mostUnfinished} AS crowded
           FROM dialog.subscriptions AS s
           JOIN dialog.audit_heads AS h ON h.project_id = s.project_id
           WHERE s.project_id = $1 AND s.id = $2 AND s.state = 'enabled'
           FOR UPDATE OF s SKIP LOCKED`,
    values: [projectId, id],
  });
  const turn = rows[0];
  if (!turn || turn.crowded) return { wake: [], more: false };
  const [cursor, last] = [Number(turn.cursor), Number(turn.last)];
  // Numbers have no gaps, so a range of them bounds the work whatever it holds.
  const upTo = Math.min(last, cursor + entriesAtOnce);
  if (upTo <= cursor) return { wake: [], more: false };
  const { rows: entries } = await tx.query<Entry>({
    name: 'fan-out-entries',
    text: `SELECT id, at, actor_type, actor_id, actor_name, action, subject_type, subject_id, environment, request_id,
             identity_id, data
           FROM dialog.audit_log
           WHERE project_id = $1 AND id > $2 AND id <= $3 AND action = ANY ($4::text[])
             AND (environment IS NULL OR environment = ANY ($5::text[]))
             AND at > now() - make_interval(days => ${newsForDays})
           ORDER BY id`,
    values: [projectId, cursor, upTo, matchingKinds(turn.kinds), turn.environments],
  });
  const wake = await insertTasks(
    tx,
    shard,
    entries.map((entry) => deliveryOf(projectId, id, entry)),
  );
  await tx.query({
    name: 'fan-out-cursor',
    text: 'UPDATE dialog.subscriptions SET cursor = $3 WHERE project_id = $1 AND id = $2',
    values: [projectId, id, upTo],
  });
  return { wake, more: upTo < last };
}

type Entry = LogEntry & { identity_id: string | null };

/** A lane of its own: no order is promised, and a delivery that waits for its next attempt must hold up no other. */
function deliveryOf(projectId: string, subscriptionId: string, entry: Entry): NewTask {
  const id = newId();
  const payload: DeliveryPayload = { type: entry.action, entry: Number(entry.id), body: bodyOf(entry) };
  return {
    projectId,
    id,
    kind: 'delivery',
    lane: `delivery:${id}`,
    // Also what tells of a sandbox is a real request, which its endpoint may hold up.
    environment: 'live',
    identityId: null,
    target: { id: subscriptionId },
    requestId: entry.request_id,
    payload,
    deadlineMs: deliveryDeadlineMs,
  };
}

/** The body of every attempt, to the byte, since it is signed. */
function bodyOf(entry: Entry): string {
  const common = {
    id: Number(entry.id),
    subject: { type: entry.subject_type, id: entry.subject_id },
    environment: entry.environment,
    actor: { type: entry.actor_type, id: entry.actor_id, name: entry.actor_name },
    request_id: entry.request_id,
    ...(entry.identity_id ? { identity_id: showId('identity', entry.identity_id) } : {}),
  };
  return JSON.stringify({
    type: entry.action,
    timestamp: entry.at.toISOString(),
    // What is common to all entries keeps its meaning, whatever else an entry says.
    data: { ...common, ...(entry.data as Record<string, unknown>), ...common },
  });
}
