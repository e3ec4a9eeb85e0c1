import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { DialogParts } from './dialog/parts.ts';
import { isWorkerPresent } from './dialog/presence.ts';
import { inTime } from './platform/in-time.ts';
import { addGauge, oneValue, type Readings } from './platform/metrics.ts';
import { isMigrated } from './platform/migrations.ts';
import { stalledWork } from './platform/progress.ts';
import { shareReading } from './platform/shared-reading.ts';
import { statement } from './platform/statement.ts';
import { version } from './platform/version.ts';
import type { Settings } from './settings.ts';

const answer = statement({ name: 'health', prepared: false, query: () => sql`SELECT 1` });

/** `unknown`: the state is in the database, which did not answer. */
type Check = 'ok' | 'failed' | 'unknown';

/** The answer of `/healthz`: this process runs. */
export const isAlive = { status: 'ok' };

/** What `/readyz` answers. */
interface ReadinessAnswer {
  status: 200 | 503;
  body: {
    status: 'ready' | 'degraded' | 'not_ready' | 'stopping';
    version: string;
    /** Work that is stalled is listed; other work is not. Missing in a process that stops. */
    checks?: Record<string, Check>;
  };
}

/** Whether requests should be sent to this process. */
export interface Readiness {
  read(): Promise<ReadinessAnswer>;
  /** From now on it says that this process stops. */
  end(): void;
}

/** `/healthz`, and `/readyz` unless it is only for monitoring, on a port of its own. */
export function healthRoutes(
  app: FastifyInstance,
  readiness: Readiness,
  { servesReadyz }: Pick<Settings, 'servesReadyz'>,
): void {
  // Many monitors ask with HEAD, and read no more than the status.
  app.get('/healthz', { exposeHeadRoute: true }, async () => isAlive);
  if (!servesReadyz) return;
  app.get('/readyz', { exposeHeadRoute: true }, async (_request, reply) => {
    const { status, body } = await readiness.read();
    return reply.code(status).send(body);
  });
}

/** All that ask within this time get one answer. In milliseconds. */
const keptMs = 500;

/**
 * Whether this process can serve requests. It cannot without its database (503), nor while accepting,
 * claiming or numbering make no progress although there is work; what is stalled is listed among the checks. Without the queue or
 * a worker it still accepts everything and loses nothing, so it stays ready and reports `degraded`.
 */
export function openReadiness({
  database,
  tickets,
  progress,
}: Pick<DialogParts, 'database' | 'tickets' | 'progress'>): Readiness {
  let isEnding = false;
  const look = async (): Promise<ReadinessAnswer> => {
    const [migrations, worker, queue] = await Promise.all([
      passes(() => isMigrated(database)),
      passes(() => isWorkerPresent(database)),
      passes(() => tickets.isUp()),
    ]);
    const reached = await passes(async () => (await answer.run(database)) === 1);
    /** Turns a failed check into `unknown` if the database did not answer, so that nobody looks for the wrong cause. */
    const asRead = (check: Check): Check => (check === 'failed' && reached === 'failed' ? 'unknown' : check);
    const stalled = stalledWork(progress);
    const ready = reached === 'ok' && migrations === 'ok' && stalled.length === 0;
    const whole = ready && worker === 'ok' && queue === 'ok';
    return {
      status: ready ? 200 : 503,
      body: {
        status: whole ? 'ready' : ready ? 'degraded' : 'not_ready',
        version,
        checks: {
          ...{ database: reached, migrations: asRead(migrations), queue, worker: asRead(worker) },
          ...Object.fromEntries(stalled.map((work) => [work, 'failed' satisfies Check])),
        },
      },
    };
  };
  // Anybody may ask, as often as they like, and the connections are those of accepted writes.
  const lookSeldom = shareReading(look, { keptMs });
  return {
    async read() {
      if (isEnding) return { status: 503, body: { status: 'stopping', version } };
      return lookSeldom();
    },
    end() {
      isEnding = true;
    },
  };
}

/** Adds what `/readyz` answers to the metrics. A check whose state nobody can know is left out. */
export function addReadinessMetrics(registry: Registry, readiness: Readiness): void {
  addGauge(registry, { name: 'parley_ready', help: '1 while /readyz answers 200.' }, async () =>
    oneValue((await readiness.read()).status === 200 ? 1 : 0),
  );
  addGauge(
    registry,
    { name: 'parley_readiness_check', help: '1 for a check of /readyz that is ok.', labels: ['check'] },
    async () => {
      const { checks = {} } = (await readiness.read()).body;
      return Object.entries(checks).flatMap(
        ([check, state]): Readings<'check'> =>
          state === 'unknown' ? [] : [[{ check }, state === 'ok' ? 1 : 0]],
      );
    },
  );
}

/** How long a check may take before it counts as failed, in milliseconds; `inTime` adds a second. */
const patienceMs = 1000;

const passes = (check: () => Promise<boolean>): Promise<Check> =>
  inTime(patienceMs, check()).then(
    (isPassed) => (isPassed ? 'ok' : 'failed'),
    () => 'failed',
  );
