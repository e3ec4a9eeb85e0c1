import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { type FreezingProxy, proxyDatabase } from '../harness/freezing-proxy.ts';
import { patient } from '../harness/patience.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

const limitMs = 4000;
let database: TestDatabase;
let proxy: FreezingProxy & { database: TestDatabase };
let server: TestServer;
let project: TestProject;
let identity: string;

beforeAll(async () => {
  database = await createDatabase();
  proxy = await proxyDatabase(database);
  server = await startTestServer({ DATABASE_TIMEOUT_SECONDS: String(limitMs / 1000) }, proxy.database);
  project = await server.makeProject();
  const channel = await server.makeChannel(project.id);
  identity = (await server.makeIdentity(project.id, channel.id)).id;
});
afterAll(async () => {
  await server?.close();
  await proxy?.close();
  await database?.drop();
});

const callers = 64;

it('every write is answered within its own limit while the database is silent, and accepted when it is repeated', async () => {
  const answers: { ms: number; key: string; status: number; code: unknown }[] = [];
  let isOver = false;
  const call = async () => {
    while (!isOver) {
      const key = randomUUID();
      const began = performance.now();
      const { status, body } = await server.send(project, identity, { key });
      answers.push({ ms: performance.now() - began, key, status, code: body.code });
      // As a client does that looks at Retry-After, and a little later than the others.
      await sleep(status === 202 ? 20 : 500 * Math.random());
    }
  };
  const calling = Array.from({ length: callers }, call);
  await until(() => answers.length > callers);
  expect(proxy.freeze()).toBeGreaterThan(0);
  proxy.freezeNew(true);
  const before = answers.length;
  // Those that hung and those that came after them.
  await until(() => answers.length > before + 3 * callers, 20 * limitMs);
  proxy.thaw();
  isOver = true;
  await Promise.all(calling);
  const late = answers.filter(({ ms }) => ms > limitMs + patient(1800));
  expect(late).toEqual([]);
  const refused = answers.filter(({ status }) => status !== 202);
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['503 database_unavailable']),
  );
  await until(async () => (await server.send(project, identity, { key: randomUUID() })).status === 202);
  const again = await Promise.all(
    refused.slice(0, callers).map(({ key }) => server.send(project, identity, { key })),
  );
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set([202]));
}, 120_000);
