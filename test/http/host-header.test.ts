import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawClient } from '../harness/raw-http.ts';
import { buildTestApp } from '../rules/app.ts';

let app: FastifyInstance;
let url: string;

beforeAll(async () => {
  app = await buildTestApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => app?.close());

/** Sends a GET as it is written here, and reads the whole answer. */
async function get(path: string, headers: string[]): Promise<{ status: number; body: any; head: string }> {
  const client = rawClient(url);
  client.write(`${[`GET ${path} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  await client.closed();
  const [head = '', body = ''] = client.text.split('\r\n\r\n');
  return { status: await client.status(), body: body && JSON.parse(body), head };
}

const twice: [name: string, headers: string[]][] = [
  ['another one', ['Host: own.example', 'Host: evil.example']],
  ['the same again', ['Host: own.example', 'Host: own.example']],
  ['one in other letters, far from the first', ['HOST: own.example', 'Accept: */*', 'host: evil.example']],
];
const detail = 'The request has more than one Host header; send exactly one.';

it.each(twice)('a second Host header is a 400 in the form of each API: %s', async (_name, headers) => {
  for (const [path, body] of [
    ['/healthz', { detail, code: 'several_hosts' }],
    ['/api/v1/projects/prj_x/profiles', { detail, code: 'several_hosts' }],
    ['/api/owner/session', { detail, code: 'several_hosts' }],
    ['/api/published/v1/x', { detail, code: 'several_hosts' }],
    ['/chat/ch_x', { detail, code: 'several_hosts' }],
    ['/api/sources/', { detail }],
    ['/api/openapi.json', { detail }],
  ] as const) {
    const answer = await get(path, headers);
    expect([path, answer.status, answer.body]).toEqual([path, 400, body]);
    expect(answer.head).toMatch(/^x-request-id: /m);
  }
});

it('one Host header is enough, whatever else looks like one', async () => {
  const likely = ['X-Host: a', 'Hosts: b', 'Most: c', 'X-Forwarded-Host: d', 'X-Forwarded-Host: e'];
  expect((await get('/healthz', ['Host: own.example', ...likely])).status).toBe(200);
});
