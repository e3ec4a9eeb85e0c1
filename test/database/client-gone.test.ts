import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import type { TestProject } from '../harness/client.ts';
import { head, rawClient } from '../harness/raw-http.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
/** Connections of the test, which no part of the server takes. */
let own: Database;
let project: TestProject;

beforeAll(async () => {
  // Without a worker, whose statements would wait for the same locks.
  server = await startTestServer({ ROLE: 'api' });
  own = openDatabase(server.database.address, { connections: 2, onError: () => {} });
});
afterAll(async () => {
  await own?.close();
  await server?.close();
});
beforeEach(async () => {
  project = await server.makeProject();
  await server.make('PUT', `/projects/${project.id}/tables/prices`, { name: 'Prices' });
  // Numbers the audit log, so that the reads below find nothing to write.
  await server.audit(project);
  await server.call('GET', `/api/v1/projects/${project.id}/analytics`, { key: project.key });
});

const database = () => server.server.parts.database;

/** The number of this database's statements with this text that wait for a lock. */
const waiting = async (named: string) =>
  (
    await own.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query NOT LIKE '%pg_stat_activity%'
         AND query LIKE '%' || $1 || '%'`,
      [named],
    )
  ).rows[0]!.n;

it.each([
  ['audit_log', '/audit'],
  ['profiles', '/profiles?external_id=anna'],
  ['table_rows', '/tables/prices/rows'],
  ['daily_figures', '/analytics'],
])(
  'a read of %s is cancelled when its client goes away, and its connection serves others',
  async (table, path) => {
    await database().transaction(async (tx) => {
      await tx.query(`LOCK TABLE dialog.${table} IN ACCESS EXCLUSIVE MODE`);
      const client = new AbortController();
      const asked = fetch(`${server.url}/api/v1/projects/${project.id}${path}`, {
        headers: { authorization: `Bearer ${project.key}` },
        signal: client.signal,
      });
      await until(async () => (await waiting(table)) === 1);
      client.abort();
      await expect(asked).rejects.toThrow();
      // Long before the limit of a statement, and while the table is still held.
      await until(async () => (await waiting(table)) === 0, 5000);
    });
    const answer = await server.call('GET', `/api/v1/projects/${project.id}${path}`, { key: project.key });
    expect(answer.status).toBe(200);
  },
);

it('a read of the request log is cancelled when the owner goes away', async () => {
  const session = await server.call('POST', '/api/owner/session', {
    body: { email: ownerEmail, password: ownerPassword },
  });
  const cookie = session.headers.getSetCookie()[0]!.split(';')[0]!;
  // Writes the request log entries of the requests before, which would also wait for the table of keys.
  await server.owner('GET', `/projects/${project.id}/log`);
  await database().transaction(async (tx) => {
    // Not the table of the log, since this process writes to it before it reads.
    await tx.query('LOCK TABLE dialog.project_keys IN ACCESS EXCLUSIVE MODE');
    const client = new AbortController();
    const asked = fetch(`${server.url}/api/owner/projects/${project.id}/log`, {
      headers: { cookie },
      signal: client.signal,
    });
    await until(async () => (await waiting('request_log')) === 1);
    client.abort();
    await expect(asked).rejects.toThrow();
    await until(async () => (await waiting('request_log')) === 0, 5000);
  });
  expect((await server.owner('GET', `/projects/${project.id}/log`)).status).toBe(200);
});

it('a read whose client went away while its key was looked up is not begun', async () => {
  const other = await server.makeProject(); // its key is not cached yet
  const { database } = server.server.parts;
  let openGate = () => {};
  const open = new Promise<void>((resolve) => {
    openGate = resolve;
  });
  await database.transaction(async (tx) => {
    await tx.query('LOCK TABLE dialog.profiles IN ACCESS EXCLUSIVE MODE');
    let gate: Promise<void> | undefined;
    await new Promise<void>((locked, refused) => {
      gate = own.transaction(async (tx) => {
        await tx.query('LOCK TABLE dialog.project_keys IN ACCESS EXCLUSIVE MODE');
        locked();
        await open;
      });
      gate.catch(refused);
    });
    try {
      const client = rawClient(server.url);
      const path = `/api/v1/projects/${other.id}/profiles`;
      client.write(head('GET', path, { length: 0, authorization: `Bearer ${other.key}` }));
      await until(async () => (await waiting('project_keys')) > 0);
      client.socket.destroy();
      await client.closed();
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200); // by then the server has noticed it
    } finally {
      openGate();
      await gate;
    }
    const answer = await server.call('GET', `/api/v1/projects/${other.id}/audit`, { key: other.key });
    expect(answer.status).toBe(200);
    // The table is still locked: a statement that began waits for it, on another connection than this transaction.
    await until(async () => (await waiting('profiles')) > 0 || database.connections().busy === 1);
    expect(await waiting('profiles')).toBe(0);
  });
});
