import { sqlState } from './postgres.ts';

/** Why the database could not run a statement, if the cause passes by itself or an operator can remove it. */
export interface DatabaseFault {
  name:
    | 'unreachable'
    | 'restarting'
    | 'too_many_connections'
    | 'disk_full'
    | 'out_of_resources'
    | 'read_only'
    | 'locked'
    | 'too_slow'
    | 'session_ended';
  /** What the fault means and what to check, for the log. */
  meaning: string;
  /** The first line of the driver's or the database's message. It describes the server's state, never a row. */
  said: string;
}

/** Seconds that a client should wait before it repeats a request. */
export const retryAfterSeconds = 1;

const meanings: Record<DatabaseFault['name'], string> = {
  unreachable: 'the database does not answer or cannot be reached; check Postgres and the network',
  restarting: 'the database is starting or stopping, or an administrator ended a connection',
  too_many_connections:
    'the database has no connection left; raise max_connections or lower DATABASE_POOL ("parley doctor" adds up)',
  disk_full: 'the disk of the database is full; free some space there',
  out_of_resources: 'the database is short of memory or another resource',
  read_only: 'the database accepts no writes; DATABASE_URL may name a replica',
  locked: 'a statement waited for a lock for too long',
  too_slow: 'a statement took longer than it may (DATABASE_TIMEOUT_SECONDS), or an administrator canceled it',
  session_ended: 'the database ended a session whose transaction was idle for too long',
};

/** By SQLSTATE: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const states: [RegExp, DatabaseFault['name']][] = [
  [/^08/, 'unreachable'],
  [/^57P0/, 'restarting'],
  [/^53300$/, 'too_many_connections'],
  [/^53100$/, 'disk_full'],
  [/^53/, 'out_of_resources'],
  [/^25006$/, 'read_only'],
  [/^55P03$/, 'locked'],
  [/^57014$/, 'too_slow'],
  [/^25P0[34]$/, 'session_ended'],
];

const socketCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAI_AGAIN)$/;

/** ENOENT means a missing Unix socket only if one of these calls failed; otherwise some other file is missing. */
const socketCalls: ReadonlySet<string> = new Set(['connect', 'getaddrinfo']);

/** The `pg` driver raises these without a code. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Client (?:has encountered a connection error|was closed) and is not queryable)/;

/**
 * Recognizes temporary faults of the database. Both APIs answer 503 for exactly these, and the log groups exactly these.
 * Looks through `cause`, where Drizzle keeps the driver's error, and through the errors of several addresses.
 *
 * @returns undefined for every other error, such as a wrong statement, which is a fault of this server
 */
export function databaseFault(error: unknown): DatabaseFault | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const name = nameOf(e);
    if (name) return { name, meaning: meanings[name], said: e.message.split('\n', 1)[0]! };
    if (e instanceof AggregateError) {
      const inner = e.errors.map(databaseFault).find((fault) => fault !== undefined);
      if (inner) return inner;
    }
  }
  return undefined;
}

/** Whether an error comes from the connection to a server: refused, reset, timed out, no such host or socket. */
export function isConnectionFault({ code, syscall }: NodeJS.ErrnoException): boolean {
  if (typeof code !== 'string') return false;
  if (socketCodes.test(code)) return true;
  return (code === 'ENOENT' || code === 'ENOTFOUND') && syscall !== undefined && socketCalls.has(syscall);
}

function nameOf(error: Error): DatabaseFault['name'] | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return lostConnection.test(error.message) ? 'unreachable' : undefined;
  if (isConnectionFault(error)) return 'unreachable';
  const state = sqlState(error);
  return state === undefined ? undefined : states.find(([pattern]) => pattern.test(state))?.[1];
}
