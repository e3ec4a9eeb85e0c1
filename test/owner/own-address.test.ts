import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { type Server, startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { Client } from '../harness/client.ts';
import {
  ownerEmail,
  ownerPassword,
  startTestServer,
  type TestServer,
  testEnvironment,
} from '../harness/server.ts';

const token = 'a-token-for-the-catalog';
const authorization = `Bearer ${token}`;
let server: TestServer;
let published: Server;

beforeAll(async () => {
  // With a token, since without one this catalog answers no request to a foreign host name.
  server = await startTestServer({ CATALOG_TOKEN: token });
  published = await startServer(
    readSettings({
      ...testEnvironment(server.database),
      ROLE: 'api',
      PUBLIC_URL: 'https://parley.example/base',
    }),
    createLog('silent'),
  );
  for (const name of ['A', 'B', 'C']) {
    await server.call('POST', '/api/sources/', {
      body: { name, url: `https://${name}.example` },
      headers: { authorization },
    });
  }
});

afterAll(async () => {
  await published?.stop(0);
  await server?.close();
});

/** The link to the next page, as a caller with this Host header gets it. */
async function next({ port }: { port: number }, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path: '/api/sources/?page_size=1',
        headers: { host, authorization, connection: 'close' },
      },
      async (response) => resolve(JSON.parse(await text(response)).next),
    );
    asked.once('error', reject);
    asked.end();
  });
}

it('an address in an answer names the server as the caller reached it', async () => {
  const port = server.server.port;
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    expect(await next(server.server, host)).toBe(`http://${host}/api/sources/?page=2&page_size=1`);
  }
});

it('an address in an answer never comes from a foreign Host header', async () => {
  const port = server.server.port;
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    `127.0.0.1.evil.example:${port}`,
    `127.0.0.1:80@evil`,
  ]) {
    expect([host, await next(server.server, host)]).toEqual([
      host,
      `http://127.0.0.1:${port}/api/sources/?page=2&page_size=1`,
    ]);
  }
});

it('an address in an answer begins with PUBLIC_URL if it is set, whatever the Host header', async () => {
  for (const host of ['parley.example', 'evil.example']) {
    expect(await next(published, host)).toBe('https://parley.example/base/api/sources/?page=2&page_size=1');
  }
});

it('the address for calls of a bot or another system does not come from a Host header either', async () => {
  const project = await server.makeProject();
  const answer = await server.owner(
    'PUT',
    `/projects/${project.id}/receivers/shop`,
    { name: 'Shop' },
    { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  );
  expect(answer.body.url).toMatch(new RegExp(`^${server.url}/api/webhooks/rcv_`));
});

it('a login and a write are accepted from pages at PUBLIC_URL and at the own address, and from no other site', async () => {
  const own = `http://127.0.0.1:${published.port}`;
  const client = new Client(own);
  const body = { email: ownerEmail, password: ownerPassword };
  const session = await client.call('POST', '/api/owner/session', { body });
  const proof = {
    cookie: session.headers.getSetCookie()[0]!.split(';')[0]!,
    'x-csrf-token': session.body.csrf_token,
  };
  const statuses = async (origin: string) => {
    const login = await client.call('POST', '/api/owner/session', { body, headers: { origin } });
    const write = await client.call('POST', '/api/owner/projects', {
      body: { name: 'By Origin' },
      headers: { ...proof, origin },
    });
    return [login.status, write.status];
  };
  for (const origin of ['https://parley.example', own]) {
    expect([origin, await statuses(origin)]).toEqual([origin, [200, 201]]);
  }
  for (const origin of [
    'https://evil.example',
    'https://parley.example:8443',
    'https://shop.parley.example',
    'https://parley.example.evil.example',
    'null',
  ]) {
    expect([origin, await statuses(origin)]).toEqual([origin, [403, 403]]);
  }
});
