import { expect, it, onTestFinished } from 'vitest';
import { openReadiness } from '../../src/health.ts';
import { openDatabase } from '../../src/platform/postgres.ts';
import { watchProgress } from '../../src/platform/progress.ts';
import { version } from '../../src/platform/version.ts';
import { freePort } from '../fixtures/ports.ts';

it('if only the database cannot be reached, the checks that need it are unknown and not failed', async () => {
  const database = openDatabase(
    { connectionString: `postgres://nobody@127.0.0.1:${await freePort()}/nothing` },
    { connections: 2, onError: () => {} },
  );
  onTestFinished(() => database.close());
  const tickets = {
    send: () => {},
    consume: () => {},
    isUp: async () => true,
    stopConsuming: async () => {},
    close: async () => {},
  };
  const readiness = openReadiness({ database, tickets, progress: watchProgress() });
  expect(await readiness.read()).toEqual({
    status: 503,
    body: {
      status: 'not_ready',
      version,
      checks: { database: 'failed', migrations: 'unknown', queue: 'ok', worker: 'unknown' },
    },
  });
});
