import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { CatalogParts } from './catalog/parts.ts';
import { numberingBacklog } from './dialog/audit/numbering.ts';
import type { DialogParts } from './dialog/parts.ts';
import { rolesOfProcesses } from './dialog/presence.ts';
import { addTaskMetrics, readTaskFigures } from './dialog/tasks/metrics.ts';
import { addReadinessMetrics, type Readiness } from './health.ts';
import { Disk } from './platform/file-store/disk-room.ts';
import { addHttpMetrics } from './platform/http-metrics.ts';
import { addGauge, oneValue, readForScrapes } from './platform/metrics.ts';
import type { Database } from './platform/postgres.ts';
import { Problem } from './platform/problem.ts';
import { addProcessMetrics } from './platform/process-metrics.ts';
import { addProgressMetric } from './platform/progress.ts';
import { sameSecret } from './platform/secrets.ts';
import { secondsToWait } from './platform/wrong-secrets.ts';
import type { Settings } from './settings.ts';

/** The metrics of this process for Prometheus. They are served only with `METRICS_TOKEN` or `METRICS_PORT`. */
export interface Metrics {
  /** Counts the requests to `app`. Call it before the routes are declared. */
  watch(app: FastifyInstance): void;
  /** Serves `/metrics` on `app`, unless it has its own port. Call it after `app` has its error answers. */
  serve(app: FastifyInstance): void;
  /**
   * What `/metrics` answers.
   * @param authorization the header of the request
   * @param address of the client
   * @throws Problem if the token is wrong
   */
  read(authorization: string | undefined, address: string): Promise<{ type: string; text: string }>;
  close(): void;
}

/** Collects the metrics of this process. @param catalog undefined if this process does not serve it */
export function openMetrics(
  parts: DialogParts,
  catalog: CatalogParts | undefined,
  readiness: Readiness,
): Metrics {
  const { settings } = parts;
  const registry = new Registry();
  // First, because others take connections for what they read.
  addConnectionMetric(registry, {
    dialog: parts.database,
    hot: parts.hot,
    work: parts.work,
    // A worker has none of its own.
    searches: parts.searches === parts.database ? undefined : parts.searches,
    upkeep: parts.upkeep,
    catalog: catalog?.database,
    catalog_hot: catalog?.hot,
  });
  const watch = addHttpMetrics(registry);
  const stopMeasuring = addProcessMetrics(registry, settings);
  addReadinessMetrics(registry, readiness);
  addInstallationMetrics(registry, parts);
  addProgressMetric(registry, parts.progress);
  registry.registerMetric(parts.outcomes);
  registry.registerMetric(parts.outboundRequests.counter);
  addGauge(
    registry,
    { name: 'parley_request_body_bytes', help: 'Bytes of request bodies that are kept in memory.' },
    () => oneValue(parts.bodies.used),
  );
  addDiskMetrics(registry, settings);
  return {
    watch,
    serve(app) {
      if (settings.metricsToken === undefined || settings.metricsPort !== undefined) return;
      app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
        const { type, text } = await this.read(request.headers.authorization, request.ip);
        return reply.type(type).send(text);
      });
    },
    async read(authorization, address) {
      await checkToken(parts, authorization, address);
      return { type: registry.contentType, text: await registry.metrics() };
    },
    close: stopMeasuring,
  };
}

/** @throws Problem without the right token */
async function checkToken(
  { settings, limiter }: Pick<DialogParts, 'settings' | 'limiter'>,
  header: string | undefined,
  address: string,
): Promise<void> {
  if (settings.metricsToken === undefined) return;
  if (sameSecret(header ?? '', `Bearer ${settings.metricsToken}`)) return;
  // If the limiter fails, a wrong token is still refused.
  const seconds =
    header === undefined
      ? undefined
      : await secondsToWait(limiter, 'metrics-token', address).catch(() => undefined);
  if (seconds === undefined) {
    throw new Problem(401, 'not_authenticated', 'Send METRICS_TOKEN as a bearer token.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  throw new Problem(
    429,
    'too_many_wrong_keys',
    `Too many wrong tokens from this address. Try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

/** Less than scrapers wait: a scrape reports a database that hangs, and does not hang with it. In milliseconds. */
const patienceMs = 2000;
const roles: readonly Settings['role'][] = ['all', 'api', 'worker'];

/** Adds what stands in the database, which is the same at every process. */
function addInstallationMetrics(registry: Registry, { database, hot, kinds }: DialogParts): void {
  // With the connections that slow requests do not use.
  const readRoles = readForScrapes(() => rolesOfProcesses(hot), patienceMs);
  addGauge(registry, { name: 'parley_database_up', help: '1 while the database answers.' }, () =>
    readRoles().then(
      () => oneValue(1),
      () => oneValue(0),
    ),
  );
  addGauge(
    registry,
    {
      name: 'parley_processes',
      help: 'Processes that have shown themselves in the last half minute, by role.',
      labels: ['role'],
    },
    async () => {
      const alive = await readRoles();
      return roles.map((role) => [{ role }, alive.filter((each) => each === role).length]);
    },
  );
  // These take longer the more there is to count, and that must not look like an outage of the database.
  addTaskMetrics(
    registry,
    readForScrapes(() => readTaskFigures(database, Object.keys(kinds)), patienceMs),
  );
  const readBacklog = readForScrapes(() => numberingBacklog(database), patienceMs);
  addGauge(
    registry,
    {
      name: 'parley_audit_unnumbered',
      help: 'Entries of audit logs that wait for their number, counted up to 100,000.',
    },
    async () => oneValue((await readBacklog()).entries),
  );
  addGauge(
    registry,
    {
      name: 'parley_audit_unnumbered_oldest_seconds',
      help: 'How long the oldest of them has waited; 0 without any.',
    },
    async () => oneValue((await readBacklog()).oldest),
  );
}

function addConnectionMetric(registry: Registry, pools: Record<string, Database | undefined>): void {
  addGauge(
    registry,
    {
      name: 'parley_database_connections',
      help: 'Connections of each pool, and requests that wait for one.',
      labels: ['pool', 'state'],
    },
    () =>
      Object.entries(pools).flatMap(([pool, database]) =>
        Object.entries(database?.connections() ?? {}).map(
          ([state, value]): [{ pool: string; state: string }, number] => [{ pool, state }, value],
        ),
      ),
  );
}

/** Adds the room on the disk of DATA_DIR, where files and the embedded database are. */
function addDiskMetrics(registry: Registry, { dataDir, filesFloorBytes }: Settings): void {
  const disk = new Disk(dataDir, filesFloorBytes);
  addGauge(
    registry,
    { name: 'parley_disk_free_bytes', help: 'Free room on the disk of DATA_DIR.' },
    async () => oneValue((await disk.room()).free),
  );
  addGauge(
    registry,
    {
      name: 'parley_disk_reserved_bytes',
      help: 'FILES_FREE_MB in bytes: with less room no files are taken.',
    },
    async () => oneValue((await disk.room()).floor),
  );
}
