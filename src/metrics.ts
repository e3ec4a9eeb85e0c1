import { createServer } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { CatalogParts } from './catalog/parts.ts';
import type { DialogParts } from './dialog/parts.ts';
import { taskFamilies } from './dialog/tasks/metrics.ts';
import { Counter, exposition, expositionType, type Family, gauge, Histogram } from './platform/metrics.ts';
import type { Database } from './platform/postgres.ts';
import { Problem } from './platform/problem.ts';
import { sameSecret } from './platform/secrets.ts';

/** What this process tells Prometheus. Without `METRICS_TOKEN` and `METRICS_PORT` it tells nobody. */
export interface Metrics {
  /** Counts the requests to `app`, and serves `/metrics` there if it has no port of its own. Call it before the routes. */
  watch(app: FastifyInstance): void;
  /** Serves `/metrics` on its own port, if it has one. @throws the error of a port that is taken. */
  listen(): Promise<void>;
  close(): Promise<void>;
}

const resolutionMs = 10;
/** Several scrapers, or a hasty one, share one look into the database. */
const keepMs = 5000;
const patienceMs = 2000;

export function openMetrics(parts: DialogParts, catalog: CatalogParts | undefined): Metrics {
  const { settings } = parts;
  const requests = new Counter(
    'parley_http_requests_total',
    'Requests answered, by route and class of status.',
  );
  const durations = new Histogram(
    'parley_http_request_duration_seconds',
    'From the request to the end of its answer.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  );
  const lag = monitorEventLoopDelay({ resolution: resolutionMs });
  lag.enable();
  let tasks: { at: number; families: Promise<Family[]> } | undefined;
  const readTasks = () => {
    if (!tasks || Date.now() > tasks.at + keepMs) {
      const families = patiently(taskFamilies(parts.database, Object.keys(parts.kinds)));
      tasks = { at: Date.now(), families };
      families.catch(() => {
        tasks = undefined;
      });
    }
    return tasks.families;
  };
  const text = async () => {
    const ofTasks = await readTasks().catch(() => undefined);
    return exposition([
      gauge('parley_database_up', '1 while the database answers.', [{ value: ofTasks ? 1 : 0 }]),
      ...(ofTasks ?? []),
      parts.outcomes.family(),
      requests.family(),
      durations.family(),
      poolFamily({
        dialog: parts.database,
        hot: parts.hot,
        catalog: catalog?.database,
        catalog_hot: catalog?.hot,
      }),
      lagFamily(lag),
      ...processFamilies(),
    ]);
  };
  const server =
    settings.metricsPort === undefined
      ? undefined
      : createServer(async (request, response) => {
          const known = request.method === 'GET' && request.url?.split('?')[0] === '/metrics';
          const allowed = mayRead(settings.metricsToken, request.headers.authorization);
          if (known && allowed) response.writeHead(200, { 'content-type': expositionType }).end(await text());
          else response.writeHead(known ? 401 : 404, known ? { 'www-authenticate': 'Bearer' } : {}).end();
        });
  return {
    watch(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'unmatched';
        const labels = { method: request.method, route };
        requests.add({ ...labels, status: `${Math.floor(reply.statusCode / 100)}xx` });
        durations.observe(labels, reply.elapsedTime / 1000);
        done();
      });
      if (settings.metricsToken === undefined || server) return;
      app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
        if (!mayRead(settings.metricsToken, request.headers.authorization)) {
          throw new Problem(401, 'not_authenticated', 'Send METRICS_TOKEN as a bearer token.', {
            headers: { 'WWW-Authenticate': 'Bearer' },
          });
        }
        return reply.type(expositionType).send(await text());
      });
    },
    async listen() {
      if (!server) return;
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(settings.metricsPort, settings.host, resolve);
      });
    },
    async close() {
      lag.disable();
      server?.closeAllConnections();
      await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    },
  };
}

function mayRead(token: string | undefined, header: string | undefined): boolean {
  return token === undefined || sameSecret(header ?? '', `Bearer ${token}`);
}

function poolFamily(pools: Record<string, Database | undefined>): Family {
  const samples = Object.entries(pools).flatMap(([pool, database]) =>
    Object.entries(database?.connections() ?? {}).map(([state, value]) => ({
      labels: { pool, state },
      value,
    })),
  );
  return gauge(
    'parley_database_connections',
    'Connections of each pool, and requests that wait for one.',
    samples,
  );
}

/** Since the last time it was asked. */
function lagFamily(lag: ReturnType<typeof monitorEventLoopDelay>): Family {
  // The timer that measures is late by its own resolution even when nothing holds it up.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  const samples = [
    { labels: { quantile: '0.5' }, value: seconds(lag.percentile(50)) },
    { labels: { quantile: '0.99' }, value: seconds(lag.percentile(99)) },
    { labels: { quantile: '1' }, value: seconds(lag.max) },
  ];
  lag.reset();
  return gauge(
    'parley_event_loop_lag_seconds',
    'By how much timers were late since the last reading.',
    samples,
  );
}

function processFamilies(): Family[] {
  const { user, system } = process.cpuUsage();
  const cpu = [{ value: (user + system) / 1e6 }];
  return [
    { name: 'process_cpu_seconds_total', help: 'Processor time.', type: 'counter', samples: cpu },
    gauge('process_resident_memory_bytes', 'Memory in use.', [{ value: process.memoryUsage.rss() }]),
    gauge('process_start_time_seconds', 'When it started.', [{ value: performance.timeOrigin / 1000 }]),
  ];
}

/** @throws Error when it takes too long: a scrape must say that the database hangs, and not hang with it. */
async function patiently<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), patienceMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
