import { Redis } from 'ioredis';
import pg from 'pg';

/** Where the tests find real servers. */
export const databaseUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** Most connections that a run takes of the tested Postgres server, which others use too. */
const mostConnections = 60;

/** Connections that one running file of tests needs, counted in runs of the suite: a server under test has small pools. */
const connectionsOfAFile = 12;

/**
 * How many files of tests the servers can carry side by side: fewer where Postgres has few connections free, which a line on stderr says. 0
 * where Postgres or Redis does not answer, or too few are free for a single file; a line says so, and the tests on servers are left out.
 */
export async function findServerWorkers(most: number): Promise<number> {
  const [free, redis] = await Promise.all([freeConnections(), answersRedis()]);
  const why =
    free === undefined
      ? `no Postgres answers at ${new URL(databaseUrl).host} (TEST_DATABASE_URL)`
      : redis
        ? undefined
        : `no Redis answers at ${new URL(redisUrl).host} (TEST_REDIS_URL)`;
  if (why) return leaveOut(why);
  const workers = Math.min(most, Math.floor(Math.min(mostConnections, free!) / connectionsOfAFile));
  if (workers === 0) return leaveOut(`only ${free} connections of ${new URL(databaseUrl).host} are free`);
  if (workers < most)
    say(`On the servers ${workers} files run at once: ${free} connections to Postgres are free.`);
  return workers;
}

function leaveOut(why: string): 0 {
  say(`The tests on servers are left out: ${why}.`);
  return 0;
}

/** In the processes of the workers nobody would know to which run it belongs. */
function say(line: string): void {
  if (!process.env.VITEST_POOL_ID) process.stderr.write(`\n${line}\n`);
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
