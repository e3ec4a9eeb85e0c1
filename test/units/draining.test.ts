import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { chatAddresses } from '../../src/dialog/channels/webchat/cross-origin.ts';
import { type Listener, takePort } from '../../src/platform/listener.ts';
import { freePort } from '../fixtures/ports.ts';
import { until } from '../harness/until.ts';

const limits = { connections: 1000, onTooMany: () => {}, windowMs: 30_000 };

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function listen(handler: RequestListener): Promise<Listener> {
  // One that nobody else takes when it is given up.
  const listener = await takePort({ host: '127.0.0.1', port: await freePort() }, limits);
  listener.handOver(handler);
  open.push(() => listener.close({ idleMs: 0, graceMs: 0 }));
  return listener;
}

/** A connection, with the bytes received so far. */
async function dial({
  port,
}: {
  port: number;
}): Promise<{ socket: Socket; text: () => string; ended: Promise<unknown> }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (data: string) => {
    text += data;
  });
  socket.on('error', () => {});
  const ended = new Promise((resolve) => socket.once('close', resolve));
  await once(socket, 'connect');
  open.push(() => socket.destroy());
  return { socket, text: () => text, ended };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const echo: RequestListener = (request, response) => {
  request.resume().once('end', () => response.end(`answer to ${request.url}`));
};
/** Also where an engine is slow: nothing is measured in absolute time but that a request is not as late as this. */
const idleMs = 15_000;

/** What was written has been read by the listener, in the turns of this process that come after its stall, if it had one. */
async function arrival(): Promise<void> {
  await pause(100);
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

it('a request on a connection kept alive is answered after the stop, and closes the connection', async () => {
  const listener = await listen(echo);
  const { socket, text, ended } = await dial(listener);
  socket.write(get('/before'));
  await until(() => text().includes('answer to /before'));
  expect(text()).toContain('Connection: keep-alive');
  const closing = listener.close({ idleMs, graceMs: 20_000 });
  await pause(100);
  socket.write(get('/after'));
  await ended;
  const after = text().slice(text().indexOf('/before') + 7);
  expect(after).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/i);
  expect(after).toContain('answer to /after');
  await closing;
});

it('an answer that was already being sent at the stop says that the connection closes', async () => {
  let release = () => {};
  const listener = await listen((_request, response) => {
    release = () => response.end('late');
  });
  const { socket, text, ended } = await dial(listener);
  socket.write(get('/slow'));
  await until(() => release.toString().includes('late'));
  const closing = listener.close({ idleMs: 0, graceMs: 20_000 });
  await pause(200);
  release();
  await ended;
  expect(text()).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close\r\n/i);
  expect(text()).toMatch(/late/);
  await closing;
});

it('requests that have begun to arrive are answered, even long after idle connections were closed', async () => {
  const listener = await listen(echo);
  const [half, body, silent, kept] = [
    await dial(listener),
    await dial(listener),
    await dial(listener),
    await dial(listener),
  ];
  half.socket.write('G');
  body.socket.write('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nab');
  kept.socket.write(get('/kept'));
  await until(() => kept.text().includes('answer to /kept'));
  await arrival();
  const closing = listener.close({ idleMs: 100, graceMs: 20_000 });
  await Promise.all([silent.ended, kept.ended]);
  expect([half.socket.destroyed, body.socket.destroyed]).toEqual([false, false]);
  half.socket.write('ET /half HTTP/1.1\r\nHost: a\r\n\r\n');
  body.socket.write('cd');
  await Promise.all([half.ended, body.ended, closing]);
  for (const [connection, path] of [
    [half, '/half'],
    [body, '/body'],
  ] as const) {
    expect(connection.text()).toMatch(/connection: close/i);
    expect(connection.text()).toContain(`answer to ${path}`);
  }
});

it('pipelined requests on one connection are all answered, and the last answer closes it', async () => {
  let requests = 0;
  const listener = await listen(async (request, response) => {
    requests++;
    await pause(100);
    response.end(`answer to ${request.url}`);
  });
  const { socket, text, ended } = await dial(listener);
  socket.write(get('/1') + get('/2') + get('/3'));
  await until(() => requests === 3);
  await Promise.all([listener.close({ idleMs: 0, graceMs: 20_000 }), ended]);
  expect([...text().matchAll(/answer to \/\d/g)].map(([each]) => each)).toEqual([
    'answer to /1',
    'answer to /2',
    'answer to /3',
  ]);
  expect([...text().matchAll(/^connection: close/gim)]).toHaveLength(1);
});

it('a request that is not answered in time gets a 503 that says to check before repeating it', async () => {
  const listener = await listen(() => {});
  const { socket, text, ended } = await dial(listener);
  const never = await dial(listener);
  socket.write(get('/never'));
  never.socket.write('POST / HTTP/1.1\r\nHost');
  await arrival();
  await listener.close({ idleMs: 50, graceMs: 300 });
  await Promise.all([ended, never.ended]);
  for (const answer of [text(), never.text()]) {
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ code: 'stopping' });
  }
});

it('connections that others open during long work just before the stop are accepted and answered', async () => {
  const listener = await listen(echo);
  const told = new Int32Array(new SharedArrayBuffer(4));
  const others = new Worker(callerCode, {
    eval: true,
    workerData: { told, port: listener.port, request: get('/early'), most: 20 },
  });
  open.push(() => others.terminate());
  const answers = once(others, 'message');
  await once(others, 'online');
  // In the round in which the listener would close its port.
  setImmediate(() =>
    setImmediate(() => {
      const longUntil = performance.now() + 30;
      Atomics.wait(told, 0, 0, 10_000);
      while (performance.now() < longUntil);
    }),
  );
  const closing = listener.close({ idleMs, graceMs: 20_000 });
  expect(await answers).toEqual([Array.from({ length: 20 }, () => 'HTTP/1.1 200 OK')]);
  await closing;
});

/** Connects, then says so, and asks; its message has the first line of each answer. */
const callerCode = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { told, port, request, most } } = require('node:worker_threads');
  let connected = 0;
  const firstLines = Array.from({ length: most }, () => new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(request);
      if (++connected < most) return;
      Atomics.store(told, 0, 1);
      Atomics.notify(told, 0);
    });
    socket.on('data', (data) => (text += data));
    socket.on('error', (error) => (text += error.code));
    socket.on('close', () => resolve(text.split('\\r\\n')[0]));
  }));
  Promise.all(firstLines).then((lines) => parentPort.postMessage(lines));
`;

it('no connection is accepted after the stop', async () => {
  const listener = await listen(echo);
  const kept = await dial(listener);
  const closing = listener.close({ idleMs, graceMs: 20_000 });
  await until(() => !listener.server.listening);
  await expect(dial(listener)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  kept.socket.destroy();
  await closing;
});

it('a port that is in use is refused with the error of the system', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  open.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  await expect(takePort({ host: '127.0.0.1', port }, limits)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

const hasIpv6 = Object.values(networkInterfaces()).some((list) =>
  list?.some(({ address }) => address === '::1'),
);

it.runIf(hasIpv6)(
  'localhost leads to the server at both of its addresses, and a stop answers what was sent to either',
  async () => {
    const listener = await takePort({ host: '127.0.0.1', port: await freePort() }, limits);
    expect(listener.isLocalhost).toBe(true);
    const waiting: (() => void)[] = [];
    listener.handOver((request, response) => {
      waiting.push(() => response.end(`answer to ${request.url}`));
    });
    const socket = connect(listener.port, '::1');
    let text = '';
    socket.setEncoding('utf8').on('data', (data: string) => {
      text += data;
    });
    socket.write(get('/beside'));
    await until(() => waiting.length === 1);
    const closed = listener.close({ idleMs: 0, graceMs: 60_000 });
    waiting[0]!();
    await closed;
    expect(text).toContain('answer to /beside');
    // Nothing is left that holds the port at either address.
    for (const host of ['127.0.0.1', '::1']) {
      const other = createServer().listen(listener.port, host);
      await once(other, 'listening');
      await new Promise((resolve) => other.close(resolve));
    }
  },
);

it.runIf(hasIpv6)('localhost is not offered where it may lead to another program', async () => {
  // A port that nobody has at the other address.
  const other = createServer().listen(await freePort(), '::1');
  await once(other, 'listening');
  open.push(() => other.close());
  const listener = await takePort({ host: '127.0.0.1', port: (other.address() as AddressInfo).port }, limits);
  open.push(() => listener.close({ idleMs: 0, graceMs: 0 }));
  expect(listener.isLocalhost).toBe(false);
});

describe('a request that comes while the server starts', () => {
  const starting = async () => {
    const listener = await takePort({ host: '127.0.0.1', port: await freePort() }, limits);
    open.push(() => listener.close({ idleMs: 0, graceMs: 0 }));
    return listener;
  };
  const post = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`;

  it('waits, and is answered as any other when the server is ready', async () => {
    const listener = await starting();
    const [whole, gone, slow] = [await dial(listener), await dial(listener), await dial(listener)];
    const body = 'a'.repeat(200_000);
    whole.socket.write(post('/whole', body.length) + body);
    gone.socket.write(get('/gone'));
    slow.socket.write(`${post('/slow', 4)}12`);
    await arrival();
    gone.socket.resetAndDestroy();
    await arrival();
    const came: string[] = [];
    listener.handOver(async (request, response) => {
      let length = 0;
      for await (const part of request) length += (part as Buffer).length;
      came.push(request.url!);
      response.end(`${length} bytes`);
    });
    slow.socket.write('34');
    await until(() => slow.text().includes('4 bytes') && whole.text().includes('200000 bytes'));
    expect(came.sort()).toEqual(['/slow', '/whole']);
  });

  it('is refused when the start fails, and not kept', async () => {
    const listener = await starting();
    const { socket, text, ended } = await dial(listener);
    socket.write(get('/'));
    await arrival();
    expect(text()).toBe('');
    await listener.close({ idleMs: 0, graceMs: 60_000 });
    await ended;
    expect(text()).toMatch(/^HTTP\/1\.1 503 [\s\S]*"code":"starting"/);
  });
});

it('pages of other websites can read that the server starts or stops, at the addresses of a chat only', async () => {
  const listener = await takePort({ host: '127.0.0.1', port: await freePort() }, limits, chatAddresses);
  open.push(() => listener.close({ idleMs: 0, graceMs: 0 }));
  const chat = `http://127.0.0.1:${listener.port}/api/chat/ch_1/messages`;
  const origin = { origin: 'https://shop.example' };
  const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');
  const before = await fetch(chat, { method: 'OPTIONS', headers: origin });
  expect([before.status, allowed(before), before.headers.get('access-control-allow-methods')]).toEqual([
    204,
    '*',
    'GET, POST',
  ]);
  const refused = await fetch(chat, { method: 'POST', body: '{}', headers: origin });
  expect([refused.status, allowed(refused), ((await refused.json()) as { code: string }).code]).toEqual([
    503,
    '*',
    'starting',
  ]);
  expect(refused.headers.get('access-control-expose-headers')).toContain('Retry-After');
  const other = await fetch(`http://127.0.0.1:${listener.port}/api/owner/me`, { headers: origin });
  expect([other.status, allowed(other)]).toEqual([503, null]);

  let waiting = 0;
  listener.handOver(() => waiting++);
  const answers = Promise.all(
    [chat, `http://127.0.0.1:${listener.port}/api/owner/me`].map((url) => fetch(url)),
  );
  await until(() => waiting === 2);
  await listener.close({ idleMs: 0, graceMs: 0 });
  expect((await answers).map((answer) => [answer.status, allowed(answer)])).toEqual([
    [503, '*'],
    [503, null],
  ]);
});
