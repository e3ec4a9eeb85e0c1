import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '../../platform/postgres.ts';
import { as, excluded, name, names } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { projectCounters } from '../schema.ts';
import { countUnfinishedSql, writeOutbox } from './insert.ts';
import type { QueuedTask } from './new-task.ts';
import type { Outbox } from './outbox.ts';
import { findRepetition, remember } from './repetition.ts';
import type { AcceptLimits, Repetition, Write } from './submission.ts';
import type { LaneTicket } from './task.ts';
import { type Ended, toldTasks } from './waiters.ts';

const c = alias(projectCounters, 'c');
const today = sql`(now() AT TIME ZONE 'UTC')::date`;

const countUnfinished = statement({
  name: 'count-unfinished',
  params: { projectIds: listOf(c.projectId), shard: c.shard, change: types.int },
  prepared: false,
  query: (p) =>
    countUnfinishedSql(
      p.shard,
      sql`SELECT project_id, ${p.change} AS change FROM unnest(${p.projectIds}) AS u(project_id)`,
    ),
});

const readRoom = statement({
  name: 'read-room',
  params: { projectId: c.projectId },
  columns: {
    unfinished: as(types.bigint, sql`coalesce(sum(${c.unfinished}), 0)::bigint`),
    accepted: as(
      types.bigint,
      sql`coalesce(sum(${c.accepted}) FILTER (WHERE ${c.day} = ${today}), 0)::bigint`,
    ),
  },
  prepared: false,
  query: (p, columns) => sql`
    SELECT ${columns} FROM ${projectCounters} AS ${c} WHERE ${c.projectId} = ${p.projectId}`,
});

const countAccepted = statement({
  name: 'count-accepted',
  params: { projectId: c.projectId, shard: c.shard },
  prepared: false,
  query: (p) => sql`
    INSERT INTO ${projectCounters} AS ${c} (${names(c.projectId, c.shard, c.unfinished, c.day, c.accepted)})
    VALUES (${p.projectId}, ${p.shard}, 0, ${today}, 1)
    ON CONFLICT (${names(c.projectId, c.shard)}) DO UPDATE SET
      ${name(c.accepted)} = CASE WHEN ${c.day} = ${excluded(c.day)} THEN ${c.accepted} ELSE 0 END + 1,
      ${name(c.day)} = ${excluded(c.day)}`,
});

/** A write that is being accepted in a transaction. */
interface Decision {
  /** The body of the answer, also for every repetition. */
  answer: string;
  /** Writes what belongs to it, in the transaction. @returns the tasks to queue */
  make(): Promise<QueuedTask[]>;
}

/**
 * Queues tasks in transactions of others, and counts the unfinished tasks of each project. Each queue changes its own shard
 * of the project counters, so that transactions with different locks do not wait for each other there.
 */
export class TaskQueue {
  /** The shard of the project counters that this queue changes. */
  readonly shard: number;

  constructor(shard: number) {
    this.shard = shard;
  }

  /**
   * Queues tasks in the caller's transaction, in the given order. They count as unfinished work of their projects but are never
   * refused for it, because the work that caused them was accepted.
   *
   * A task for an identity whose channel has been deleted is left out.
   * @returns the lanes to wake when the transaction has committed
   */
  add(tx: Queryable, tasks: QueuedTask[]): Promise<LaneTicket[]> {
    return writeOutbox(tx, { tasks, entries: [] }, this.shard);
  }

  /** As `add`, together with what the audit log says of it. */
  write(tx: Queryable, outbox: Outbox): Promise<LaneTicket[]> {
    return writeOutbox(tx, outbox, this.shard);
  }

  /**
   * Accepts a write in a transaction that does more; a write that only queues tasks is accepted by `Acceptor`. Of two writes
   * with the same name at the same time, the second waits for the first and is its repetition.
   * @param decide whether to accept, and the answer; not called for a repetition
   * @returns the verdict, and the lanes to wake when the transaction has committed
   */
  async accept<Refusal>(
    tx: Queryable,
    write: Write,
    decide: () => Promise<Decision | { refused: Refusal }>,
  ): Promise<{
    verdict: { verdict: 'accepted'; answer: string } | Repetition | Refusal;
    wake: LaneTicket[];
  }> {
    const known = await findRepetition(tx, write);
    if (known) return { verdict: known, wake: [] };
    const decision = await decide();
    if ('refused' in decision) return { verdict: decision.refused, wake: [] };
    const { answer, make } = decision;
    if (!(await remember(tx, write, answer))) {
      return { verdict: (await findRepetition(tx, write))!, wake: [] };
    }
    return { verdict: { verdict: 'accepted', answer }, wake: await this.add(tx, await make()) };
  }

  /**
   * Notifies the waiters of tasks that ended, by a task in the waiter's own lane, in the same transaction. An unknown outcome
   * is reported too; if an owner has the task repeated, its second end is reported as well, and a waiter that no longer waits
   * ignores it.
   * @returns the lanes to wake when the transaction has committed
   */
  tell(tx: Queryable, ended: Ended[]): Promise<LaneTicket[]> {
    return this.add(tx, toldTasks(ended));
  }

  /**
   * Changes the count of unfinished tasks of projects. The statements that accept and finish tasks count by themselves.
   * @param projectIds one for each task; a project may occur many times
   * @param change for each of them: 1 for a task that is queued again, -1 for one that has ended
   */
  async count(tx: Queryable, projectIds: string[], change: 1 | -1): Promise<void> {
    if (projectIds.length === 0) return;
    await countUnfinished.run(tx, { projectIds, shard: this.shard, change });
  }

  /**
   * Counts one more accepted write of a project, for writes that are accepted in their own transaction.
   * @returns the limit that refuses it; then nothing was counted
   */
  async takeRoom(
    tx: Queryable,
    projectId: string,
    { projectQueueLimit, projectDailyLimit }: Pick<AcceptLimits, 'projectQueueLimit' | 'projectDailyLimit'>,
  ): Promise<'queue_full' | 'daily_limit' | undefined> {
    const { unfinished, accepted } = await readRoom.one(tx, { projectId });
    if (unfinished >= projectQueueLimit) return 'queue_full';
    if (accepted >= projectDailyLimit) return 'daily_limit';
    await countAccepted.run(tx, { projectId, shard: this.shard });
    return undefined;
  }
}
