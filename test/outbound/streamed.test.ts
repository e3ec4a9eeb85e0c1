import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { StreamedBody } from '../../src/platform/outbound-http.ts';
import { patient } from '../harness/patience.ts';
import { listen, outbound } from './servers.ts';

const pieces = (count: number, size = 64 * 1024): StreamedBody => ({
  length: count * size,
  async *read() {
    for (let i = 0; i < count; i++) yield Buffer.alloc(size, i);
  },
});
const post = (port: number, body: StreamedBody, timeoutMs?: number) =>
  outbound().send({
    ...{ service: 'connection', method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {}, body },
    ...(timeoutMs && { timeoutMs }),
  });

describe('a body that is streamed', () => {
  it('arrives whole, with its length announced', async () => {
    let length: string | undefined;
    const port = await listen(
      createServer(async (request, response) => {
        length = request.headers['content-length'];
        response.end(String((await buffer(request)).length));
      }),
    );
    expect(await post(port, pieces(40))).toMatchObject({ kind: 'answered', status: 200, body: '2621440' });
    expect(length).toBe('2621440');
  });

  it.each<[string, StreamedBody]>([
    [
      'that breaks off',
      {
        length: 200_000,
        async *read() {
          yield Buffer.alloc(100_000);
          throw new Error('broken');
        },
      },
    ],
    ['that is shorter than announced', { ...pieces(1), length: 64 * 1024 + 1 }],
    ['that is longer than announced', { ...pieces(2), length: 64 * 1024 + 1 }],
  ])('%s has not begun, because no server may act on a part', async (_what, body) => {
    let ended = 0;
    const port = await listen(
      createServer((request) => {
        request
          .on('error', () => {})
          .on('end', () => ended++)
          .resume();
      }),
    );
    expect(await post(port, body)).toMatchObject({
      kind: 'not_begun',
      reason: expect.stringContaining('was not sent as a whole'),
    });
    expect(ended).toBe(0);
  });

  it('has not begun when the time is over before all was sent, and is unknown after that', async () => {
    const deaf = await listen(createTcpServer((socket) => socket.pause()));
    expect(await post(deaf, pieces(1000), patient(500))).toMatchObject({ kind: 'not_begun' });
    const silent = await listen(createServer((request) => request.resume()));
    expect(await post(silent, pieces(2), patient(500))).toMatchObject({ kind: 'unknown' });
  });

  it('is not read before the action is marked as begun', async () => {
    let isRead = false;
    const body: StreamedBody = {
      length: 1,
      async *read() {
        isRead = true;
        yield Buffer.alloc(1);
      },
    };
    const beforeSend = () => Promise.reject(new Error('the lease is lost'));
    const outcome = await outbound().send({
      ...{ service: 'connection', method: 'POST', url: 'http://127.0.0.1:1/', headers: {}, body, beforeSend },
    });
    expect([outcome.kind, isRead]).toEqual(['not_begun', false]);
  });
});
