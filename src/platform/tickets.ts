import { createPostgresBackend, Queue, runMigrations, Worker, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Logger } from 'pino';
import type { DatabaseAddress } from './postgres.ts';

/**
 * What wakes the worker. A ticket only says where work may be waiting: it can be lost, doubled or late without harm,
 * since the database decides what is done and a sweep finds work without a ticket. BullMQ carries the tickets, on
 * Redis or on its Postgres backend.
 */
export interface Tickets<Ticket> {
  /** Sends without waiting: never throws, and a failure costs no more than the time until the next sweep. */
  send(tickets: Ticket[], delayMs?: number): void;
  /**
   * Starts consuming. The handler's promise is the back-pressure: no more is taken from the queue while as many
   * handlers as `concurrency` are at work.
   */
  consume(handler: (tickets: Ticket[]) => Promise<void>): void;
  /** False while the carrier cannot be reached; work then goes on at the pace of the sweep. */
  isUp(): Promise<boolean>;
  /** Stops consuming; `send` still works until `close`. */
  stopConsuming(): Promise<void>;
  close(): Promise<void>;
}

export interface TicketOptions {
  /** Absent: BullMQ's Postgres backend in the schema `bullmq` of this database. */
  redisUrl: string | undefined;
  database: DatabaseAddress;
  /** Sets installations apart that share one Redis. */
  prefix: string;
  log: Logger;
}

const queueName = 'lanes';
/** One job of the queue carries this many tickets at the most, so that several processes share a burst. */
const ticketsPerJob = 50;
const concurrency = 8;
/** What a carrier that does not answer may cost in memory; the sweep finds what is dropped beyond. */
const mostWaiting = 10_000;

// A ticket is worth nothing once it was handed over; nothing in BullMQ repeats it.
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

/** Makes the tables of BullMQ's Postgres backend. @param database of this installation. */
export async function migrateTickets(database: DatabaseAddress): Promise<void> {
  const client = new pg.Client(database);
  client.on('error', () => {}); // the statement under way fails with it
  await client.connect();
  try {
    await runMigrations(client);
  } finally {
    await client.end();
  }
}

export function openTickets<Ticket>(options: TicketOptions): Tickets<Ticket> {
  const carrier = options.redisUrl
    ? onRedis<Ticket>(options.redisUrl, options.prefix)
    : onPostgres<Ticket>(options);
  const { queue } = carrier;
  let worker: ReturnType<typeof carrier.worker> | undefined;
  let complained = 0;
  let closed = false;
  const complain = (error: Error) => {
    // A connection that is being given up may end in any way: the embedded database is stopped right after.
    if (closed) return;
    // A carrier that is away fails many times a second; one line in ten seconds says it.
    if (Date.now() - complained < 10_000) return;
    complained = Date.now();
    options.log.warn(
      { err: error },
      'tickets cannot be carried; queued work goes on at the pace of the sweep',
    );
  };
  queue.on('error', complain);

  // Tickets leave at once, and collect while earlier ones are on their way: under load one call carries many.
  let waiting: Ticket[] = [];
  let sending = false;
  const sendWaiting = async () => {
    sending = true;
    while (waiting.length > 0) {
      const tickets = waiting;
      waiting = [];
      await queue.addBulk(toJobs(tickets, jobOptions)).catch(complain);
    }
    sending = false;
  };

  return {
    send(tickets, delayMs = 0) {
      if (tickets.length === 0) return;
      if (delayMs > 0) {
        queue.addBulk(toJobs(tickets, { ...jobOptions, delay: Math.ceil(delayMs) })).catch(complain);
      } else if (waiting.length < mostWaiting) {
        waiting.push(...tickets);
        if (!sending) void sendWaiting();
      }
    },
    consume(handler) {
      worker = carrier.worker(handler);
      worker.on('error', complain);
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

/** BullMQ waits for a Redis that is away before it takes leave of it; nobody has to wait with it. */
async function leave(closing: Promise<void> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, leaveMs);
  });
  await Promise.race([closing?.catch(() => {}), enough]);
  clearTimeout(timer);
}

type Consumer<Ticket> = (handler: (tickets: Ticket[]) => Promise<void>) => {
  on(event: 'error', listener: (error: Error) => void): unknown;
  close(): Promise<void>;
};

interface Carrier<Ticket> {
  queue: {
    addBulk(jobs: { name: string; data: Ticket[]; opts: object }[]): Promise<unknown>;
    on(event: 'error', listener: (error: Error) => void): unknown;
  };
  worker: Consumer<Ticket>;
  ping(): Promise<unknown>;
  close(): Promise<void>;
}

const workerOptions = { concurrency, maxStalledCount: 1, drainDelay: 5 };

function onRedis<Ticket>(url: string, prefix: string): Carrier<Ticket> {
  // Without a connection an add must fail at once instead of piling up in memory.
  const producer = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1 });
  const consumers: Redis[] = [];
  const queue = new Queue<Ticket[]>(queueName, { connection: producer, prefix });
  return {
    queue,
    worker(handler) {
      const connection = new Redis(url, { maxRetriesPerRequest: null });
      consumers.push(connection);
      connection.on('error', () => {}); // the worker reports it
      return new Worker<Ticket[]>(queueName, (job) => handler(job.data), {
        ...workerOptions,
        connection,
        prefix,
      });
    },
    ping: () => producer.ping(),
    async close() {
      await leave(queue.close());
      for (const connection of [producer, ...consumers]) connection.disconnect();
    },
  };
}

function onPostgres<Ticket>({ database }: TicketOptions): Carrier<Ticket> {
  const backend = withBackend(createPostgresBackend);
  // A config object, not a pool: the backend then owns its connections and pins them to its schema.
  const connection = { ...database, max: 3, application_name: 'parley-tickets' };
  const queue = new backend.Queue<Ticket[]>(queueName, { connection });
  return {
    queue,
    worker: (handler) =>
      new backend.Worker<Ticket[]>(queueName, (job) => handler(job.data), { ...workerOptions, connection }),
    ping: () => queue.count(),
    close: () => queue.close(),
  };
}
