import { setTimeout as pause } from 'node:timers/promises';
import {
  assertSchemaCompatibility,
  createPostgresBackend,
  DEFAULT_SCHEMA,
  LATEST_SCHEMA_VERSION,
  Queue,
  runMigrations,
  SchemaMigrationRequiredError,
  Worker,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Logger } from 'pino';
import { atMost } from './at-most.ts';
import { boundedClient, giveUpAfter } from './bounded-client.ts';
import { noteDatabaseFault } from './fault-log.ts';
import { connectMs, type DatabaseAddress, keepAlive, type Queryable } from './postgres.ts';
import { type RedisUse, watchRedis } from './redis-faults.ts';
import { seldom } from './seldom.ts';

/**
 * Tickets wake the worker. A ticket only says where work may be waiting. It can be lost, doubled or late without harm,
 * because the database decides what is done and a sweep finds work without a ticket. BullMQ transports the tickets, on Redis
 * or on its Postgres backend.
 */
export interface Tickets<Ticket> {
  /** Sends without waiting. It never throws; if it fails, the work waits for the next sweep. */
  send(tickets: Ticket[], delayMs?: number): void;
  /**
   * Starts consuming. The handler must return at once: tickets are handed over in the order of sending, so waiting would
   * delay the tickets of all others.
   */
  consume(handler: (tickets: Ticket[]) => void): void;
  /** False while Redis or the Postgres backend cannot be reached; then the sweep finds the work. */
  isUp(): Promise<boolean>;
  /** Stops consuming; `send` still works until `close`. */
  stopConsuming(): Promise<void>;
  close(): Promise<void>;
}

export interface TicketOptions {
  /** If absent, BullMQ's Postgres backend is used, in the schema `bullmq` of this database. */
  redisUrl: string | undefined;
  database: DatabaseAddress;
  /** Most connections to that database; at least 2 to take tickets, because one of them listens. */
  connections: number;
  /** Keeps installations apart that share one Redis. */
  prefix: string;
  log: Logger;
}

const queueName = 'lanes';
/** Most tickets in one job of the queue, so that several processes share a burst. */
const ticketsPerJob = 50;
/** So many jobs are cheaper one by one: for a bulk, ioredis makes an object with all its commands and all scripts of BullMQ. */
const fewJobs = 4;
const concurrency = 8;
/** Most tickets that wait in memory while the transport does not answer. Others are dropped; the sweep finds their work. */
const mostWaiting = 10_000;

// A ticket has no use after it was handed over, so BullMQ must not repeat it.
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

/**
 * BullMQ's errors when the transport has lost a job, as a restarted Redis has. Its tickets have been handed over by then.
 */
const handedOver = /^(?:Missing (?:key|lock) for job |could not renew lock for job )/;

/** Creates the tables of BullMQ's Postgres backend. @param database of this installation */
export async function migrateTickets(database: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...database, ...keepAlive, connectionTimeoutMillis: connectMs });
  client.on('error', () => {}); // the running statement fails too
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

/** BullMQ's type for what runs its queries promises any kind of row. */
type TicketsClient = Parameters<typeof assertSchemaCompatibility>[0];

/** Whether the tables of BullMQ's Postgres backend are there, as this build needs them. */
export async function areTicketsMigrated(database: Queryable): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(database as TicketsClient)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}

/** Opens the queue for tickets, without consuming them yet. */
export function openTickets<Ticket>(options: TicketOptions): Tickets<Ticket> {
  const { log } = options;
  // On Redis sending and taking use separate connections, which fail and recover separately.
  const uses = options.redisUrl
    ? { sending: watchRedis(log, 'sending tickets'), taking: watchRedis(log, 'taking tickets') }
    : undefined;
  const carrier = uses
    ? onRedis<Ticket>(options.redisUrl!, options.prefix, uses)
    : onPostgres<Ticket>(options);
  const { queue } = carrier;
  let worker: ReturnType<typeof carrier.worker> | undefined;
  const complainSeldom = seldom((more, error: Error) =>
    log.warn(
      { err: error, ...(more > 0 ? { times: more } : {}) },
      'tickets cannot be sent or taken; the sweep finds queued work, which takes longer',
    ),
  );
  let closed = false;
  const complainOf = (use: RedisUse | undefined) => (error: Error) => {
    // While the connections are being closed, errors mean nothing: the embedded database stops right afterwards.
    if (closed) return;
    if (handedOver.test(error.message)) {
      log.debug({ err: error }, 'BullMQ lost a ticket that had already been handed over');
      return;
    }
    const isNoted = use ? use.failed(error) : noteDatabaseFault(log, error, 'tickets');
    if (!isNoted) complainSeldom(error);
  };
  const complain = complainOf(uses?.sending);
  queue.on('error', complain);
  const add = async (tickets: Ticket[], opts: object) => {
    try {
      const jobs = toJobs(tickets, opts);
      if (jobs.length > fewJobs) await queue.addBulk(jobs);
      else await Promise.all(jobs.map(({ name, data }) => queue.add(name, data, opts)));
      uses?.sending.works();
    } catch (error) {
      complain(error as Error);
    }
  };

  // A ticket is sent at once. While earlier ones are being sent, tickets collect, so under load one call sends many.
  let waiting: Ticket[] = [];
  let sending = false;
  const sendWaiting = async () => {
    sending = true;
    while (waiting.length > 0) {
      const tickets = waiting;
      waiting = [];
      await add(tickets, jobOptions);
    }
    sending = false;
  };

  return {
    send(tickets, delayMs = 0) {
      if (tickets.length === 0) return;
      if (delayMs > 0) {
        void add(tickets, { ...jobOptions, delay: Math.ceil(delayMs) });
      } else if (waiting.length < mostWaiting) {
        waiting.push(...tickets);
        if (!sending) void sendWaiting();
      }
    },
    consume(handler) {
      worker = carrier.worker(handler);
      worker.on('error', complainOf(uses?.taking));
    },
    async isUp() {
      try {
        await carrier.ping();
        return true;
      } catch {
        return false;
      }
    },
    async stopConsuming() {
      await leave(worker?.close());
      worker = undefined;
    },
    async close() {
      closed = true;
      await leave(worker?.close());
      await carrier.close();
    },
  };
}

function toJobs<Ticket>(tickets: Ticket[], opts: object): { name: string; data: Ticket[]; opts: object }[] {
  const jobs = [];
  for (let i = 0; i < tickets.length; i += ticketsPerJob) {
    jobs.push({ name: 'wake', data: tickets.slice(i, i + ticketsPerJob), opts });
  }
  return jobs;
}

const leaveMs = 1000;

/** Closing BullMQ waits for a Redis that is away; this limits the wait. */
const leave = (closing: Promise<unknown> | undefined): Promise<void> =>
  atMost(leaveMs, Promise.resolve(closing));

type Consumer<Ticket> = (handler: (tickets: Ticket[]) => void) => {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
};

interface Carrier<Ticket> {
  queue: {
    add(name: string, data: Ticket[], opts: object): Promise<unknown>;
    addBulk(jobs: { name: string; data: Ticket[]; opts: object }[]): Promise<unknown>;
    on(event: 'error', listener: (error: Error) => void): unknown;
  };
  worker: Consumer<Ticket>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

/** The pause of a taker whose transport refused it, in milliseconds. */
const askAgainMs = 1000;

/**
 * Lets a worker pause after a failure. BullMQ asks again at once unless the connection was refused, as fast as a transport can say that it has
 * no connection free, no memory or no such database.
 */
function patient<Taker extends object>(worker: Taker): Taker {
  const taking = worker as unknown as { moveToActive(...given: unknown[]): Promise<unknown> };
  const take = taking.moveToActive.bind(worker);
  taking.moveToActive = async (...given) => {
    try {
      return await take(...given);
    } catch (error) {
      await pause(askAgainMs, undefined, { ref: false });
      throw error;
    }
  };
  return worker;
}

const workerOptions = { concurrency, maxStalledCount: 1, drainDelay: 5 };

/** Longest time of a command that does not block, in milliseconds. A connection that exceeds it is replaced. */
const commandMs = 5000;
/** The same for a connection whose commands block until there are tickets: `drainDelay`, and at most ten seconds. */
const blockingMs = 12_000;

function onRedis<Ticket>(
  url: string,
  prefix: string,
  { sending, taking }: { sending: RedisUse; taking: RedisUse },
): Carrier<Ticket> {
  // Without a connection an add must fail at once instead of collecting in memory.
  const producer = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandMs,
    socketTimeout: commandMs,
    keepAlive: keepAlive.keepAliveInitialDelayMillis,
  });
  producer.on('ready', sending.works);
  const consumers: Redis[] = [];
  const queue = new Queue<Ticket[]>(queueName, { connection: producer, prefix });
  return {
    queue,
    worker(handler) {
      const connection = new Redis(url, {
        maxRetriesPerRequest: null,
        socketTimeout: blockingMs,
        keepAlive: keepAlive.keepAliveInitialDelayMillis,
      });
      consumers.push(connection);
      connection.on('error', () => {}); // the worker reports the error
      connection.on('ready', taking.works);
      const options = { ...workerOptions, connection, prefix };
      return patient(new Worker<Ticket[]>(queueName, async (job) => handler(job.data), options));
    },
    ping: () => producer.ping(),
    async close() {
      await leave(queue.close());
      for (const connection of [producer, ...consumers]) connection.disconnect();
    },
  };
}

/** Longest time of a statement that transports tickets, in milliseconds. */
const statementMs = 10_000;

/**
 * BullMQ's Postgres backend, which tries to get ready again if that failed. Its own keeps the failure for ever: a process that began while
 * the database had no connection free would send and take no ticket until it is restarted.
 */
const postgresBackend: typeof createPostgresBackend = (...given) => {
  const backend = createPostgresBackend(...given);
  const { connection } = backend as unknown as {
    connection: { waitUntilReady(): Promise<void>; readyPromise: Promise<void> | undefined };
  };
  const getReady = connection.waitUntilReady.bind(connection);
  connection.waitUntilReady = async () => {
    try {
      await getReady();
    } catch (error) {
      connection.readyPromise = undefined;
      throw error;
    }
  };
  return backend;
};

function onPostgres<Ticket>({ database, connections }: TicketOptions): Carrier<Ticket> {
  const backend = withBackend(postgresBackend);
  // Of a pool that BullMQ makes, the listening connection would be of pg's own class: one that freezes before it listens would
  // be asked again and again.
  const pool = new pg.Pool({
    ...database,
    ...keepAlive,
    max: connections,
    application_name: 'parley-tickets',
    connectionTimeoutMillis: connectMs,
    Client: boundedClient({
      limitMs: giveUpAfter(statementMs),
      session: { statement_timeout: statementMs, search_path: DEFAULT_SCHEMA },
    }),
  });
  const queue = new backend.Queue<Ticket[]>(queueName, { connection: pool });
  return {
    queue,
    worker(handler) {
      const options = { ...workerOptions, connection: pool };
      return patient(new backend.Worker<Ticket[]>(queueName, async (job) => handler(job.data), options));
    },
    ping: () => queue.count(),
    async close() {
      await leave(queue.close());
      await leave(pool.end());
    },
  };
}
