import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { openCatalog } from './catalog/parts.ts';
import { ensureInstallation, type FirstStart } from './dialog/owner/installation.ts';
import { type DialogParts, openDialog } from './dialog/parts.ts';
import { openMetrics } from './metrics.ts';
import { watchConnections } from './platform/connections.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { migrateDatabase } from './platform/migrations.ts';
import { type DatabaseAddress, openDatabase } from './platform/postgres.ts';
import { showPresence } from './platform/presence.ts';
import { createVault } from './platform/secrets.ts';
import { migrateTickets } from './platform/tickets.ts';
import { isLoopback, type Settings, SettingsError } from './settings.ts';
import { startWorker } from './worker.ts';

/** A server that listens. */
export interface Server {
  /** Where it can be reached, without a last slash. */
  url: string;
  port: number;
  /** Present when this start made the installation. */
  first: FirstStart | undefined;
  parts: DialogParts;
  /** Stops accepting, finishes what runs within the time set for it, leaves the rest queued. */
  stop(): Promise<void>;
}

/**
 * Starts everything that the role asks for: database, migrations, worker, HTTP. What was started before a failure is
 * stopped again.
 */
export async function startServer(settings: Settings, log: Logger): Promise<Server> {
  const started: { name: string; stop(): Promise<unknown> }[] = [];
  // In the opposite order: first nothing new comes in, last the database goes.
  const stop = async () => {
    for (const part of started.splice(0).reverse()) {
      await part.stop().catch((error) => log.warn({ err: error }, `the ${part.name} did not stop cleanly`));
    }
  };
  try {
    const address = await openAddress();
    await migrateDatabase(address).catch((error) => {
      throw unusable(settings, error);
    });
    if (!settings.redisUrl) await migrateTickets(address);

    const vault = createVault(settings.encryptionKey ?? ownKey(settings.dataDir));
    const setup = openDatabase(address, { connections: 1, onError: () => {} });
    const { id, first } = await ensureInstallation(setup, vault, settings).finally(() => setup.close());

    const parts = await openDialog({ settings, address, vault, installationId: id, log });
    started.push({ name: 'dialog', stop: () => parts.close() });
    const presence = await showPresence(parts.database, settings.role);
    started.push({ name: 'presence', stop: () => presence.stop() });
    const worker = settings.role === 'api' ? undefined : startWorker(parts);
    const stopWorker = async () => worker?.stop(settings.shutdownMs);
    started.push({ name: 'worker', stop: stopWorker });
    const catalog = settings.role === 'worker' ? undefined : openCatalog(address, settings, log);
    if (catalog) started.push({ name: 'catalog', stop: () => catalog.close() });
    const metrics = openMetrics(parts, catalog);
    started.push({ name: 'metrics', stop: () => metrics.close() });
    await metrics.listen().catch((error) => {
      throw new SettingsError(`METRICS_PORT: cannot listen on ${settings.metricsPort} (${error.code})`);
    });
    const app = await buildApp(parts, catalog, metrics);
    const endIdleConnections = watchConnections(app.server);
    app.addHook('preClose', async () => endIdleConnections());
    // Both at once: requests that take their time must not use up that of the deliveries.
    started.push({ name: 'HTTP server', stop: () => Promise.all([app.close(), stopWorker()]) });
    if (catalog && settings.catalogToken === undefined && !isLoopback(settings.host)) {
      log.warn(
        `anybody who can reach ${settings.host} may read and change the offer catalog; set CATALOG_TOKEN to ask for a token`,
      );
    }
    await app.listen({ host: settings.host, port: settings.port }).catch((error) => {
      throw new SettingsError(
        `HOST and PORT: cannot listen on ${settings.host}:${settings.port} (${error.code})`,
      );
    });
    const { port } = app.server.address() as AddressInfo;
    return {
      url: settings.publicUrl ?? `http://${reachable(settings.host)}:${port}`,
      port,
      first,
      parts,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }

  async function openAddress(): Promise<DatabaseAddress> {
    if (settings.databaseUrl) return { connectionString: settings.databaseUrl };
    const embedded = await startEmbeddedPostgres({
      dataDir: settings.dataDir,
      log: (line) => log.info(line),
    });
    started.push({ name: 'database', stop: () => embedded.stop() });
    return embedded.connection;
  }
}

/** The host as a URL has it; for "all addresses" the one that always works from this machine. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** The embedded default makes its own encryption key, once, readable by this user only. */
function ownKey(dataDir: string): string {
  const file = join(dataDir, 'encryption.key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** Says which database cannot be used and why, in one line and without its password. */
function unusable({ databaseUrl, dataDir }: Settings, error: unknown): SettingsError {
  // A name with several addresses fails with one error for each of them; Drizzle wraps what the driver says.
  let reason = error instanceof AggregateError ? error.errors[0] : error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  const [line] = String(reason instanceof Error ? reason.message : reason).split('\n');
  if (!databaseUrl) return new SettingsError(`DATA_DIR: the database in ${dataDir} cannot be used (${line})`);
  const { host, pathname } = new URL(databaseUrl);
  return new SettingsError(`DATABASE_URL: the database ${host}${pathname} cannot be used (${line})`);
}
