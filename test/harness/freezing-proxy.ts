import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { TestDatabase } from './database.ts';

/**
 * A proxy to a server that can freeze its connections, like a failover or a lost NAT entry: nothing passes any more,
 * not even the end of the connection, while new connections work.
 */
export interface FreezingProxy {
  port: number;
  /** The number of connections that are not frozen. */
  open(): number;
  /** The number of connections that were ever made. */
  accepted(): number;
  /**
   * Freezes the connections that are open now, in both directions.
   * @returns how many were frozen
   */
  freeze(): number;
  /** Freezes the next connection that sends this text, so that the text arrives but its answer does not. */
  loseAnswerTo(text: string): void;
  /**
   * Freezes the next connection that sends this text, so that the text does not arrive before the thaw. Resolves when
   * the connection is frozen.
   */
  holdBack(text: string): Promise<void>;
  /** Unfreezes all connections; held data is sent first. @returns whether any data was held. */
  thaw(): boolean;
  /** Whether connections that are opened from now on are frozen as soon as the database has accepted them. */
  freezeNew(frozen: boolean): void;
  /** Ends the connections that are open now, and each new one at once, until they are mended. @returns how many were open */
  cut(): number;
  mend(): void;
  close(): Promise<void>;
}

interface Line {
  client: Socket;
  server: Socket;
  state: 'open' | 'frozen' | 'closed';
}

/** The proxy to this database. */
export async function proxyDatabase(
  database: TestDatabase,
): Promise<FreezingProxy & { database: TestDatabase }> {
  const { searchParams, hostname, port, username, pathname } = new URL(database.url);
  const folder = searchParams.get('host');
  const proxy = await startFreezingProxy(
    folder
      ? { path: `${folder}/.s.PGSQL.5432` }
      : { port: Number(port || '5432'), host: hostname || '127.0.0.1' },
  );
  const user = username || searchParams.get('user') || 'postgres';
  const url = `postgresql://${user}@127.0.0.1:${proxy.port}${pathname}`;
  return { ...proxy, database: { ...database, url, address: { connectionString: url } } };
}

export async function startFreezingProxy(target: NetConnectOpts): Promise<FreezingProxy> {
  const lines: Line[] = [];
  let newOnesFreeze = false;
  let isCut = false;
  let lost: string | undefined;
  let held: string | undefined;
  let holding: Line | undefined;
  let onHeld = () => {};
  const proxy = createServer((client) => {
    client.on('error', () => {});
    if (isCut) return void client.resetAndDestroy();
    const server = connect(target);
    const line: Line = { client, server, state: 'open' };
    lines.push(line);
    client.on('data', (data) => {
      if (held !== undefined && data.includes(held)) {
        held = undefined;
        holding = line;
        onHeld();
        server.cork(); // The pipe writes this data after this listener.
        setImmediate(() => freezeLine(line, 'both'));
      }
      if (lost === undefined || !data.includes(lost)) return;
      lost = undefined;
      freezeLine(line, 'answers');
    });
    client.pipe(server);
    server.pipe(client);
    for (const side of [client, server]) {
      side.on('error', () => {});
      side.on('close', () => {
        // The end of a frozen connection is not passed on either.
        if (line.state === 'frozen') return;
        line.state = 'closed';
        client.destroy();
        server.destroy();
      });
    }
    if (newOnesFreeze) freezeLine(line, 'both');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const open = () => lines.filter(({ state }) => state === 'open');
  return {
    port: (proxy.address() as AddressInfo).port,
    open: () => open().length,
    accepted: () => lines.length,
    freeze() {
      const frozen = open();
      for (const line of frozen) freezeLine(line, 'both');
      return frozen.length;
    },
    loseAnswerTo(text) {
      lost = text;
    },
    holdBack(text) {
      held = text;
      return new Promise((resolve) => {
        onHeld = resolve;
      });
    },
    thaw() {
      newOnesFreeze = false;
      held = undefined;
      const wasHeld = holding !== undefined;
      holding?.server.uncork();
      holding = undefined;
      for (const line of lines) {
        if (line.state !== 'frozen') continue;
        line.state = 'open';
        line.client.pipe(line.server);
        line.server.pipe(line.client);
      }
      return wasHeld;
    },
    freezeNew(frozen) {
      newOnesFreeze = frozen;
    },
    cut() {
      isCut = true;
      const ended = open();
      for (const { client, server } of ended) {
        client.resetAndDestroy();
        server.destroy();
      }
      return ended.length;
    },
    mend() {
      isCut = false;
    },
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      for (const { client, server } of lines) {
        client.destroy();
        server.destroy();
      }
      await closed;
    },
  };
}

function freezeLine(line: Line, what: 'both' | 'answers'): void {
  line.state = 'frozen';
  line.server.unpipe();
  line.server.pause();
  if (what === 'answers') return;
  line.client.unpipe();
  line.client.pause();
}
