import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { type FreezingProxy, proxyDatabase } from '../harness/freezing-proxy.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

let database: TestDatabase;
let proxy: FreezingProxy & { database: TestDatabase };
let server: TestServer;

beforeEach(async () => {
  database = await createDatabase();
  proxy = await proxyDatabase(database);
});
afterEach(async () => {
  await proxy.close();
  await database.drop();
});

const start = () => startTestServer({ SHUTDOWN_SECONDS: '1' }, proxy.database);

/** Statements of maintenance have no time limit, so their connections wait for a quarter of an hour. */
async function expectToStop(): Promise<void> {
  const began = Date.now();
  await server.close();
  expect(Date.now() - began).toBeLessThan(patient(15_000));
}

it('a server stops although its removal of old rows waits on a frozen connection', async () => {
  const held = proxy.holdBack('ctid = ANY (ARRAY(');
  server = await start();
  await held;
  await expectToStop();
});

it('a server stops although the figures of its catalog wait on a frozen connection', async () => {
  server = await start();
  const held = proxy.holdBack('WITH taken AS (DELETE FROM');
  const created = await server.call('POST', '/api/sources/', {
    body: { name: 'Frozen', url: 'https://frozen.example/' },
  });
  expect(created.status).toBe(201);
  await held;
  await expectToStop();
});
