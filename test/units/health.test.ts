import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { healthRoutes } from '../../src/health.ts';
import { openDatabase } from '../../src/platform/postgres.ts';
import { watchProgress } from '../../src/platform/progress.ts';
import { freePort } from '../fixtures/ports.ts';

it('if only the database cannot be reached, the checks that need it are unknown and not failed', async () => {
  const database = openDatabase(
    { connectionString: `postgres://nobody@127.0.0.1:${await freePort()}/nothing` },
    { connections: 2, onError: () => {} },
  );
  const app = fastify();
  onTestFinished(async () => {
    await app.close();
    await database.close();
  });
  const tickets = {
    send: () => {},
    consume: () => {},
    isUp: async () => true,
    stopConsuming: async () => {},
    close: async () => {},
  };
  healthRoutes(app, { database, tickets, progress: watchProgress() });
  const answer = await app.inject('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      status: 'not_ready',
      checks: { database: 'failed', migrations: 'unknown', queue: 'ok', worker: 'unknown' },
    },
  ]);
});
