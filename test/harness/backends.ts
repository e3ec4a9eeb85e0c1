import { Redis } from 'ioredis';
import pg from 'pg';

/** Where the tests find real servers. */
export const databaseUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
export const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';

/** The connections that the tested Postgres server allows; undefined if none answers, or it was not asked. */
export let maxConnections: number | undefined;

/** The backends that can be tested here. @throws in CI when the servers are not there. */
export const backends: ('embedded' | 'servers')[] = await choose();

async function choose(): Promise<('embedded' | 'servers')[]> {
  const wanted = process.env.TEST_BACKENDS?.split(',') as ('embedded' | 'servers')[] | undefined;
  if (wanted) return wanted;
  const missing = await findMissing();
  if (missing === undefined) return ['embedded', 'servers'];
  if (process.env.CI) throw new Error(`In CI the suite needs both backends, but ${missing}.`);
  process.stderr.write(`\nThe suite runs on the embedded backend only: ${missing}.\n\n`);
  return ['embedded'];
}

async function findMissing(): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ max_connections: string }>('SHOW max_connections');
    maxConnections = Number(rows[0]!.max_connections);
    await client.end();
  } catch {
    return `no Postgres answers at ${new URL(databaseUrl).host} (TEST_DATABASE_URL)`;
  }
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 2000 });
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch {
    return `no Redis answers at ${new URL(redisUrl).host} (TEST_REDIS_URL)`;
  } finally {
    redis.disconnect();
  }
}
