import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { boundedClient, giveUpAfter } from './bounded-client.ts';
import { cancelStatement } from './cancel.ts';
import { parseExactly } from './exact-json.ts';
import { inTime, Late } from './in-time.ts';
import type { SessionSettings } from './session-settings.ts';

/** How to reach the database: the fields of a `pg` client's configuration that say where it is. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database'
>;

/** Runs queries: the pool, or the one connection of a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** A transaction: Drizzle in `orm` for statements that run rarely, `query` for prepared ones. */
export interface Transaction extends Queryable {
  orm: NodePgDatabase;
}

/** A pool of connections. */
export interface Database extends Transaction {
  address: DatabaseAddress;
  /** Longest time of one statement, in ms, with the wait for a connection; undefined if there is no limit. */
  limitMs: number | undefined;
  /** Connections that it opens at most. */
  most: number;
  /** Connections in use, idle connections, and requests that wait for one. */
  connections(): { busy: number; idle: number; waiting: number };
  /**
   * Runs `work` in one transaction; commits when it returns, rolls back when it throws. Make no network calls inside: the
   * transaction holds locks and a connection.
   * @param options.durable false for work that may be lost, as a whole, if the database crashes within the next second, because
   *   it is then done again. Its commit does not wait for the disk.
   */
  transaction<Result>(
    work: (tx: Transaction) => Promise<Result>,
    options?: { durable?: boolean },
  ): Promise<Result>;
  /**
   * For reads whose caller may go away: when the signal aborts, the running statement is cancelled and rejects with the
   * signal's reason, and no further one begins. Never for writes.
   */
  reading(signal: AbortSignal): Queryable;
  /**
   * Closes the connections. Statements under way get a second to end; then their connections are destroyed, because a frozen one
   * would keep its caller, and a process that stops, for as long as a statement may take.
   */
  close(): Promise<void>;
}

/** For our side of every connection: TCP probes find a dead host while the connection is idle. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/** Longest wait, in milliseconds, for a new connection or for a free one of a pool. */
export const connectMs = 10_000;

/** Longest time, in milliseconds, that a statement gets to end when its pool is closed. */
const leaveMs = 1000;

/** A connection without a statement limit is given up after this, so that nothing waits for ever. */
const patienceWithoutLimitMs = 15 * 60_000;

// Dates stay text, because no code here means a date in the local time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
// What others sent keeps its digits in JSON: ids of theirs are often longer than a double.
pg.types.setTypeParser(pg.types.builtins.JSON, (text) => parseExactly(text));
pg.types.setTypeParser(pg.types.builtins.JSONB, (text) => parseExactly(text));

export interface DatabaseOptions {
  connections: number;
  /** Called with errors of idle connections, which belong to no query. */
  onError: (error: Error) => void;
  /** Settings of its connections, besides those of all. */
  session?: SessionSettings | undefined;
  /** Longest wait for a free connection, or for a new one, in ms; ten seconds if absent. */
  waitMs?: number | undefined;
  /**
   * Longest time of one statement, in ms. The server cancels a longer one (SQLSTATE 57014); a connection that has not
   * answered two seconds later is destroyed. Without it there is no limit, for maintenance.
   */
  statementMs?: number | undefined;
}

/**
 * Opens a pool. Connections that the server closed, as in a restart, are replaced on the next use. When one connection does
 * not answer, idle ones to the same address are destroyed in all pools, so that the next statement gets a new connection.
 */
export function openDatabase(
  address: DatabaseAddress,
  { connections, onError, session, waitMs = connectMs, statementMs }: DatabaseOptions,
): Database {
  const giveUpMs = statementMs === undefined ? patienceWithoutLimitMs : giveUpAfter(statementMs);
  const pool = new pg.Pool({
    ...address,
    ...keepAlive,
    Client: boundedClient({
      limitMs: giveUpMs,
      session: { ...session, ...(statementMs === undefined ? {} : { statement_timeout: statementMs }) },
      onSilence: () => distrust(address),
    }),
    max: connections,
    application_name: 'parley',
    connectionTimeoutMillis: Math.min(waitMs, giveUpMs),
    // A connection keeps its prepared statements, so the pool never closes idle ones by itself.
    idleTimeoutMillis: 0,
  });
  const neighbours = poolsOf(address);
  neighbours.add(pool);
  // While the pool is closing, its connections may be ended by anybody: the embedded database may stop before all of them
  // have said goodbye. That is not worth a line in the log.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  const clients = new Set<pg.PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  // The limit is for the wait and for the statement together; else a caller would wait for a connection that hangs, and then again.
  // A statement whose caller has given up is not begun.
  const query: Queryable['query'] = async (text, values) => {
    const began = performance.now();
    const client = await connected(pool, statementMs);
    const result = new Promise<pg.QueryResult<never>>((resolve, reject) => {
      // This joins two overloads of pg in one call; both lead to the same method.
      client.query(text as string, values as unknown[], (error: Error | undefined, found) => {
        client.release(error);
        if (error) reject(error);
        else resolve(found as never);
      });
    });
    const begun = performance.now();
    return inTime(statementMs && Math.max(0, statementMs - (begun - began)), result, () => {
      // A connection that was silent for all this time is given up now: who repeats the request must not get it, or one beside it.
      if (statementMs !== undefined && performance.now() - begun >= statementMs) {
        client.connection.stream.destroy(new Late());
        distrust(address);
      }
    });
  };
  return {
    address,
    limitMs: statementMs,
    most: connections,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      // Those for whom an idle connection is there get it in the same turn of the event loop.
      waiting: Math.max(0, pool.waitingCount - pool.idleCount),
    }),
    orm: drizzle(pool),
    query,
    async transaction(work, { durable = true } = {}) {
      const client = await connected(pool, statementMs);
      let broken: Error | undefined;
      let orm: NodePgDatabase | undefined;
      try {
        await client.query(durable ? 'BEGIN' : 'BEGIN; SET LOCAL synchronous_commit = off');
        const tx: Transaction = {
          // Made on demand: most transactions run statements only.
          get orm() {
            orm ??= drizzle(client);
            return orm;
          },
          query: (text, values) => client.query(text as string, values as unknown[]) as never,
        };
        const result = await work(tx);
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((lost: Error) => {
          broken = lost;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    reading: (signal) => ({
      query: (text, values) =>
        readUntil(
          pool,
          statementMs,
          signal,
          (client) => client.query(text as string, values as unknown[]) as never,
        ),
    }),
    async close() {
      neighbours.delete(pool);
      const impatience = setTimeout(() => {
        for (const client of clients) client.connection.stream.destroy();
      }, leaveMs);
      await pool.end();
      clearTimeout(impatience);
    },
  };
}

/** The open pools of this process, by the address that they connect to. */
const pools = new Map<string, Set<pg.Pool>>();

function poolsOf(address: DatabaseAddress): Set<pg.Pool> {
  const key = JSON.stringify(address);
  const found = pools.get(key) ?? new Set();
  pools.set(key, found);
  return found;
}

/**
 * What froze one connection has probably frozen the others to that address, in all pools. Connections in use find out by
 * themselves; idle ones are destroyed, so that nobody else waits for them.
 */
function distrust(address: DatabaseAddress): void {
  for (const pool of poolsOf(address)) destroyIdle(pool);
}

/** Destroys the idle connections without the closing handshake, which a frozen connection would never answer. */
function destroyIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0; left--) {
    pool.connect((error, client, release) => {
      if (error || !client) return;
      (client as pg.PoolClient).connection.stream.destroy();
      release(true);
    });
  }
}

/** A connection of the pool, if it comes in time. One that comes later goes back. */
function connected(pool: pg.Pool, limitMs: number | undefined): Promise<pg.PoolClient> {
  const client = pool.connect();
  return inTime(limitMs, client, () => {
    client.then(
      (unused) => unused.release(),
      () => {},
    );
  });
}

/** Runs one statement, and cancels it when the signal aborts. Releases the connection when no cancellation can hit it. */
async function readUntil<Result>(
  pool: pg.Pool,
  limitMs: number | undefined,
  signal: AbortSignal,
  read: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const client = await connected(pool, limitMs);
  let canceling: Promise<void> | undefined;
  const cancel = () => {
    canceling = cancelStatement(client);
  };
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel, { once: true });
    return await read(client);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', cancel);
    await canceling;
    client.release();
  }
}

/** The name of the constraint that a write violated, wherever the driver or Drizzle put it; undefined for other errors. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint;
  }
  return undefined;
}

/** The SQLSTATE of a driver's error, also inside an error of Drizzle; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}
