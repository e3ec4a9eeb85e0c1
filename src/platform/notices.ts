import pg from 'pg';
import type { Logger } from 'pino';
import { boundedClient } from './bounded-client.ts';
import { noteDatabaseFault } from './fault-log.ts';
import { connectMs, type DatabaseAddress, keepAlive, type Queryable } from './postgres.ts';

/**
 * Short notices to all processes of an installation, over LISTEN and NOTIFY. A notice sent in a transaction goes out when
 * the transaction commits. Notices can be lost while the connection is away, so listeners are called without a payload when
 * it comes back, and must then drop what they have cached.
 */
export interface Notices {
  close(): Promise<void>;
}

const retryMs = 1000;
/**
 * A connection that only listens would never find out that it is frozen, so it runs a query at this interval. A connection
 * that does not answer in time is destroyed and replaced.
 */
const heartbeatMs = 5000;
const answerWithinMs = 4000;
/** Longest wait for the connection to close. */
const leaveMs = 1000;
const ListeningClient = boundedClient({ limitMs: answerWithinMs });

/** Gets the payload of a notice, or undefined after a time in which notices may have been lost. */
export type OnNotice = (payload: string | undefined) => void;

/**
 * Listens for notices, on one connection for all topics.
 * @param topics the listener of each topic
 * @throws Error if the first connection fails
 */
export async function listen(
  address: DatabaseAddress,
  topics: Readonly<Record<string, OnNotice>>,
  log: Logger,
): Promise<Notices> {
  let client: pg.Client | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new ListeningClient({
      ...address,
      ...keepAlive,
      application_name: 'parley-notices',
      connectionTimeoutMillis: connectMs,
    });
    next.on('notification', ({ channel, payload }) => topics[channel]?.(payload));
    next.once('error', (error) => {
      if (noteDatabaseFault(log, error, 'the connection for notices')) return;
      log.warn({ err: error }, 'the connection for notices was lost; connecting again');
    });
    next.on('end', reconnect);
    await next.connect();
    await next.query(
      Object.keys(topics)
        .map((topic) => `LISTEN ${pg.escapeIdentifier(topic)}`)
        .join(';'),
    );
    if (closed) return next.connection.stream.destroy();
    client = next;
    for (const onNotice of Object.values(topics)) onNotice(undefined);
  };
  const reconnect = () => {
    client = undefined;
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().catch(reconnect);
    }, retryMs);
  };

  try {
    await connect();
  } catch (error) {
    // Its caller tries again, and not this one beside it.
    closed = true;
    clearTimeout(timer);
    throw error;
  }
  // If this query fails, the connection ends too, and its `end` event makes a new one.
  const heartbeat = setInterval(() => void client?.query('SELECT 1').catch(() => {}), heartbeatMs);
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      const left = client;
      const impatience = setTimeout(() => left?.connection.stream.destroy(), leaveMs);
      await left?.end();
      clearTimeout(impatience);
    },
  };
}

/** Sends a notice when the surrounding transaction commits, or at once outside of a transaction. */
export async function notify(tx: Queryable, topic: string, payload: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [topic, payload]);
}
