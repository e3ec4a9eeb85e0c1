import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { superuser } from '../src/platform/embedded-postgres/cluster.ts';
import { migrateDatabase } from '../src/platform/migrations.ts';
import { type Running, startServer } from './processes.ts';

/** The bench's own databases, on one Postgres that both sides of every ratio share. */
export interface Ground {
  embedded: boolean;
  redisUrl: string | undefined;
  /** Starts a server on the database of that name; the same name gives the same database. */
  start(name: string, environment?: Record<string, string>, checkout?: string): Promise<Running>;
  /** The URL of the database of that name, made and migrated when new. */
  database(name: string): Promise<string>;
  /** A pool on that database, kept until the end. */
  pool(name: string): Promise<pg.Pool>;
  close(): Promise<void>;
}

const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const encryptionKey = randomBytes(32).toString('base64');

/** The owner of every installation of the bench. */
export const ownerAccount = { email: 'owner@example.com', password: 'correct horse battery' };

/** Production settings, without the output of a first start. */
const common = {
  ENCRYPTION_KEY: encryptionKey,
  OWNER_EMAIL: ownerAccount.email,
  OWNER_PASSWORD: ownerAccount.password,
  DEMO: 'false',
  LOG_LEVEL: 'warn',
};

/** Databases on the servers at TEST_DATABASE_URL and TEST_REDIS_URL. */
export function onServers(): Ground {
  const redisUrl = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
  const databases = new Databases((name) => {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return url.href;
  });
  return {
    embedded: false,
    redisUrl,
    database: (name) => databases.url(name),
    pool: (name) => databases.pool(name),
    start: async (name, environment = {}, checkout = undefined) =>
      startServer(
        {
          ...common,
          DATABASE_URL: await databases.url(name),
          REDIS_URL: redisUrl,
          ...environment,
        },
        checkout,
      ),
    async close() {
      const installations = await databases.installations();
      await databases.drop(serverUrl);
      const redis = new Redis(redisUrl);
      for (const id of installations) await removeKeys(redis, `*${id}*`);
      await removeKeys(redis, `*${benchPrefix}*`);
      redis.disconnect();
    },
  };
}

/** The prefix of the keys that the bench's own processes keep in Redis. */
export const benchPrefix = `bench-${process.pid}`;

/**
 * The embedded database with its defaults, run by the first server that starts; the counterparts use other databases of
 * the same cluster.
 */
export async function onEmbedded(): Promise<Ground & { main: Running }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const main = await startServer({ ...common, DATA_DIR: dataDir });
  const pidFile = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((file) =>
    file.endsWith('postmaster.pid'),
  );
  // The fifth line of a postmaster.pid is the folder of its socket.
  const host = readFileSync(join(dataDir, pidFile!), 'utf8').split('\n')[4]!;
  const url = (name: string) => `postgresql:///${name}?host=${encodeURIComponent(host)}&user=${superuser}`;
  const databases = new Databases((name) => url(name));
  databases.known('main', url('parley'));
  return {
    embedded: true,
    redisUrl: undefined,
    main,
    database: (name) => databases.url(name),
    pool: (name) => databases.pool(name),
    start: async (name, environment = {}) =>
      name === 'main'
        ? { ...main, stop: async () => {} }
        : startServer({ ...common, DATABASE_URL: await databases.url(name), ...environment }),
    async close() {
      await databases.end();
      await main.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

class Databases {
  readonly #urlOf: (database: string) => string;
  readonly #made = new Map<string, Promise<string>>();
  readonly #pools = new Map<string, pg.Pool>();

  constructor(urlOf: (database: string) => string) {
    this.#urlOf = urlOf;
  }

  known(name: string, url: string): void {
    this.#made.set(name, Promise.resolve(url));
  }

  url(name: string): Promise<string> {
    const made = this.#made.get(name) ?? this.#make(name);
    this.#made.set(name, made);
    return made;
  }

  async #make(name: string): Promise<string> {
    const database = `parley_bench_${process.pid}_${name}`;
    await once(this.#urlOf('postgres'), `CREATE DATABASE ${database}`);
    const url = this.#urlOf(database);
    await migrateDatabase({ connectionString: url });
    return url;
  }

  async pool(name: string): Promise<pg.Pool> {
    const known = this.#pools.get(name);
    if (known) return known;
    const pool = new pg.Pool({ connectionString: await this.url(name), max: 2 });
    pool.on('error', () => {}); // connections that end with their database
    this.#pools.set(name, pool);
    return pool;
  }

  /** Ids of the installations in these databases: the prefixes of their keys in Redis. */
  async installations(): Promise<string[]> {
    const ids: string[] = [];
    for (const name of this.#made.keys()) {
      const { rows } = await (await this.pool(name)).query('SELECT id FROM dialog.installation');
      ids.push(...rows.map((row) => row.id));
    }
    return ids;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  async drop(admin: string): Promise<void> {
    await this.end();
    for (const url of this.#made.values()) {
      await once(admin, `DROP DATABASE IF EXISTS ${new URL(await url).pathname.slice(1)} WITH (FORCE)`);
    }
  }
}

async function once(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function removeKeys(redis: Redis, pattern: string): Promise<void> {
  let cursor = '0';
  do {
    const [next, names] = await redis.scan(cursor, 'MATCH', pattern, 'COUNT', 1000);
    cursor = next;
    if (names.length > 0) await redis.unlink(...names);
  } while (cursor !== '0');
}
