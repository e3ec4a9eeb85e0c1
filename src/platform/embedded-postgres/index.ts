import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { chooseDatabaseUser, type DatabaseUser, findBinaries } from './binaries.ts';
import { createCluster, superuser } from './cluster.ts';
import { lockDataFolder, openSocketFolder, removeSocketFolder } from './lock.ts';
import { DatabaseServer, runningSocket } from './server.ts';

/** A running embedded database. Pass `connection` to pg as it is. */
export interface EmbeddedPostgres {
  connection: { host: string; user: string; database: string };
  /** Shuts the database down cleanly; resolves when its process has ended. May be called again. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  /** The name of the database, made if it does not exist. */
  database?: string;
  log?: (line: string) => void;
  /** PostgreSQL settings that are added to the defaults or replace them. */
  settings?: Record<string, string>;
}

// fsync and synchronous_commit keep PostgreSQL's default, on: what was acknowledged is on disk.
const defaultSettings = {
  listen_addresses: '',
  // pg reads PGPORT too, so both sides agree on the name of the socket.
  port: String(process.env.PGPORT || pg.defaults.port || 5432),
  max_connections: '100',
  shared_buffers: '128MB',
  // Compiling takes longer than our short queries.
  jit: 'off',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
};

/**
 * Starts the PostgreSQL that npm installed, on a private Unix socket. It stops when this process ends, even by a kill, and is
 * restarted if it dies by itself. A data folder serves one process at a time.
 * @throws Error with a sentence that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const clusterDir = join(dataDir, 'postgres');
  const log = options.log ?? (() => {});
  makeDataFolder(dataDir);
  const user = chooseDatabaseUser(clusterDir);
  const native = findBinaries(user);

  const cleanups: (() => unknown)[] = [];
  const cleanUp = async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  };
  // Neither the database nor the wait for it would keep Node alive.
  const holdProcess = setInterval(() => {}, 60_000);
  try {
    const socketDir = await openSocketFolder(dataDir, user);
    cleanups.push(() => removeSocketFolder(socketDir));
    const lock = await lockDataFolder(socketDir, options.dataDir, log);
    cleanups.push(() => lock.release());

    const server = {
      ...{ native, user, clusterDir, socketDir, log },
      logPath: join(dataDir, 'postgres.log'),
      settings: { ...defaultSettings, ...options.settings },
    };
    if (!statSync(join(clusterDir, 'PG_VERSION'), { throwIfNoEntry: false })) {
      log(`making a database in ${options.dataDir}, once; this takes some seconds`);
      await createCluster(server, clusterDir);
    } else if (user) handOver(clusterDir, user);
    const running = new DatabaseServer(server);
    cleanups.push(() => running.stop());
    await running.start();

    const connection = { host: socketDir, user: superuser, database: options.database ?? 'parley' };
    await ensureDatabase(connection);
    let stopped: Promise<void> | undefined;
    return {
      connection,
      stop: () => {
        stopped ??= cleanUp();
        return stopped;
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  } finally {
    clearInterval(holdProcess);
  }
}

/**
 * Finds the database that another process runs on this data folder, to connect to it as well; undefined if none runs, or if
 * this user cannot reach it.
 */
export async function findRunningPostgres(
  dataDir: string,
): Promise<(EmbeddedPostgres['connection'] & { port: number }) | undefined> {
  const socket = runningSocket(join(resolve(dataDir), 'postgres'));
  if (!socket) return undefined;
  const connection = { ...socket, user: superuser, database: 'parley' };
  return query(connection, 'SELECT 1').then(
    () => connection,
    () => undefined,
  );
}

function makeDataFolder(dataDir: string): void {
  try {
    // Under root, the database runs as another user, who must pass through this folder to its own, and may do no more.
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Error(`${dataDir} is a file, not a folder for the database; set DATA_DIR to a folder.`);
    throw new Error(`The folder for the database cannot be used (${message}); set DATA_DIR or DATABASE_URL.`);
  }
}

/** Files that root restored from a backup belong to root, and PostgreSQL would refuse them. */
function handOver(clusterDir: string, user: DatabaseUser): void {
  if (statSync(clusterDir).uid !== 0) return;
  spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, clusterDir]);
  chmodSync(clusterDir, 0o700);
}

async function ensureDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const unknownDatabase = '3D000';
  try {
    await query(connection, 'SELECT 1');
  } catch (error) {
    if ((error as { code?: string }).code !== unknownDatabase) throw error;
    const name = pg.escapeIdentifier(connection.database);
    await query({ ...connection, database: 'postgres' }, `CREATE DATABASE ${name}`);
  }
}

async function query(connection: EmbeddedPostgres['connection'], text: string): Promise<void> {
  const client = new pg.Client({ ...connection, ssl: false });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end().catch(() => {});
  }
}
