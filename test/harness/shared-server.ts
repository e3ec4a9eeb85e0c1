import pg from 'pg';
import { inject } from 'vitest';
import { Patience } from './patience.ts';
import { ownerEmail, ownerPassword, startTestServer, type TestServer } from './server.ts';

/**
 * One server for all files of a worker that ask for nothing special: to start one for each of them, with a database and connections of its
 * own, would take a tenth of the suite. Whoever has used it empties it, so the next finds what a first start leaves behind.
 */

/** The server while nobody uses it. */
let free: TestServer | undefined;

/**
 * A server that trusts its proxy and has the settings of `testEnvironment` otherwise; its owner is logged in. A file that stops its server,
 * or asserts what the server counted from its start on, starts one of its own by `startTestServer`.
 */
export async function useTestServer(): Promise<TestServer> {
  const environment = { TRUST_PROXY: 'true' };
  // What Redis counts, nobody empties.
  if (inject('backend').redisUrl) return startTestServer(environment);
  const server = free ?? (await shared(await startTestServer(environment)));
  free = undefined;
  return server;
}

/** Makes `close` empty the server and put it back. */
async function shared(server: TestServer): Promise<TestServer> {
  const end = server.close;
  const client = new pg.Client(server.database.address);
  await client.connect();
  const reset = await remember(client);
  server.close = async () => {
    if (free === server) return;
    if (await becomesQuiet(client)) {
      await carryOut(client, reset);
      await logInAgain(server);
      free = server;
    } else {
      await client.end();
      await end();
    }
  };
  return server;
}

/**
 * Keeps a copy of the rows that a start makes.
 * @returns the statements that lead back to it
 */
async function remember(client: pg.Client): Promise<string> {
  const { rows: tables } = await client.query<{ name: string }>(
    // A process goes on saying that it is there.
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname IN ('dialog', 'catalog') AND tablename <> 'processes'`,
  );
  const { rows: filled } = await client.query<{ name: string; copy: string }>(
    tables
      .map(
        ({ name }, n) => `SELECT '${name}' AS name, 'kept.t${n}' AS copy WHERE EXISTS (SELECT FROM ${name})`,
      )
      .join(' UNION ALL '),
  );
  await client.query(
    `CREATE SCHEMA kept; ${filled.map(({ name, copy }) => `CREATE TABLE ${copy} AS TABLE ${name}`).join(';')}`,
  );
  return [
    'BEGIN',
    // Without the checks of references, the order does not matter.
    'SET LOCAL session_replication_role = replica',
    ...tables.map(({ name }) => `DELETE FROM ${name}`),
    ...filled.map(({ name, copy }) => `INSERT INTO ${name} TABLE ${copy}`),
    'COMMIT',
  ].join(';');
}

/** Somebody else holds a row for which this waits, and waits for another. */
const deadlock = '40P01';

async function carryOut(client: pg.Client, statements: string): Promise<void> {
  const patience = new Patience(5000);
  for (;;) {
    try {
      await client.query(statements);
      return;
    } catch (error) {
      await client.query('ROLLBACK');
      if ((error as pg.DatabaseError).code !== deadlock || patience.isOver) throw error;
    }
  }
}

/** Whether the worker ends what it is at; it gets nothing new. */
async function becomesQuiet(client: pg.Client): Promise<boolean> {
  const patience = new Patience(3000);
  for (;;) {
    const { rows } = await client.query<{ running: boolean }>(
      `WITH dropped AS (DELETE FROM dialog.tasks WHERE state = 'queued')
       SELECT EXISTS (SELECT FROM dialog.tasks WHERE state = 'running') AS running`,
    );
    if (!rows[0]!.running) return true;
    if (patience.isOver) return false;
    await patience.pause(50);
  }
}

/** A test may have logged its owner out, or in anew. */
async function logInAgain(server: TestServer): Promise<void> {
  const { status } = await server.call('GET', '/api/owner/session', { headers: { cookie: server.cookie } });
  if (status !== 200) await server.logIn(ownerEmail, ownerPassword);
}
