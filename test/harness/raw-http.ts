import { connect, type Socket } from 'node:net';
import { until } from './until.ts';

/** A connection on which a test writes HTTP by hand, as slowly and as incompletely as it likes. */
export interface RawClient {
  socket: Socket;
  /** All received bytes, as latin1. */
  readonly text: string;
  /** The number of received bytes. */
  readonly received: number;
  /** Whether the received bytes end with this. */
  endsWith(end: string): boolean;
  /** True once the connection has ended, either way. */
  readonly isClosed: boolean;
  write(data: string | Buffer): void;
  /** Resolves with the status once the head of an answer has arrived, without interim answers. */
  status(withinMs?: number): Promise<number>;
  closed(withinMs?: number): Promise<void>;
  /** Reads this many bytes, or to the end, and then pauses. */
  take(bytes: number): Promise<void>;
  /** Writes one byte each time until the connection ends. */
  trickle(everyMs: number): void;
}

export function rawClient(url: string): RawClient {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let isClosed = false;
  let received = 0;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
  });
  const client: RawClient = {
    socket,
    get text() {
      return Buffer.concat(chunks).toString('latin1');
    },
    get received() {
      return received;
    },
    endsWith: (end) => Buffer.concat(chunks.slice(-2)).toString('latin1').endsWith(end),
    get isClosed() {
      return isClosed;
    },
    write: (data) => void socket.write(data),
    status: (withinMs = 25_000) =>
      until(() => Number(/^HTTP\/1\.1 (\d{3})/.exec(client.text)?.[1]) || undefined, withinMs),
    async closed(withinMs = 25_000) {
      await until(() => isClosed, withinMs);
    },
    async take(bytes) {
      const wanted = received + bytes;
      const stop = () => {
        if (received >= wanted) socket.pause();
      };
      socket.on('data', stop).resume();
      await until(() => socket.isPaused() || isClosed || client.endsWith('0\r\n\r\n'));
      socket.off('data', stop);
    },
    trickle(everyMs) {
      const timer = setInterval(() => (isClosed ? clearInterval(timer) : socket.write('x')), everyMs);
      socket.once('close', () => clearInterval(timer));
    },
  };
  return client;
}

/** The head of a request with a body of JSON. */
export function head(
  method: string,
  path: string,
  { length, ...headers }: { length?: number; [name: string]: string | number | undefined },
): string {
  const all = {
    host: 'localhost',
    'content-type': 'application/json',
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': length }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n');
}
