import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Logger } from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../src/platform/postgres.ts';
import { openTickets } from '../../src/platform/tickets.ts';

/** A message of the PostgreSQL protocol: its type, its length with itself, its fields. */
function message(type: string, ...fields: (string | number[])[]): Buffer {
  const body = Buffer.concat(fields.map((field) => Buffer.from(field as string)));
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const statement = 'Q'.charCodeAt(0);
const sync = message('S');
const ready = message('Z', 'I');
const stopped = message('E', 'SFATAL\0', 'C57P01\0', 'Mterminating connection\0', '\0');

/** A database that stops: either right after it answered a statement, or while the client closes the connection. */
async function startDatabase(stops: 'after a statement' | 'at the goodbye') {
  let close = () => {};
  const closed = new Promise<void>((resolve) => {
    close = resolve;
  });
  const server = createServer((socket: Socket) => {
    let greeted = false;
    socket.on('close', () => close());
    socket.on('error', () => {});
    socket.on('data', (data) => {
      if (!greeted) {
        greeted = true;
        socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), ready]));
      } else if (data[0] === statement || data.subarray(-sync.length).equals(sync)) {
        socket.write(Buffer.concat([message('C', 'SELECT 0\0'), ready]));
        // The first statement is the client's own.
        const isCallers = !data.includes('SET ');
        if (isCallers && stops === 'after a statement') setImmediate(() => socket.end(stopped));
      } else {
        socket.end(stopped);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { address: { host: '127.0.0.1', port, user: 'u', database: 'd' }, closed };
}

it('a connection that the database ends is reported', async () => {
  const onError = vi.fn();
  const { address, closed } = await startDatabase('after a statement');
  const database = openDatabase(address, { connections: 1, onError });
  await database.query('SELECT 1');
  await closed;
  expect(onError).toHaveBeenCalledTimes(1);
  await database.close();
});

it('a connection that the database ends while the pool closes is not reported', async () => {
  const onError = vi.fn();
  const { address, closed } = await startDatabase('at the goodbye');
  const database = openDatabase(address, { connections: 1, onError });
  await database.query('SELECT 1');
  await database.close();
  await closed;
  expect(onError).not.toHaveBeenCalled();
});

it('a connection of the tickets that the database ends while they close is not reported', async () => {
  const warn = vi.fn();
  const log = { warn } as unknown as Logger;
  const { address, closed } = await startDatabase('at the goodbye');
  const tickets = openTickets({
    redisUrl: undefined,
    database: address,
    connections: 2,
    prefix: '{closed}',
    log,
  });
  // The client connects, but its tables do not exist.
  expect(await tickets.isUp()).toBe(false);
  warn.mockClear();
  // Long enough after the last line that another one may be logged.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
  await tickets.close();
  await closed;
  expect(warn).not.toHaveBeenCalled();
});
