import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { tryLock } from '../../platform/advisory-locks.ts';
import type { Database, Transaction } from '../../platform/postgres.ts';
import { name } from '../../platform/sql-expressions.ts';
import { listOf, types } from '../../platform/sql-types.ts';
import { statement } from '../../platform/statement.ts';
import { system, writeAudit } from '../audit/entry.ts';
import { tasks } from '../schema.ts';
import { type FoundLanes, findLanes, firstPlace, type SweepPlace } from './find-lanes.ts';
import { isNews, subjectOf, type TaskKinds, type TaskRef } from './kinds.ts';
import type { TaskQueue } from './queue.ts';
import type { TaskError } from './task.ts';

const expiredPerSweep = 1000;
const sweepLock = 7_263_512;

/** Why a task is unknown whose process did not write its outcome in time. */
export const lostProcess: TaskError = {
  code: 'process_lost',
  message:
    'The process that carried this out stopped, or lost the database, after this had begun and before its outcome was ' +
    'written. It was not repeated.',
};

/**
 * A task that lost more attempts than this is queued again some time later, by chance within `apartWithinMs`. One of the tasks
 * that a process had when it died may be the cause. Taken together again, all of them would die with it until they fail.
 */
const togetherAtMost = 5;
const apartWithinMs = 60_000;

/** A sweep that took longer than this has met a database that stood still or was away. */
const outageMs = 2000;
/** After an outage, running workers have this long to write their outcomes and to renew their leases. */
const afterOutageMs = 5000;

const t = alias(tasks, 't');

const endExpired = statement({
  name: 'end-expired-leases',
  params: {
    error: t.error,
    most: types.int,
    kinds: listOf(t.kind),
    togetherAtMost: t.attempts,
    apartWithinMs: types.int,
  },
  columns: {
    project_id: t.projectId,
    id: t.id,
    kind: t.kind,
    environment: t.environment,
    identity_id: t.identityId,
    request_id: t.requestId,
    payload: t.payload,
    waiter: t.waiter,
    attempts: t.attempts,
    state: t.state,
  },
  prepared: false,
  query: (p, columns) => sql`
    UPDATE ${tasks} AS ${t} SET
      ${name(t.state)} = CASE WHEN ${t.begunAt} IS NULL THEN 'queued' ELSE 'unknown' END,
      ${name(t.error)} = CASE WHEN ${t.begunAt} IS NULL THEN NULL ELSE ${p.error} END,
      ${name(t.finishedAt)} = CASE WHEN ${t.begunAt} IS NULL THEN NULL ELSE clock_timestamp() END,
      ${name(t.dueAt)} = CASE WHEN ${t.begunAt} IS NULL AND ${t.attempts} > ${p.togetherAtMost}
        THEN clock_timestamp() + random() * make_interval(secs => ${p.apartWithinMs} / 1000.0) ELSE ${t.dueAt} END,
      ${name(t.lease)} = NULL,
      ${name(t.leaseUntil)} = NULL
    FROM (
      SELECT ${tasks.projectId}, ${tasks.id} FROM ${tasks}
      -- As of the transaction's begin: the statement itself may have been held up by an outage.
      WHERE ${tasks.state} = 'running' AND ${tasks.leaseUntil} < now()
        -- What a newer process has begun is told by one that knows its kind.
        AND (${tasks.begunAt} IS NULL OR ${tasks.kind} = ANY (${p.kinds}))
      ORDER BY ${tasks.leaseUntil} LIMIT ${p.most} FOR UPDATE SKIP LOCKED
    ) AS expired
    WHERE ${t.projectId} = expired.project_id AND ${t.id} = expired.id
    RETURNING ${columns}`,
});

export interface SweepOptions {
  database: Database;
  kinds: TaskKinds;
  queue: TaskQueue;
  /** Notified of tasks that became unknown, after the commit. */
  lost?: (tasks: (TaskRef & { kind: string })[]) => void;
}

/**
 * Repairs whatever was lost: tickets, processes, Redis. One process at a time sweeps. A task whose lease expired becomes
 * `unknown` if it had begun, and is queued again if not. Lanes with due work that nobody runs are found without tickets.
 *
 * After an outage of the database no lease expires for some seconds. Nobody could renew a lease during the outage, so an
 * expired one does not prove that its process is dead.
 */
export class Sweep {
  readonly #options: SweepOptions;
  #place: SweepPlace = firstPlace;
  #leasesCountFrom = 0;

  constructor(options: SweepOptions) {
    this.#options = options;
  }

  /** @returns lanes with due work, and one lane of each origin that may have more; none if another process is sweeping */
  async run(): Promise<Pick<FoundLanes, 'lanes' | 'behind'>> {
    const began = performance.now();
    let lost: (TaskRef & { kind: string })[] = [];
    const found = await this.#options.database
      .transaction(async (tx) => {
        const isMine = await tryLock(tx, sweepLock);
        if (performance.now() - began > outageMs) this.#noteOutage();
        if (!isMine) return { lanes: [], behind: [] };
        if (performance.now() >= this.#leasesCountFrom) lost = await this.#endLeases(tx);
        const { lanes, behind, next } = await findLanes(tx, this.#place);
        this.#place = next;
        return { lanes, behind };
      })
      .catch((error) => {
        this.#noteOutage();
        throw error;
      });
    if (lost.length > 0) this.#options.lost?.(lost);
    return found;
  }

  #noteOutage(): void {
    this.#leasesCountFrom = performance.now() + afterOutageMs;
  }

  /** @returns the tasks that became unknown */
  async #endLeases(tx: Transaction): Promise<(TaskRef & { kind: string })[]> {
    const kinds = Object.keys(this.#options.kinds);
    const rows = await endExpired.all(tx, {
      ...{ error: lostProcess, most: expiredPerSweep, kinds },
      ...{ togetherAtMost, apartWithinMs },
    });
    const unknown = rows.filter((row) => row.state === 'unknown');
    await writeAudit(
      tx,
      ...unknown
        .filter((row) => isNews(this.#options.kinds, row.kind, row.state))
        .map((row) => ({
          projectId: row.project_id,
          actor: system,
          action: `${row.kind}.unknown`,
          subject: subjectOf(this.#options.kinds, row.kind, { ...row, identityId: row.identity_id }),
          environment: row.environment,
          requestId: row.request_id,
          identityId: row.identity_id,
          data: { attempts: row.attempts, error: lostProcess },
        })),
    );
    const ended = unknown.map((row) => row.project_id);
    await this.#options.queue.count(tx, ended, -1);
    await this.#options.queue.tell(
      tx,
      unknown.map((row) => ({
        projectId: row.project_id,
        id: row.id,
        environment: row.environment,
        identityId: row.identity_id,
        requestId: row.request_id,
        waiter: row.waiter,
        state: row.state,
        result: null,
        error: lostProcess,
      })),
    );
    return unknown.map(({ id, kind, payload, identity_id: identityId }) => ({
      id,
      kind,
      payload,
      identityId,
    }));
  }
}
