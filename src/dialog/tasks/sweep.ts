import type { Database, Transaction } from '../../platform/postgres.ts';
import { system, writeAudit } from '../audit/entry.ts';
import type { Environment, TaskState, Waiter } from '../schema.ts';
import { isNews, subjectOf, type TaskKinds } from './kinds.ts';
import type { LaneTicket, TaskError } from './task.ts';
import { countUnfinished } from './unfinished.ts';
import { tellWaiters } from './waiters.ts';

/** Lanes looked through in one sweep; the next one goes on from there. */
const lanesPerSweep = 5000;
const expiredPerSweep = 1000;
const sweepLock = 7_263_512;

const lostProcess: TaskError = {
  code: 'process_lost',
  message: 'The server stopped after this had begun and before its outcome was known. It was not repeated.',
};

export interface SweepOptions {
  database: Database;
  kinds: TaskKinds;
  shard: number;
}

/**
 * The net under everything that can be lost: tickets, processes, Redis. One process at a time sweeps:
 * tasks whose lease ran out become `unknown` if they had begun and are queued again if not; and lanes with due work
 * that nobody runs are found, wherever their ticket went.
 */
export class Sweep {
  readonly #options: SweepOptions;
  /** Where the search for lanes goes on: after this one. */
  #after: { projectId: string; lane: string } = { projectId: zeroId, lane: '' };

  constructor(options: SweepOptions) {
    this.#options = options;
  }

  /** @returns lanes with due work; empty when another process is sweeping. */
  async run(): Promise<LaneTicket[]> {
    return this.#options.database.transaction(async (tx) => {
      const { rows } = await tx.query<{ mine: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS mine', [
        sweepLock,
      ]);
      if (!rows[0]?.mine) return [];
      await this.#endLeases(tx);
      return this.#findLanes(tx);
    });
  }

  async #endLeases(tx: Transaction): Promise<void> {
    const { rows } = await tx.query<{
      project_id: string;
      id: string;
      kind: string;
      environment: Environment;
      identity_id: string | null;
      request_id: string | null;
      payload: unknown;
      waiter: Waiter | null;
      attempts: number;
      state: TaskState;
    }>(
      `UPDATE dialog.tasks AS t SET
         state = CASE WHEN t.begun_at IS NULL THEN 'queued' ELSE 'unknown' END,
         error = CASE WHEN t.begun_at IS NULL THEN NULL ELSE $2::json END,
         finished_at = CASE WHEN t.begun_at IS NULL THEN NULL ELSE clock_timestamp() END,
         lease = NULL,
         lease_until = NULL
       FROM (
         SELECT project_id, id FROM dialog.tasks
         WHERE state = 'running' AND lease_until < clock_timestamp()
         ORDER BY lease_until LIMIT $1 FOR UPDATE SKIP LOCKED
       ) AS expired
       WHERE t.project_id = expired.project_id AND t.id = expired.id
       RETURNING t.project_id, t.id, t.kind, t.environment, t.identity_id, t.request_id, t.payload, t.waiter, t.attempts,
         t.state`,
      [expiredPerSweep, JSON.stringify(lostProcess)],
    );
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
    await countUnfinished(tx, this.#options.shard, ended, -1);
    await tellWaiters(
      tx,
      this.#options.shard,
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
  }

  /** Jumps from lane to lane through the index of queued tasks, so that a long lane costs no more than a short one. */
  async #findLanes(tx: Transaction): Promise<LaneTicket[]> {
    const { rows } = await tx.query<{
      project_id: string;
      lane: string;
      target_id: string | null;
      due: boolean;
    }>(
      `WITH RECURSIVE head AS (
         (SELECT project_id, lane, target_id, due_at, 1 AS n FROM dialog.tasks
          WHERE state = 'queued' AND (project_id, lane) > ($1::uuid, $2::text)
          ORDER BY project_id, lane, seq LIMIT 1)
         UNION ALL
         SELECT next.*, head.n + 1 FROM head CROSS JOIN LATERAL (
           SELECT project_id, lane, target_id, due_at FROM dialog.tasks
           WHERE state = 'queued' AND (project_id, lane) > (head.project_id, head.lane)
           ORDER BY project_id, lane, seq LIMIT 1
         ) AS next
         WHERE head.n < $3
       )
       SELECT project_id, lane, target_id, due_at <= clock_timestamp() AND NOT EXISTS (
         SELECT 1 FROM dialog.tasks AS r
         WHERE r.project_id = head.project_id AND r.lane = head.lane AND r.state = 'running'
       ) AS due
       FROM head ORDER BY n`,
      [this.#after.projectId, this.#after.lane, lanesPerSweep],
    );
    const last = rows.at(-1);
    this.#after =
      last && rows.length === lanesPerSweep
        ? { projectId: last.project_id, lane: last.lane }
        : { projectId: zeroId, lane: '' };
    return rows.filter((row) => row.due).map((row) => [row.project_id, row.lane, row.target_id]);
  }
}

const zeroId = '00000000-0000-0000-0000-000000000000';
