import type { Logger } from 'pino';
import { Batcher } from '../../../platform/batcher.ts';
import { pgArray } from '../../../platform/pg-array.ts';
import type { Database } from '../../../platform/postgres.ts';
import type { ArrivalStatus } from '../schema.ts';

/** A call to a receiver, whatever became of it. */
export interface Arrival {
  projectId: string;
  receiverId: string;
  at: Date;
  status: ArrivalStatus;
  reason: string | null;
  address: string;
  size: number;
  requestId: string;
  eventId: string | null;
}

export interface ArrivalRow {
  at: Date;
  status: ArrivalStatus;
  reason: string | null;
  count: number;
  address: string;
  size: number;
  request_id: string;
  event_id: string | null;
}

/** Calls that wait to be written; beyond that they are left out, since a flood must not fill the memory either. */
const mostUnderWay = 10_000;
const minuteMs = 60_000;

/**
 * What arrived at receivers lately. It is written beside the answer and not before it: it shows owners what goes on,
 * while the audit log holds what was accepted. Rejected calls are counted by the minute, so that anybody who knows
 * an address can fill no table.
 */
export class ArrivalLog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #batcher: Batcher<Arrival, undefined>;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#batcher = new Batcher((arrivals) => this.#write(arrivals));
  }

  add(arrival: Arrival): void {
    if (this.#underWay.size >= mostUnderWay) return;
    const written = this.#batcher
      .submit(arrival)
      .catch((error) => this.#log.warn({ err: error }, 'a call to a receiver could not be written down'))
      .finally(() => this.#underWay.delete(written));
    this.#underWay.add(written);
  }

  /** Resolves when what arrived here before this call is written. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Newest first. */
  async read(projectId: string, receiverId: string, offset: number, most: number): Promise<ArrivalRow[]> {
    const { rows } = await this.#database.query<ArrivalRow>(
      `SELECT at, status, reason, count, address, size, request_id, event_id FROM dialog.arrivals
       WHERE project_id = $1 AND receiver_id = $2 ORDER BY id DESC OFFSET $3 LIMIT $4`,
      [projectId, receiverId, offset, most],
    );
    return rows;
  }

  async #write(arrivals: Arrival[]): Promise<undefined[]> {
    const rows = countedByMinute(arrivals);
    const column = (pick: (row: CountedArrival) => string | number | Date | null) => pgArray(rows.map(pick));
    await this.#database.query({
      name: 'arrivals',
      text: `INSERT INTO dialog.arrivals AS a
               (project_id, receiver_id, at, status, reason, count, address, size, request_id, event_id, minute)
             SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[], $5::text[], $6::int[],
               $7::text[], $8::int[], $9::text[], $10::text[], $11::timestamptz[])
             ON CONFLICT (project_id, receiver_id, minute, reason) WHERE status = 'rejected' DO UPDATE SET
               count = a.count + excluded.count, at = excluded.at, address = excluded.address, size = excluded.size,
               request_id = excluded.request_id`,
      values: [
        column((row) => row.projectId),
        column((row) => row.receiverId),
        column((row) => row.at),
        column((row) => row.status),
        column((row) => row.reason),
        column((row) => row.count),
        column((row) => row.address),
        column((row) => row.size),
        column((row) => row.requestId),
        column((row) => row.eventId),
        column((row) => row.minute),
      ],
    });
    return arrivals.map(() => undefined);
  }
}

interface CountedArrival extends Arrival {
  count: number;
  /** Null for what has a row of its own. */
  minute: Date | null;
}

/**
 * One row for all rejected calls of a receiver, a reason and a minute: a statement cannot count the same row twice.
 * They come in one order for everybody, since two processes that lock rows in opposite orders would deadlock.
 */
function countedByMinute(arrivals: Arrival[]): CountedArrival[] {
  const rows: CountedArrival[] = [];
  const rejected = new Map<string, CountedArrival>();
  for (const arrival of arrivals) {
    if (arrival.status !== 'rejected') {
      rows.push({ ...arrival, count: 1, minute: null });
      continue;
    }
    const minute = new Date(Math.floor(arrival.at.getTime() / minuteMs) * minuteMs);
    const name = `${arrival.receiverId} ${minute.toISOString()} ${arrival.reason}`;
    rejected.set(name, { ...arrival, minute, count: (rejected.get(name)?.count ?? 0) + 1 });
  }
  const inOrder = [...rejected].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  return [...rows, ...inOrder];
}
