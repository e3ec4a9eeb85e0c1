import { createServer as createTcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { patient } from '../harness/patience.ts';
import { listen, outbound, post, rawServer } from './servers.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

describe('a request that was sent and not answered is unknown, and is sent once', () => {
  it.each(['POST', 'GET', 'PUT', 'DELETE'])(
    '%s to a server that reads it and closes the connection',
    async (method) => {
      for (const hangUp of ['destroy', 'resetAndDestroy', 'end'] as const) {
        let requests = 0;
        const port = await listen(
          rawServer((socket) => {
            requests++;
            socket[hangUp]();
          }),
        );
        const outcome = await outbound().send({
          service: 'connection',
          method,
          headers: {},
          url: `http://127.0.0.1:${port}/`,
        });
        expect(outcome).toMatchObject({
          kind: 'unknown',
          reason: expect.stringContaining(`127.0.0.1:${port}`),
        });
        await sleep(50);
        expect(requests).toBe(1);
      }
    },
  );

  it.each(['POST', 'GET'])('%s over a reused connection that breaks', async (method) => {
    const paths: string[] = [];
    const port = await listen(
      rawServer((socket, text) => {
        paths.push(text.split(' ')[1]!);
        if (paths.length === 1) socket.write(OK);
        else socket.destroy();
      }),
    );
    const http = outbound();
    const url = `http://127.0.0.1:${port}`;
    expect(
      await http.send({ service: 'connection', method, headers: {}, url: `${url}/first` }),
    ).toMatchObject({ kind: 'answered' });
    expect(
      await http.send({ service: 'connection', method, headers: {}, url: `${url}/second` }),
    ).toMatchObject({ kind: 'unknown' });
    await sleep(50);
    expect(paths).toEqual(['/first', '/second']);
  });

  it('to a server that never answers', async () => {
    let requests = 0;
    const port = await listen(rawServer(() => requests++));
    const timeoutMs = Math.ceil(patient(500));
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/`, timeoutMs });
    expect(outcome).toEqual({
      kind: 'unknown',
      reason: `the deadline of ${timeoutMs} ms passed after sending to 127.0.0.1:${port}`,
    });
    expect(requests).toBe(1);
  });

  it('to a server that stops reading in the middle of the body', async () => {
    const port = await listen(createTcpServer((socket) => socket.pause()));
    const body = Buffer.alloc(32_000_000);
    const outcome = await outbound().send({
      ...post,
      body,
      url: `http://127.0.0.1:${port}/`,
      timeoutMs: patient(500),
    });
    expect(outcome).toMatchObject({ kind: 'unknown' });
  });

  it.each([
    ['half a head', 'HTTP/1.1 200 OK\r\nContent-'],
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    [
      'an upgrade nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
    ],
    ['only an interim answer', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${`x: ${'a'.repeat(1000)}\r\n`.repeat(100)}`],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'],
  ])('to a server that answers %s', async (_, text) => {
    let requests = 0;
    const port = await listen(
      rawServer((socket) => {
        requests++;
        socket.end(text);
      }),
    );
    expect(await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` })).toMatchObject({
      kind: 'unknown',
    });
    expect(requests).toBe(1);
  });
});

describe('once the head of an answer has arrived, the request is answered', () => {
  it.each([
    ['hangs up', 'HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\nhalf', true],
    ['breaks its chunks', 'HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\nzz', true],
    ['falls silent', 'HTTP/1.1 201 Created\r\nContent-Length: 9\r\n\r\nhalf', false],
  ])('even by a server that %s in the middle of the body', async (_, text, end) => {
    const port = await listen(rawServer((socket) => (end ? socket.end(text) : socket.write(text))));
    // Long enough for a busy machine to see the head; only the silent server is waited for to the end.
    const timeoutMs = patient(end ? 20_000 : 2000);
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/`, timeoutMs });
    expect(outcome).toMatchObject({ kind: 'answered', status: 201, body: 'half', truncated: true });
  });

  it('after interim answers, which are skipped', async () => {
    const port = await listen(
      rawServer((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}`)),
    );
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, body: 'ok', truncated: false });
  });

  it('with a complete body if the end of the connection ends it', async () => {
    const port = await listen(rawServer((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nold')));
    const outcome = await outbound().send({ ...post, url: `http://127.0.0.1:${port}/` });
    expect(outcome).toMatchObject({ kind: 'answered', body: 'old', truncated: false });
  });

  it('by an early answer to a body that is still being sent', async () => {
    const early = 'HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
    const server = createTcpServer((socket) => socket.once('data', () => socket.pause().write(early)));
    const port = await listen(server);
    const outcome = await outbound().send({
      ...post,
      body: Buffer.alloc(32_000_000),
      url: `http://127.0.0.1:${port}/`,
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 413 });
  });
});
