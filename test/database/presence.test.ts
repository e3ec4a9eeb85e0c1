import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isWorkerPresent, showPresence } from '../../src/dialog/presence.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { useFakeTimers } from '../harness/shared-server.ts';
import { until } from '../harness/until.ts';

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createDatabase();
  database = openDatabase(test.address, { connections: 2, onError: () => {} });
});
afterAll(async () => {
  vi.useRealTimers();
  await database?.close();
  await test?.drop();
});

it('a process that ends while it shows itself is gone when it has ended', async () => {
  await useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const marks: ((mark: string) => void)[] = [];
  const readMark = () => new Promise<string>((resolve) => marks.push(resolve));
  const starting = showPresence(database, { role: 'all', files: { place: 'here', readMark }, keys: [] });
  marks[0]!('one');
  const presence = await starting;
  expect(await isWorkerPresent(database)).toBe(true);

  vi.advanceTimersByTime(5000);
  await until(() => marks.length === 2);
  const stopping = presence.stop();
  // A removal that did not wait would be through by now, and the row would be back a moment after it.
  await database.query('SELECT pg_sleep(0.2)');
  marks[1]!('one');
  await stopping;
  await database.query('SELECT pg_sleep(0.2)');
  expect(await isWorkerPresent(database)).toBe(false);
});
