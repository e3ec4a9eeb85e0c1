import { Redis } from 'ioredis';
import pg from 'pg';
import { sayOnce } from './say-once.ts';

/** Where the tests find real servers. */
export const databaseUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Most connections that a run takes of the tested Postgres server, which others use too. */
const mostConnections = 60;

/** Connections that one running file of tests holds, counted in runs of the suite: a server under test has small pools. */
const connectionsOfAFile = 20;

const usualWorkers = mostConnections / connectionsOfAFile;

/**
 * How many files of tests run at once on the servers: fewer where Postgres has few connections free, which a line on stderr says. 0 where
 * Postgres or Redis does not answer, or too few are free for a single file; a line says so, and the tests on servers are left out.
 */
export async function findServerWorkers(): Promise<number> {
  const [free, redis] = await Promise.all([freeConnections(), answersRedis()]);
  const [postgresAt, redisAt] = [new URL(databaseUrl).host, new URL(redisUrl).host];
  if (free === undefined) return leaveOut(`no Postgres answers at ${postgresAt} (TEST_DATABASE_URL)`);
  if (!redis) return leaveOut(`no Redis answers at ${redisAt} (TEST_REDIS_URL)`);
  const workers = Math.min(usualWorkers, Math.floor(free / connectionsOfAFile));
  if (workers === 0) return leaveOut(`only ${free} connections to Postgres at ${postgresAt} are free`);
  if (workers < usualWorkers) {
    sayOnce(
      `On the servers ${workers} files run at once, because only ${free} connections to Postgres are free.`,
    );
  }
  return workers;
}

function leaveOut(why: string): 0 {
  sayOnce(`The tests on servers are left out: ${why}.`);
  return 0;
}

/** Connections to the Postgres server that nobody uses now; undefined where none answers. */
async function freeConnections(): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ free: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - count(*)::int AS free
       FROM pg_stat_activity WHERE backend_type = 'client backend'`,
    );
    return rows[0]!.free;
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a Redis answers at TEST_REDIS_URL. */
export async function answersRedis(): Promise<boolean> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2000 });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}
