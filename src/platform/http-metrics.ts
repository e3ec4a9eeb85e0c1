import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** A route, one of its statuses, or a class of them, looked up once. */
interface RouteCounts {
  took: { observe(seconds: number): void };
  byStatus: Map<number, { inc(): void }>;
}

/** What monitors and load balancers ask, which says nothing of what users get. */
const ofHealth: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const;

/**
 * Adds the metrics of answered requests.
 * @returns a function that counts the requests to an app; call it before its routes are declared
 */
export function addHttpMetrics(registry: Registry): (app: FastifyInstance) => void {
  const registers = [registry];
  const answers = new Counter({
    name: 'parley_http_answers_total',
    help: 'Requests answered, by class of status, without those for health and metrics.',
    labelNames: ['class'],
    registers,
  });
  const byClass = classes.map((each) => answers.labels({ class: each }));
  for (const each of byClass) each.inc(0);
  const requests = new Counter({
    name: 'parley_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'parley_http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  // Every request passes here, so what is counted for a route is looked up by its labels only once.
  const routes = new Map<string, RouteCounts>();
  const countsOf = (method: string, route: string): RouteCounts => {
    const key = `${method} ${route}`;
    let counts = routes.get(key);
    if (!counts) {
      counts = { took: durations.labels({ method, route }), byStatus: new Map() };
      routes.set(key, counts);
    }
    return counts;
  };
  return (app) => {
    app.addHook('onResponse', (request, reply, done) => {
      const { method } = request;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.statusCode;
      const { took, byStatus } = countsOf(method, route);
      let answered = byStatus.get(status);
      if (!answered) {
        answered = requests.labels({ method, route, status: String(status) });
        byStatus.set(status, answered);
      }
      answered.inc();
      if (!ofHealth.has(route)) byClass[Math.floor(status / 100) - 1]?.inc();
      took.observe(reply.elapsedTime / 1000);
      done();
    });
  };
}
