import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

/** How to reach the database: the fields of a `pg` client's configuration that say where. */
export type DatabaseAddress = Pick<pg.ClientConfig, 'connectionString' | 'host' | 'user' | 'database'>;

/** What runs a query: the pool, or the one connection of a transaction. */
export interface Queryable {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/** A transaction: Drizzle for what is written seldom, `query` for what is prepared by hand. */
export interface Transaction extends Queryable {
  orm: NodePgDatabase;
}

export interface Database extends Transaction {
  address: DatabaseAddress;
  /** Connections that work and that rest, and requests that wait for one. */
  connections(): { busy: number; idle: number; waiting: number };
  /**
   * Runs `work` in one transaction; commits when it returns, rolls back when it throws.
   * No network calls inside: the transaction holds locks and a connection.
   */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

// JIT pays for analytics, not for statements of a millisecond; its compiling would dominate them.
const sessionOptions = '-c jit=off -c idle_in_transaction_session_timeout=60000';

// Nothing here reads a date as a local one: dates stay text.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/**
 * For the few statements that everything runs through: planned once, for any number of rows and without regard to the
 * statistics of the moment. A plan made while a table was empty must not stay when it has millions of rows.
 */
export const planOnce =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off';

/** For filters and searches, whose best plan depends on what they look for: planned anew every time. */
export const planEachTime = '-c plan_cache_mode=force_custom_plan';

export interface DatabaseOptions {
  connections: number;
  /** Told of errors of idle connections, which belong to no query. */
  onError: (error: Error) => void;
  /** Server settings of every connection, as `-c name=value`. */
  options?: string;
}

/**
 * Opens a pool. Connections that the server ends (a restart, say) are replaced on the next use.
 */
export function openDatabase(
  address: DatabaseAddress,
  { connections, onError, options = '' }: DatabaseOptions,
): Database {
  const pool = new pg.Pool({
    ...address,
    max: connections,
    options: `${sessionOptions} ${options}`,
    application_name: 'parley',
    connectionTimeoutMillis: 10_000,
    // A connection kept idle is a prepared statement kept: the pool never shrinks by itself.
    idleTimeoutMillis: 0,
  });
  // While the pool is closed its connections are given up, whoever ends them: the embedded database may be told to stop
  // before it has heard every goodbye.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error);
  });
  // A connection that breaks says so beside failing its statements, and unheard that would end the process. The pool
  // listens to idle ones only; this one hears all, also in the instant in which a new one is handed over.
  pool.on('connect', (client) => client.on('error', () => {}));
  const query: Queryable['query'] = (text, values) =>
    // Two overloads of pg in one call; both lead to the same method.
    pool.query(text as string, values as unknown[]) as never;
  return {
    address,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    orm: drizzle(pool),
    query,
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const tx: Transaction = {
          orm: drizzle(client),
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
    close: () => pool.end(),
  };
}

/** The name of the constraint that a write ran into, wherever the driver or Drizzle put it. */
export function violatedConstraint(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('constraint' in e && typeof e.constraint === 'string') return e.constraint;
  }
  return undefined;
}

/** The SQLSTATE of a driver's error, wherever Drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && typeof e.code === 'string' && /^[0-9A-Z]{5}$/.test(e.code)) return e.code;
  }
  return undefined;
}
