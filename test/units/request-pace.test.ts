import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { paceOf, watchPace } from '../../src/platform/request-pace.ts';
import { patient } from '../harness/patience.ts';
import { head, rawClient } from '../harness/raw-http.ts';
import { until } from '../harness/until.ts';

/** Of a client, and longer than this process is kept from its turn. */
const windowMs = patient(300);
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer({ requestTimeout: 0 });
  watchPace(server, windowMs);
  server.on('request', handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('a server that answers slowly does not close its own connection', async () => {
  const url = await serve(async (_request, response) => {
    response.write('begun, ');
    await sleep(4 * windowMs);
    response.end('done');
  });
  expect(await (await fetch(url)).text()).toBe('begun, done');
});

it('a sender is not too slow if the server reads its stream slowly', async () => {
  const faults: unknown[] = [];
  let isPaused = true;
  const url = await serve(async (request, response) => {
    paceOf(request)?.expect('stream', (problem) => faults.push(problem));
    request.once('readable', () => {});
    await sleep(4 * windowMs);
    isPaused = false;
    let length = 0;
    for await (const chunk of request) length += chunk.length;
    response.end(String(length));
  });
  const sender = rawClient(url);
  const length = 4 * 2 ** 20;
  sender.write(head('POST', '/', { length }));
  sender.write(Buffer.alloc(length));
  await until(() => !isPaused);
  expect(await sender.status()).toBe(200);
  await until(() => sender.text.endsWith(String(length)));
  expect(faults).toEqual([]);
});

it('a complete body that waits for its reader is not late', async () => {
  const faults: unknown[] = [];
  const url = await serve(async (request, response) => {
    paceOf(request)?.expect('whole', (problem) => faults.push(problem));
    await sleep(3 * windowMs);
    for await (const _ of request);
    response.end('read');
  });
  const answer = await fetch(url, { method: 'POST', body: 'x'.repeat(1000) });
  expect(await answer.text()).toBe('read');
  expect(faults).toEqual([]);
});
