import { createServer as createTcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { httpServer, listen, outbound, post, rawServer } from './servers.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const never = <T>() => new Promise<T>(() => {});

describe('a request that its caller cancels', () => {
  it('is not_begun before it is sent, unknown after that, and answered once the head has arrived', async () => {
    const gone = new AbortController();
    const silent = await listen(rawServer(() => gone.abort()));
    const half = await listen(
      rawServer((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab')),
    );
    const http = outbound({ lookup: never });
    const send = (url: string, signal: AbortSignal) => http.send({ ...post, url, signal });
    const url = `http://127.0.0.1:${silent}/`;
    expect(await send(url, AbortSignal.abort())).toMatchObject({ kind: 'not_begun' });
    expect(await send('http://slow.test/', AbortSignal.timeout(30))).toMatchObject({ kind: 'not_begun' });
    expect(await send(url, gone.signal)).toMatchObject({ kind: 'unknown' });
    // Nothing tells when the head is there, so it gets its time.
    const answered = await send(`http://127.0.0.1:${half}/`, AbortSignal.timeout(patient(500)));
    expect(answered).toMatchObject({ kind: 'answered', status: 200, body: 'ab', truncated: true });
  });
});

describe('a request cancelled while it waits for its connection', () => {
  it('is never sent later', async () => {
    const paths: string[] = [];
    let connections = 0;
    const server = rawServer((socket, text) => {
      paths.push(text.split(' ')[1]!);
      socket.write(OK);
    });
    const port = await listen(server.on('connection', () => connections++));
    const caller = new AbortController();
    const lookup = async () => {
      caller.abort();
      await sleep(80);
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const http = outbound({ lookup });
    const url = `http://slow.test:${port}`;
    const outcome = await http.send({ ...post, url: `${url}/cancelled`, signal: caller.signal });
    expect(outcome).toMatchObject({ kind: 'not_begun', reason: expect.stringContaining('caller cancelled') });
    await until(() => connections === 1);
    expect(await http.send({ ...post, url: `${url}/next` })).toMatchObject({ kind: 'answered' });
    expect(paths).toEqual(['/next']);
  });
});

describe('beforeSend comes first', () => {
  it('no connection opens before it is done, and it runs once', async () => {
    const order: string[] = [];
    const port = await listen(
      rawServer((socket) => {
        order.push('request');
        socket.write(OK);
      }).on('connection', () => order.push('connection')),
    );
    const beforeSend = async () => {
      await sleep(30);
      order.push('begun');
    };
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/`, beforeSend });
    expect(outcome).toMatchObject({ kind: 'answered' });
    expect(order).toEqual(['begun', 'connection', 'request']);
  });

  it.each([
    ['rejects', async () => Promise.reject(new Error('secret of the database'))],
    [
      'throws',
      () => {
        throw new Error('secret of the database');
      },
    ],
  ])('nothing is sent if it %s', async (_, beforeSend) => {
    const connected = vi.fn();
    const port = await listen(createTcpServer(connected));
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/`, beforeSend });
    expect(outcome).toEqual({ kind: 'not_begun', reason: 'the step before sending failed' });
    expect(connected).not.toHaveBeenCalled();
  });

  it('nothing is sent if it takes longer than the deadline', async () => {
    const connected = vi.fn();
    const port = await listen(createTcpServer(connected));
    const beforeSend = () => sleep(80);
    const outcome = await outbound().send({
      ...post,
      url: `http://127.0.0.1:${port}/`,
      beforeSend,
      timeoutMs: 20,
    });
    expect(outcome).toMatchObject({ kind: 'not_begun' });
    await sleep(120);
    expect(connected).not.toHaveBeenCalled();
  });
});

describe('a slow system does not delay others', () => {
  it('64 requests to one origin run at the same time, and further ones follow', async () => {
    let running = 0;
    let most = 0;
    const port = await listen(
      httpServer(async (_, response) => {
        most = Math.max(most, ++running);
        // Until the allowed number has arrived, and then long enough for one too many.
        await until(() => most >= 64);
        await sleep(100);
        running--;
        response.end();
      }),
    );
    const http = outbound();
    const send = () => http.send({ ...post, url: `http://127.0.0.1:${port}/` });
    const outcomes = await Promise.all(Array.from({ length: 130 }, send));
    expect(outcomes.every((one) => one.kind === 'answered')).toBe(true);
    expect(most).toBe(64);
  });

  it('another origin answers while one is silent, and no request is sent after its deadline', async () => {
    const silent = await listen(rawServer(() => {}));
    const port = await listen(httpServer((_, response) => response.end()));
    const http = outbound();
    // One deadline for all: where the first ones end, it is too late to send the others.
    const timeoutMs = patient(1500);
    const stuck = Array.from({ length: 100 }, () =>
      http.send({ ...post, url: `http://127.0.0.1:${silent}/`, timeoutMs }),
    );
    const outcome = await http.send({ ...post, url: `http://127.0.0.1:${port}/`, timeoutMs: patient(1000) });
    expect(outcome).toMatchObject({ kind: 'answered' });
    const kinds = (await Promise.all(stuck)).map((one) => one.kind);
    expect(kinds.filter((kind) => kind === 'unknown')).toHaveLength(64);
    expect(kinds.filter((kind) => kind === 'not_begun')).toHaveLength(36);
  });

  it('a connection is reused until it has been idle for a second', async () => {
    let connections = 0;
    const server = rawServer((socket) => socket.write(OK)).on('connection', () => connections++);
    const port = await listen(server);
    const http = outbound();
    const send = () => http.send({ ...post, url: `http://127.0.0.1:${port}/` });
    for (let i = 0; i < 20; i++) expect(await send()).toMatchObject({ kind: 'answered' });
    // A second one may open, as undici frees a connection a moment after its answer.
    expect(connections).toBeLessThanOrEqual(2);
    const before = connections;
    await sleep(1_300);
    expect(await send()).toMatchObject({ kind: 'answered' });
    expect(connections).toBe(before + 1);
  });
});

describe('closing the outbound client', () => {
  it('waits for requests under way and accepts no more', async () => {
    const port = await listen(
      httpServer(async (_, response) => {
        await sleep(100);
        response.end('done');
      }),
    );
    const http = outbound();
    const url = `http://127.0.0.1:${port}/`;
    const underWay = http.send({ ...post, url });
    const closing = http.close();
    expect(await http.send({ ...post, url })).toMatchObject({ kind: 'not_begun' });
    await closing;
    expect(await underWay).toMatchObject({ kind: 'answered', body: 'done' });
    await http.close();
  });
});
