import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { CatalogParts } from './catalog/parts.ts';
import type { DialogParts } from './dialog/parts.ts';
import { taskFamilies } from './dialog/tasks/metrics.ts';
import {
  Counter,
  type Distribution,
  exposition,
  expositionType,
  type Family,
  gauge,
  Histogram,
} from './platform/metrics.ts';
import type { Database } from './platform/postgres.ts';
import { Problem } from './platform/problem.ts';
import { progressFamily } from './platform/progress.ts';
import { sameSecret } from './platform/secrets.ts';
import { secondsToWait } from './platform/wrong-secrets.ts';

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

const resolutionMs = 10;
/** Scrapes within this time share one read of the database. In milliseconds. */
const keepMs = 5000;
const patienceMs = 2000;

/** Collects the metrics of this process. @param catalog undefined if this process does not serve it */
export function openMetrics(parts: DialogParts, catalog: CatalogParts | undefined): Metrics {
  const { settings } = parts;
  const requests = new Counter('parley_http_requests_total', 'Requests answered, by route and status.');
  const durations = new Histogram(
    'parley_http_request_duration_seconds',
    'From the request to the end of its answer.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  );
  const lag = monitorEventLoopDelay({ resolution: resolutionMs });
  lag.enable();
  const lagTotal = { sum: 0, count: 0 };
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
      progressFamily(parts.progress),
      parts.outcomes.family(),
      requests.family(),
      durations.family(),
      poolFamily({
        dialog: parts.database,
        hot: parts.hot,
        work: parts.work,
        background: parts.background,
        searches: parts.searches,
        upkeep: parts.upkeep,
        catalog: catalog?.database,
        catalog_hot: catalog?.hot,
        catalog_upkeep: catalog?.upkeep,
      }),
      gauge('parley_request_body_bytes', 'Bytes of request bodies that are kept in memory.', [
        { value: parts.bodies.used },
      ]),
      lagFamily(lag, lagTotal),
      ...processFamilies(),
    ]);
  };
  /** @throws Problem without the right token */
  const check = async (header: string | undefined, address: string): Promise<void> => {
    if (settings.metricsToken === undefined) return;
    if (sameSecret(header ?? '', `Bearer ${settings.metricsToken}`)) return;
    // If the limiter fails, a wrong token is still refused.
    const seconds =
      header === undefined
        ? undefined
        : await secondsToWait(parts.limiter, 'metrics-token', address).catch(() => undefined);
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
  };
  return {
    watch(app) {
      const count = answerCounter(requests, durations);
      app.addHook('onResponse', (request, reply, done) => {
        count(request.method, request.routeOptions.url ?? 'unmatched', reply.statusCode, reply.elapsedTime);
        done();
      });
    },
    serve(app) {
      if (settings.metricsToken === undefined || settings.metricsPort !== undefined) return;
      app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
        const { type, text } = await this.read(request.headers.authorization, request.ip);
        return reply.type(type).send(text);
      });
    },
    async read(authorization, address) {
      await check(authorization, address);
      return { type: expositionType, text: await text() };
    },
    close: () => lag.disable(),
  };
}

interface RouteCounts {
  took: Distribution;
  byStatus: Map<number, { value: number }>;
}

/** Counts answers. Every request passes here, so the counts of a route are looked up by its labels only once. */
function answerCounter(requests: Counter, durations: Histogram) {
  const routes = new Map<string, Map<string, RouteCounts>>();
  return (method: string, route: string, status: number, ms: number): void => {
    let methods = routes.get(route);
    if (!methods) {
      methods = new Map();
      routes.set(route, methods);
    }
    let counts = methods.get(method);
    if (!counts) {
      counts = { took: durations.of({ method, route }), byStatus: new Map() };
      methods.set(method, counts);
    }
    let answered = counts.byStatus.get(status);
    if (!answered) {
      answered = requests.of({ method, route, status: String(status) });
      counts.byStatus.set(status, answered);
    }
    answered.value++;
    counts.took.observe(ms / 1000);
  };
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

/** A summary of the event loop's lag: quantiles since the last scrape, sum and count since the process started. */
function lagFamily(
  lag: ReturnType<typeof monitorEventLoopDelay>,
  total: { sum: number; count: number },
): Family {
  // The timer that measures is late by its own resolution even when nothing delays it.
  const seconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  const quantile = (name: string, value: number) => ({ labels: { quantile: name }, value: seconds(value) });
  if (lag.count > 0) {
    total.sum += seconds(lag.mean) * lag.count;
    total.count += lag.count;
  }
  const samples = [
    quantile('0.5', lag.percentile(50)),
    quantile('0.99', lag.percentile(99)),
    quantile('1', lag.max),
    { suffix: '_sum', value: total.sum },
    { suffix: '_count', value: total.count },
  ];
  lag.reset();
  return {
    name: 'parley_event_loop_lag_seconds',
    help: 'By how much timers were late since the last reading.',
    type: 'summary',
    samples,
  };
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

/** Waits for a limited time. @throws Error after it, because a scrape must report a hanging database and not hang with it */
async function patiently<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database did not answer in time')), patienceMs);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
