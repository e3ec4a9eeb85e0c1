import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { namesLoopback } from '../../src/platform/own-address.ts';
import { type Server, startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { startTestServer, type TestServer, testEnvironment } from '../harness/server.ts';

let server: TestServer;
/** Servers with public addresses, on the same database. */
let others: Server[];

beforeAll(async () => {
  server = await startTestServer();
  others = await Promise.all(
    [{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://parley.example' }, { CATALOG_TOKEN: 'a-token-for-all' }].map(
      (more) =>
        startServer(
          readSettings({ ...testEnvironment(server.database), ROLE: 'api', ...more }),
          createLog('silent'),
        ),
    ),
  );
});

afterAll(async () => {
  await Promise.all((others ?? []).map((other) => other.stop(0)));
  await server?.close();
});

/**
 * The answer to a page that was loaded by this host name: its requests have the name as Host, and as Origin if they
 * write.
 */
function ask(
  { port }: { port: number },
  host: string,
  { method = 'GET', path = '/api/sources/', headers = {} as Record<string, string>, body = '' } = {},
): Promise<{ status: number; body: any }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { ...headers, host, connection: 'close' } },
      async (response) =>
        resolve({ status: response.statusCode!, body: JSON.parse((await text(response)) || 'null') }),
    );
    asked.once('error', reject);
    asked.end(body);
  });
}

describe('on a server that only this machine reaches', () => {
  it('the catalog answers to names of this machine', async () => {
    const { port } = server.server;
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'parley.localhost']) {
      expect([name, (await ask(server.server, `${name}:${port}`)).status]).toEqual([name, 200]);
    }
  });

  it('the catalog refuses reads and writes of a page whose host name was pointed at this machine', async () => {
    const host = `rebound.example:${server.server.port}`;
    const json = { 'content-type': 'application/json' };
    const source = JSON.stringify({ name: 'Rebound', url: 'https://rebound.example' });
    for (const asked of [
      {},
      // A page can send any value here.
      { headers: { 'x-forwarded-host': 'localhost' } },
      { method: 'POST', headers: json, body: source },
      { path: '/api/offers/export/' },
    ]) {
      const answer = await ask(server.server, host, asked);
      expect([answer.status, answer.body.detail]).toEqual([403, expect.stringContaining('PUBLIC_URL')]);
    }
    expect((await server.call('GET', '/api/sources/')).body.count).toBe(0);
  });

  it('a page whose host name was pointed at this machine cannot begin a chat', async () => {
    const project = await server.makeProject();
    const chat = await server.make('POST', `/projects/${project.id}/channels`, {
      ...{ type: 'webchat', name: 'Chat', environment: 'live', settings: {} },
    });
    const begin = (host: string) =>
      ask(server.server, host, {
        method: 'POST',
        path: `/api/chat/${chat.id}/sessions`,
        headers: { 'content-type': 'application/json', origin: `http://${host}` },
        body: '{}',
      });
    const refused = await begin(`rebound.example:${server.server.port}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'origin_not_allowed']);
    expect((await begin(`localhost:${server.server.port}`)).status).toBe(201);
  });
});

it('a server with a public address, or with a token, answers requests to any host name', async () => {
  const headers = { authorization: 'Bearer a-token-for-all' };
  for (const other of others) {
    expect((await ask(other, 'parley.internal', { headers })).status).toBe(200);
  }
});

it.each([
  ['localhost', true],
  ['LOCALHOST:3000', true],
  ['127.0.0.1:3000', true],
  ['127.1.2.3', true],
  ['[::1]:3000', true],
  ['a.localhost', true],
  ['localhost.example', false],
  ['127.0.0.1.example', false],
  ['notlocalhost', false],
  ['127.0.0.1@example', false],
  ['example#localhost', false],
  ['192.168.0.1', false],
  ['', false],
])('%j names this machine: %s', (header, names) => {
  expect(namesLoopback(header)).toBe(names);
});
