import { Socket } from 'node:net';
import { inject, vi } from 'vitest';
import type { TestServer } from './server.ts';

/** A guard that refuses outgoing connections until it is removed. */
export interface RefusedSockets {
  /** The ports of refused connections, in order. */
  ports: number[];
  letOut(): void;
}

/**
 * From now on sockets of this process can connect only to these servers and their database and Redis; every other
 * connection is refused before it opens.
 */
export function refuseSockets(...servers: TestServer[]): RefusedSockets {
  const { redisUrl } = inject('backend');
  const own = [
    ...servers.flatMap(({ url, database }) => [new URL(url).port, new URL(database.url).port || '5432']),
    ...(redisUrl ? [new URL(redisUrl).port || '6379'] : []),
  ];
  const ports: number[] = [];
  const connect = Socket.prototype.connect;
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...given: any[]
  ) {
    const options = given.flat().find((value) => typeof value === 'object' && value !== null);
    const port = options ? options.port : given[0];
    const isFile = options?.path !== undefined || String(given[0]).startsWith('/');
    if (isFile || own.includes(String(port))) return connect.apply(this, given as never);
    ports.push(Number(port));
    process.nextTick(() =>
      this.destroy(Object.assign(new Error('refused by the test'), { code: 'ECONNREFUSED' })),
    );
    return this;
  });
  return { ports, letOut: () => spy.mockRestore() };
}
