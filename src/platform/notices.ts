import pg from 'pg';
import type { Logger } from 'pino';
import type { DatabaseAddress, Queryable } from './postgres.ts';

/**
 * Short notices to all processes of an installation, over LISTEN and NOTIFY. A notice sent in a transaction goes out
 * when it commits. Notices can be lost while the connection is away, so a listener is also told to trust nothing it
 * remembers whenever the connection comes back.
 */
export interface Notices {
  close(): Promise<void>;
}

const retryMs = 1000;

/** Gets what was sent; undefined after a time in which notices may have been lost. */
export type OnNotice = (payload: string | undefined) => void;

/**
 * Listens for notices, on one connection for all topics.
 * @param topics who is told of each topic.
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
    const next = new pg.Client({ ...address, application_name: 'parley-notices', keepAlive: true });
    next.on('notification', ({ channel, payload }) => topics[channel]?.(payload));
    next.on('error', (error) =>
      log.warn({ err: error }, 'the connection for notices was lost; connecting again'),
    );
    next.on('end', reconnect);
    await next.connect();
    await next.query(
      Object.keys(topics)
        .map((topic) => `LISTEN ${pg.escapeIdentifier(topic)}`)
        .join(';'),
    );
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

  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

/** Sends a notice when the surrounding transaction commits, or at once outside one. */
export async function notify(tx: Queryable, topic: string, payload: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [topic, payload]);
}
