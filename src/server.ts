import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { startNotices } from './catalog/notices/send.ts';
import { openCatalog } from './catalog/open.ts';
import { chatAddresses } from './dialog/channels/webchat/cross-origin.ts';
import { type DialogParts, openDialog } from './dialog/parts.ts';
import { showPresence } from './dialog/presence.ts';
import { type FirstProject, listFirstProjects } from './dialog/projects/first-projects.ts';
import { type FirstStart, showFirstStart } from './dialog/projects/first-start.ts';
import { ensureInstallation } from './dialog/projects/installation.ts';
import { describeLost } from './dialog/secrets/lost.ts';
import { readEncryptionKeys } from './encryption-keys.ts';
import type { Flags } from './flags.ts';
import { openReadiness } from './health.ts';
import { warnOfTooFew } from './layout.ts';
import { openMetrics } from './metrics.ts';
import { migrate, whyNotMigrated } from './migrate.ts';
import { startCommandOn } from './place.ts';
import { BodyBudget } from './platform/body-budget.ts';
import { whyUnusable } from './platform/database-advice.ts';
import { StartEnded, type WhenReached, waitForDatabase } from './platform/database-wait.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { findDataFolderInUse } from './platform/embedded-postgres/lock.ts';
import { databaseWorks } from './platform/fault-log.ts';
import { type ClientLimits, type Listener, nextFreePort, takePort } from './platform/listener.ts';
import { type DatabaseAddress, openDatabase } from './platform/postgres.ts';
import { createVault } from './platform/secrets.ts';
import { seldom } from './platform/seldom.ts';
import { privatePort } from './private-port.ts';
import { isLoopback, localAddress, type Settings, SettingsError } from './settings.ts';
import { startWorker } from './worker.ts';

/** A listening server. */
export interface Server {
  /** Its address, without a final slash. */
  url: string;
  /** The address for browsers: passkeys belong to a name, and so need `localhost` in place of 127.0.0.1. */
  urlForPeople: string;
  port: number;
  parts: DialogParts;
  /** Shows what the first start made, unless it has been shown: see `showFirstStart`. */
  showFirstStart(show: (first: FirstStart) => Promise<void>): Promise<boolean>;
  /** Lists the oldest projects, so that a start can print their addresses. */
  listFirstProjects(): Promise<FirstProject[]>;
  /** Before a stop: `/readyz` says that this process stops, and for `ms` requests are answered as before, so that load balancers find out. */
  drain(ms: number): Promise<void>;
  /**
   * Accepts no more requests, finishes running work within the configured time, and leaves the rest queued.
   * @param idleMs how long connections without a request stay open, for a request that is on its way
   */
  stop(idleMs?: number): Promise<void>;
}

const idleConnectionMs = 2000;
/** A statement of the first setup may wait until another process has made it. */
const setupMs = 60_000;

export interface StartOptions extends Partial<Flags> {
  /** Aborts when the process is to stop: a start that waits for its database ends then. */
  ending?: AbortSignal;
}

/**
 * Starts everything that the role needs. The ports come first: a start that cannot listen must have changed nothing. Then come the
 * database, for which a start waits as long as it takes, migrations, worker and HTTP. After a failure, everything that was started
 * is stopped again.
 * @throws StartEnded if it was to stop while it waited
 */
export async function startServer(
  settings: Settings,
  log: Logger,
  options: StartOptions = {},
): Promise<Server> {
  const started: { name: string; stop(): Promise<unknown> }[] = [];
  // In reverse order: first no more requests come in, and the database stops last.
  let idleMs = 0;
  const stop = async () => {
    for (const part of started.splice(0).reverse()) {
      await part.stop().catch((error) => log.warn({ err: error }, `the ${part.name} did not stop cleanly`));
    }
  };
  const closing = () => ({ idleMs, graceMs: settings.shutdownMs });
  try {
    const limits = clientLimits(settings, log);
    const listener = await listen(settings, limits);
    started.push({ name: 'HTTP server', stop: () => listener.close(closing()) });
    const metricsListener = await listenForMetrics(settings, limits);
    if (metricsListener) {
      started.push({ name: 'metrics server', stop: () => metricsListener.close({ idleMs: 0, graceMs: 0 }) });
    }
    const { port } = listener;
    const url = settings.publicUrl ?? localAddress({ host: settings.host, port });
    const address = await openAddress();
    // The embedded database is this server's own, and runs by now.
    const whenReached: WhenReached = settings.databaseUrl
      ? waitForDatabase(nameOf(settings.databaseUrl), log, options.ending ?? new AbortController().signal)
      : (step) => step();
    await whenReached(() => prepareTables(settings, address, log)).catch((error) => {
      throw error instanceof StartEnded ? error : unusable(settings, whyUnusable(error));
    });

    const keys = readEncryptionKeys(settings);
    const vault = createVault(keys.current, keys.previous);
    const setup = openDatabase(address, { connections: 1, onError: () => {}, statementMs: setupMs });
    const { id, lost } = await whenReached(() =>
      ensureInstallation(setup, vault, settings, {
        address: url,
        acceptLost: options.acceptLostSecrets ?? false,
        describeLost,
      }),
    ).finally(() => setup.close());
    if (lost) log.warn({ lost }, 'goes on without these secrets; readiness names those to enter again');

    const bodies = new BodyBudget(
      settings.bodyMemoryBytes,
      seldom((more) =>
        log.warn(
          { times: Math.max(1, more) },
          'requests were refused with 503, because other bodies use all the memory that BODY_MEMORY_MIB allows',
        ),
      ),
    );
    const parts = await openDialog({
      ...{ settings, origin: url, address, vault, installationId: id, bodies, log, whenReached },
    });
    started.push({ name: 'dialog', stop: () => parts.close() });
    const { role } = settings;
    const shown = { role, files: parts.files, keys: vault.keyIds };
    const presence = await whenReached(() => showPresence(parts.hot, shown, () => databaseWorks(log)));
    started.push({ name: 'presence', stop: () => presence.stop() });
    await whenReached(() => warnOfTooFew(parts.hot, settings, log));
    const worker = role === 'api' ? undefined : startWorker(parts);
    const stopWorker = async () => worker?.stop(settings.shutdownMs);
    started.push({ name: 'worker', stop: stopWorker });
    if (role !== 'api' && settings.catalogNotify) {
      const { work: database, http } = parts;
      const notices = startNotices({ ...{ database, http, log }, notify: settings.catalogNotify });
      started.push({ name: 'notices of the catalog', stop: () => notices.stop() });
    }
    const catalog = role === 'worker' ? undefined : openCatalog(address, parts);
    if (catalog) started.push({ name: 'catalog', stop: () => catalog.close() });
    // With the connections that slow requests do not use.
    const readiness = openReadiness({ ...parts, database: parts.hot });
    const metrics = openMetrics(parts, catalog, readiness);
    started.push({ name: 'metrics', stop: async () => metrics.close() });
    const app = await buildApp(parts, catalog, metrics, listener.server, readiness);
    app.addHook('preClose', () => {
      // Close endless answers first, because the listener waits for every answer.
      parts.feed.close();
      void parts.live.close();
      return listener.close(closing());
    });
    // Both at the same time, so that slow requests do not use up the time of the deliveries.
    started.push({ name: 'HTTP server', stop: () => Promise.all([app.close(), stopWorker()]) });
    if (catalog && settings.catalogToken === undefined && !settings.isPrivate) {
      log.warn(
        `anybody who can reach ${settings.publicUrl ?? settings.host} may read and change the offer catalog; set CATALOG_TOKEN to require a token`,
      );
    }
    if (role !== 'worker' && settings.publicUrl === undefined && !isLoopback(settings.host)) {
      log.warn(
        `others can reach ${settings.host}, but PUBLIC_URL is not set: addresses shown to them contain this machine's IP address, and the owner's cookie travels unencrypted; set PUBLIC_URL to the address that users reach`,
      );
    }
    await app.ready();
    listener.handOver(app.routing);
    metricsListener?.handOver(privatePort(metrics, readiness));
    return {
      url,
      urlForPeople: settings.publicUrl ?? (listener.isLocalhost ? `http://localhost:${port}` : url),
      port,
      parts,
      showFirstStart: (show) => showFirstStart(address, vault, settings, show),
      listFirstProjects: () => listFirstProjects(parts.database),
      async drain(ms) {
        readiness.end();
        await pause(ms);
      },
      async stop(idle = idleConnectionMs) {
        readiness.end();
        idleMs = idle;
        await stop();
      },
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

function clientLimits({ maxConnections, requestTimeoutMs }: Settings, log: Logger): ClientLimits {
  return {
    connections: maxConnections,
    onTooMany: seldom((more) =>
      log.warn(
        { times: Math.max(1, more), connections: maxConnections },
        'connections were closed at once, because MAX_CONNECTIONS was reached',
      ),
    ),
    windowMs: requestTimeoutMs,
  };
}

/** @throws SettingsError that names a free port, or says that this Parley is running already */
async function listen(settings: Settings, limits: ClientLimits): Promise<Listener> {
  const { host, port, metricsPort, receivePort, dataDir, databaseUrl } = settings;
  try {
    return await takePort({ host, port }, limits, chatAddresses);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      throw new SettingsError(`HOST and PORT: cannot listen on ${host}:${port} (${code})`);
    }
    // If the same Parley was started twice by accident, another port would be the wrong advice.
    const inUse = databaseUrl ? undefined : await findDataFolderInUse(dataDir);
    if (inUse) throw new SettingsError(inUse.message);
    const free = await nextFreePort(host, port, [metricsPort, receivePort]);
    const way =
      free === undefined ? 'set PORT to a free one' : `${free} is free: ${startCommandOn(free, dataDir)}`;
    throw new SettingsError(`PORT ${port} on ${host} is in use by another program; ${way}`);
  }
}

/** Takes the port for metrics, if they have one. */
async function listenForMetrics(
  { host, port, metricsPort, receivePort }: Settings,
  limits: ClientLimits,
): Promise<Listener | undefined> {
  if (metricsPort === undefined) return undefined;
  try {
    return await takePort({ host, port: metricsPort }, limits);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') {
      throw new SettingsError(`METRICS_PORT: cannot listen on ${metricsPort} (${code})`);
    }
    const free = await nextFreePort(host, metricsPort, [port, receivePort]);
    const way =
      free === undefined ? 'set METRICS_PORT to a free one' : `${free} is free: METRICS_PORT=${free}`;
    throw new SettingsError(`METRICS_PORT ${metricsPort} on ${host} is in use by another program; ${way}`);
  }
}

/** Migrates the database, or makes sure that it was migrated. @throws Error that says why it cannot be used */
async function prepareTables(settings: Settings, address: DatabaseAddress, log: Logger): Promise<void> {
  const tickets = settings.redisUrl === undefined;
  if (settings.migratesAtStart) {
    return migrate(address, { tickets, onWait: (sentence) => log.warn(sentence) });
  }
  const reason = await whyNotMigrated(address, { tickets });
  if (reason) throw new Error(reason);
}

/** An error that names the database that cannot be used and the reason, in one line and without its password. */
function unusable({ databaseUrl, dataDir }: Settings, line: string): SettingsError {
  return new SettingsError(
    databaseUrl
      ? `DATABASE_URL: the database ${nameOf(databaseUrl)} cannot be used (${line})`
      : `DATA_DIR: the database in ${dataDir} cannot be used (${line})`,
  );
}

/** A database by its host and name, for people. */
function nameOf(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
