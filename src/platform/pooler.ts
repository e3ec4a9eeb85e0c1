import pg from 'pg';
import { atMost } from './at-most.ts';
import { inTime, Late } from './in-time.ts';
import { connectMs, type DatabaseAddress, keepAlive } from './postgres.ts';

/** A pooler in front of Postgres gives a connection to others before the one who has it has left. */
class SharedSessions extends Error {
  constructor() {
    super(
      'a pooler there lends a session of Postgres for one transaction only, and Parley needs each until it leaves: ' +
        'set pool_mode = session in PgBouncer, or name Postgres itself',
    );
  }
}

/** Longest wait for a second session of a pooler, in milliseconds; it may have to log in first. */
const waitMs = 10_000;

const leaveMs = 1000;

/**
 * Makes sure that a connection keeps its session of Postgres. Locks and listening belong to a session, and so do prepared statements
 * and settings: where a pooler lends sessions by the transaction, others would have them.
 * @throws SharedSessions
 */
export async function refuseSharedSessions(address: DatabaseAddress): Promise<void> {
  // Clients without settings of their own, which would stay in a session that is shared.
  const clients = [1, 2].map(
    () => new pg.Client({ ...address, ...keepAlive, connectionTimeoutMillis: connectMs }),
  );
  const [one, other] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => {}); // the running statement fails too
  try {
    await one.connect();
    const session = await inTime(connectMs, sessionOf(one));
    // A pooler numbers its connections itself.
    if (session === (one as pg.Client & { processID: number }).processID) return;
    await other.connect();
    await inTime(waitMs, compare(session, one, other)).catch((error) => {
      // Who has to wait was not lent the session of another.
      if (!(error instanceof Late)) throw error;
    });
  } finally {
    await atMost(leaveMs, Promise.all(clients.map((client) => client.end())));
  }
}

/**
 * A pooler lends the session that came back last, or its sessions in turn. The first shows at the other client, and the second at who asks
 * twice, unless third ones use the pooler in just that moment.
 */
async function compare(session: number, one: pg.Client, other: pg.Client): Promise<void> {
  for (let round = 0; round < 5; round++) {
    const lent = [await sessionOf(other), await sessionOf(other)];
    const isKept = lent[0] === lent[1] && session === (await sessionOf(one));
    if (!isKept || lent.includes(session)) throw new SharedSessions();
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}
