import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { showId } from '../../../platform/ids.ts';
import type { Database, Transaction } from '../../../platform/postgres.ts';
import { as, name } from '../../../platform/sql-expressions.ts';
import { listOf, types } from '../../../platform/sql-types.ts';
import { type ResultOf, statement } from '../../../platform/statement.ts';
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
  prepared: false,
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

type Behind = ResultOf<typeof findBehind>;

/** Where a look begins: before every subscription. */
const firstPlace = {
  projectId: '00000000-0000-0000-0000-000000000000',
  id: '00000000-0000-0000-0000-000000000000',
};

/** Most projects whose subscriptions one statement looks for. */
const projectsAtOnce = 100;
/** Most subscriptions that one look reads. */
const lookedAtOnce = 500;
/** The interval of looks that no news asked for. */
const lookEveryMs = 5000;

export interface FanOutOptions {
  database: Database;
  queue: TaskQueue;
  /** Is called with the lanes that got deliveries, after each transaction. */
  told: (lanes: LaneTicket[]) => void;
}

/**
 * Makes deliveries of new audit entries. A subscription's cursor moves in the transaction that makes its deliveries, so
 * each entry becomes exactly one delivery, whichever process is first.
 *
 * It looks at the projects that the news of the audit log name, so that projects in which nothing happens cost nothing. News
 * can be lost: at its start, and when `hear` says so, it looks at all subscriptions, and every five seconds at the next 500.
 */
export class FanOut {
  readonly #options: FanOutOptions;
  /** Projects whose subscriptions may be behind. One stays here until none of its subscriptions was found behind. */
  readonly #news = new Set<string>();
  #place = firstPlace;
  #isLost = true;
  #lookedAt = 0;

  constructor(options: FanOutOptions) {
    this.#options = options;
  }

  /** Takes news of the audit log. */
  hear(projectIds: readonly string[] | undefined): void {
    if (projectIds === undefined) this.#isLost = true;
    else for (const projectId of projectIds) this.#news.add(projectId);
  }

  /**
   * Makes the deliveries that are due. Without news this takes one statement every five seconds. Subscriptions take turns, so
   * that one that is far behind does not delay the others; after some turns the rest is left for the next call.
   * @throws the first failure, after the turns of all others
   */
  async run(): Promise<void> {
    await this.#look();
    const failures: unknown[] = [];
    let projectIds = [...this.#news];
    for (let turn = 0; turn < turnsAtOnce && projectIds.length > 0; turn++) {
      const further = new Set<string>();
      // Other workers heard the same news. In another order they seldom meet at the same subscription.
      for (const some of chunksOf(shuffled(projectIds), projectsAtOnce)) {
        for (const { projectId, id } of await this.#findBehind(some)) {
          try {
            const { database, queue, told } = this.#options;
            const { wake, more } = await database.transaction((tx) =>
              fanOutSome(tx, queue, { projectId, id }),
            );
            if (wake.length > 0) told(wake);
            if (more) further.add(projectId);
          } catch (error) {
            failures.push(error);
          }
        }
      }
      projectIds = [...further];
    }
    if (failures.length > 0) throw failures[0];
  }

  async #findBehind(projectIds: string[]): Promise<Behind[]> {
    // Before the statement, because news that come during it are not in its answer.
    for (const projectId of projectIds) this.#news.delete(projectId);
    try {
      const behind = await findBehind.all(this.#options.database, { projects: projectIds });
      // Another worker may hold it and die, or its deliveries are too many now.
      for (const { projectId } of behind) this.#news.add(projectId);
      return behind;
    } catch (error) {
      this.hear(projectIds);
      throw error;
    }
  }

  /** Looks for subscriptions that are behind although no news said so. */
  async #look(): Promise<void> {
    if (!this.#isLost && performance.now() < this.#lookedAt + lookEveryMs) return;
    this.#lookedAt = performance.now();
    if (!this.#isLost) return this.#lookOn();
    this.#isLost = false;
    this.#place = firstPlace;
    try {
      do await this.#lookOn();
      while (this.#place !== firstPlace);
    } catch (error) {
      this.#isLost = true;
      throw error;
    }
  }

  async #lookOn(): Promise<void> {
    const seen = await lookOn.all(this.#options.database, { ...this.#place, most: lookedAtOnce });
    for (const { projectId, behind } of seen) if (behind) this.#news.add(projectId);
    this.#place = seen.length < lookedAtOnce ? firstPlace : seen.at(-1)!;
  }
}

function chunksOf<Item>(items: Item[], size: number): Item[][] {
  const chunks: Item[][] = [];
  for (let n = 0; n < items.length; n += size) chunks.push(items.slice(n, n + size));
  return chunks;
}

/** The same items in a random order. */
function shuffled<Item>(items: Item[]): Item[] {
  for (let n = items.length - 1; n > 0; n--) {
    const other = Math.floor(Math.random() * (n + 1));
    [items[n], items[other]] = [items[other]!, items[n]!];
  }
  return items;
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
