import type { FastifyInstance } from 'fastify';
import type { DialogParts } from './dialog/parts.ts';
import { isMigrated } from './platform/migrations.ts';
import { isWorkerPresent } from './platform/presence.ts';

type Check = 'ok' | 'failed';

/**
 * `/healthz`: this process runs. `/readyz`: it can serve. Without its database it cannot (503); without the queue or
 * a worker it still accepts everything and loses nothing, so it stays ready and says `degraded`.
 */
export function healthRoutes(app: FastifyInstance, { database, tickets }: DialogParts): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const [migrations, worker, queue] = await Promise.all([
      passes(() => isMigrated(database)),
      passes(() => isWorkerPresent(database)),
      passes(() => tickets.isUp()),
    ]);
    const reached = await passes(async () => (await database.query('SELECT 1')).rows.length === 1);
    const ready = reached === 'ok' && migrations === 'ok';
    const whole = ready && worker === 'ok' && queue === 'ok';
    return reply.code(ready ? 200 : 503).send({
      status: whole ? 'ready' : ready ? 'degraded' : 'not_ready',
      checks: { database: reached, migrations, queue, worker },
    });
  });
}

const patienceMs = 2000;

async function passes(check: () => Promise<boolean>): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, patienceMs, false);
  });
  try {
    return (await Promise.race([check(), tooLate])) ? 'ok' : 'failed';
  } catch {
    return 'failed';
  } finally {
    clearTimeout(timer);
  }
}
