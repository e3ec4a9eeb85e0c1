import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Logger } from 'pino';
import { Batcher } from '../../../platform/batcher.ts';
import type { Database } from '../../../platform/postgres.ts';
import { excluded, name, names, rowsOf } from '../../../platform/sql-expressions.ts';
import { statement } from '../../../platform/statement.ts';
import { type ArrivalStatus, arrivals } from './schema.ts';

/** The reason of an accepted call that is an earlier one, which somebody had handled again. */
export const replayed = 'replayed';

/** A call to a receiver, accepted or not. */
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

const shown = {
  at: arrivals.at,
  status: arrivals.status,
  reason: arrivals.reason,
  count: arrivals.count,
  address: arrivals.address,
  size: arrivals.size,
  request_id: arrivals.requestId,
  event_id: arrivals.eventId,
};

const a = alias(arrivals, 'a');
const { id: _, ...written } = getTableColumns(arrivals);
const input = rowsOf('i', written);

const writeArrivals = statement({
  name: 'arrivals',
  params: { rows: input },
  query: (p) => sql`
    INSERT INTO ${arrivals} AS ${a} (${names(...Object.values(written))})
    SELECT ${sql.join(Object.values(input.at), sql`, `)} FROM ${p.rows}
    ON CONFLICT (${names(a.projectId, a.receiverId, a.minute, a.reason)}) WHERE ${name(a.status)} = 'rejected'
    DO UPDATE SET ${name(a.count)} = ${a.count} + ${excluded(a.count)}, ${name(a.at)} = ${excluded(a.at)},
      ${name(a.address)} = ${excluded(a.address)}, ${name(a.size)} = ${excluded(a.size)},
      ${name(a.requestId)} = ${excluded(a.requestId)}`,
});

/** Most calls that wait to be written. Others are dropped, so that a flood cannot fill the memory. */
const mostUnderWay = 10_000;
const minuteMs = 60_000;

/**
 * The recent calls to receivers, for owners. They are written after the answer, because the audit log has what was accepted.
 * Rejected calls are counted by minute, so that nobody who knows an address can fill the table.
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
      .catch((error) => this.#log.warn({ err: error }, 'a call to a receiver could not be logged'))
      .finally(() => this.#underWay.delete(written));
    this.#underWay.add(written);
  }

  /** Resolves when all calls before this one have been written. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** The calls of a receiver, newest first. */
  read(projectId: string, receiverId: string, offset: number, limit: number) {
    return this.#database.orm
      .select(shown)
      .from(arrivals)
      .where(and(eq(arrivals.projectId, projectId), eq(arrivals.receiverId, receiverId)))
      .orderBy(desc(arrivals.id))
      .offset(offset)
      .limit(limit);
  }

  async #write(arrivals: Arrival[]): Promise<undefined[]> {
    await writeArrivals.run(this.#database, { rows: countedByMinute(arrivals) });
    return arrivals.map(() => undefined);
  }
}

interface CountedArrival extends Arrival {
  count: number;
  /** Null for a call with its own row. */
  minute: Date | null;
}

/**
 * Joins rejected calls into one row for each receiver, reason and minute, because a statement cannot update the same row
 * twice. The rows are sorted, because two processes that lock rows in opposite orders would deadlock.
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
