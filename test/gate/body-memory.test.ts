import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { startServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import type { TestProject } from '../harness/client.ts';
import { head, type RawClient, rawClient } from '../harness/raw-http.ts';
import { startTestServer, type TestServer, testEnvironment } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
const open: RawClient[] = [];
const mebibyte = 2 ** 20;

beforeAll(async () => {
  server = await startTestServer({ BODY_MEMORY_MIB: '64' });
  project = await server.makeProject();
});

afterEach(async () => {
  for (const { socket } of open.splice(0)) socket.destroy();
  await until(() => server.server.parts.bodies.used === 0);
});

afterAll(() => server?.close());

function client(): RawClient {
  const made = rawClient(server.url);
  open.push(made);
  return made;
}

/**
 * Starts 40 requests that announce a body of 31 MiB, send this many bytes of it, and stop. Resolves with the most
 * memory used at any time.
 */
async function unfinished(path: string, headers: Record<string, string>, mebibytes: number) {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, server.server.parts.bodies.used);
  }, 5);
  const clients = Array.from({ length: 40 }, () => {
    const made = client();
    made.write(head('POST', path, { length: 31 * mebibyte, 'idempotency-key': randomUUID(), ...headers }));
    return made;
  });
  const piece = Buffer.alloc(mebibyte, ' ');
  for (let i = 0; i < mebibytes; i++) {
    await Promise.all(
      clients.map(
        ({ socket }) =>
          new Promise<void>((resolve) => {
            if (socket.destroyed) return resolve();
            socket.once('close', () => resolve());
            socket.write(piece, () => resolve());
          }),
      ),
    );
  }
  // The server has read all bytes by now, or will within the time limit of `until`.
  clearInterval(watch);
  return { clients, most: () => Math.max(most, server.server.parts.bodies.used) };
}

const answered = (clients: RawClient[], status: number) =>
  clients.filter(({ text }) => text.startsWith(`HTTP/1.1 ${status} `)).length;

describe('40 unfinished bodies of 31 MiB', () => {
  it('of callers without a key are answered 401, and take no memory', async () => {
    const { clients, most } = await unfinished(`/api/v1/projects/${project.id}/tables/t/rows`, {}, 4);
    await until(() => answered(clients, 401) === 40);
    expect(most()).toBe(0);
  });

  it('with a key take as much memory as the setting allows; the rest get a 503 with Retry-After', async () => {
    const { clients, most } = await unfinished(
      `/api/v1/projects/${project.id}/tables/t/rows`,
      { authorization: `Bearer ${project.key}` },
      4,
    );
    // 40 times 4 MiB are 160 MiB, and 64 MiB fit.
    await until(() => answered(clients, 503) >= 20);
    // What fits stays in memory, and some of it may not be read yet.
    await until(() => most() > 32 * mebibyte);
    expect(most()).toBeLessThanOrEqual(64 * mebibyte);
    const [refused] = clients.filter(({ text }) => text.startsWith('HTTP/1.1 503 '));
    expect(refused!.text).toMatch(/^retry-after: 1\r$/im);
    expect(refused!.text).toContain('"code":"too_many_bodies"');
  });

  it('for the open catalog take at most half of the memory, so that clients with a key can use the other half', async () => {
    const { clients, most } = await unfinished('/api/offers/bulk-create/', {}, 4);
    await until(() => answered(clients, 503) >= 30);
    expect(most()).toBeLessThanOrEqual(32 * mebibyte);
    const answer = await server.call('POST', `/api/v1/projects/${project.id}/messages`, {
      key: project.key,
      body: {},
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(answer.status).toBe(422);
  });
});

it('bodies of one project leave memory for those of another', async () => {
  const { clients } = await unfinished(
    `/api/v1/projects/${project.id}/tables/t/rows`,
    { authorization: `Bearer ${project.key}` },
    4,
  );
  await until(() => answered(clients, 503) >= 20);
  const other = await server.makeProject();
  const raw = JSON.stringify({ rows: [], pad: 'x'.repeat(10 * mebibyte) });
  const answer = await server.call('POST', `/api/v1/projects/${other.id}/tables/none/rows`, {
    key: other.key,
    raw,
    headers: { 'idempotency-key': randomUUID() },
  });
  expect([answer.status, answer.body.code]).toEqual([404, 'table_not_found']);
});

it.each([
  ['of nothing', '[],'],
  ['of numbers', '1,'],
  ['of keys', '"a":1,'],
])('a body of millions of tiny values is refused before it is parsed: %s', async (_name, piece) => {
  const many = piece.repeat(Math.ceil((20 * mebibyte) / piece.length));
  const raw = piece.includes(':') ? `[{${many}"z":1}]` : `[${many}1]`;
  const refusals = await Promise.all([
    server.call('POST', '/api/offers/bulk-create/', { raw }),
    server.call('POST', `/api/v1/projects/${project.id}/tables/t/rows`, {
      key: project.key,
      raw,
      headers: { 'idempotency-key': randomUUID() },
    }),
  ]);
  for (const { status, body } of refusals) {
    expect([status, body.detail]).toEqual([413, expect.stringContaining('2,500,000 values')]);
  }
});

/** An offer with every field that one may have. */
const fullOffer = {
  ...{ source_identifier: 'Acme', brand_raw: 'Bosch', condition_raw: 'new', status_raw: 'active' },
  ...{ price_raw: '12.50', price_currency: 'EUR', weight_value: '2', weight_unit: 'kg' },
  ...{ product_url: 'https://acme.example/a-100', raw_hash: 'd0f8' },
};

/** The JSON of objects of so many members. @param shift 0 if they all have the same names */
const objectsOf = (objects: number, members: number, shift = 31): string[] =>
  Array.from({ length: objects }, (_, i) => {
    const names = Array.from({ length: members }, (_, k) => `"name${(k * 7919 + i * shift) % 100_000}":0`);
    return `{${names}}`;
  });

describe('a body of many members of objects is refused before it is parsed', () => {
  const rows = (raw: string) =>
    server.call('POST', `/api/v1/projects/${project.id}/tables/t/rows`, {
      key: project.key,
      raw,
      headers: { 'idempotency-key': randomUUID() },
    });
  const offers = (raw: string) => server.call('POST', '/api/offers/bulk-create/', { raw });
  const together = '500,000 members';
  const inOne = '10,000 members';
  const differing = objectsOf(1200, 420);
  const unknownFields = `"k":0,${Array.from({ length: 200_000 }, (_, i) => `"k${i}":0`).join()}`;
  it.each([
    ['rows of many different names', rows, `{"rows":[${differing}]}`, together],
    ['payloads of many different names', offers, `{"offers":[${differing}]}`, together],
    ['unknown fields beside the rows', rows, `{"rows":[{}],${unknownFields}}`, inOne],
    ['unknown fields beside the offers', offers, `{"offers":[],${unknownFields}}`, inOne],
  ])('%s', async (_name, send, body, limit) => {
    const { status, body: refusal } = await send(body);
    expect([status, refusal.detail]).toEqual([413, expect.stringContaining(limit)]);
  });

  it('but 10,000 offers with a payload of 30 members each, and 5,000 rows of 99, are accepted', async () => {
    await server.make('PUT', `/projects/${project.id}/tables/t`, { name: 'Wide' });
    const wide = await rows(`{"rows":[${objectsOf(5000, 99, 0)}],"environment":"sandbox"}`);
    expect([wide.status, wide.body.inserted]).toEqual([200, 5000]);
    const full = JSON.stringify(fullOffer).slice(1, -1);
    const many = objectsOf(10_000, 30, 0).map(
      (payload, i) => `{${full},"pn_raw":"pn-${i}","raw_payload":${payload}}`,
    );
    const made = await offers(`{"offers":[${many}]}`);
    expect([made.status, made.body.failed, made.body.errors]).toEqual([201, 0, []]);
  });
});

it('a body with as many characters in a few values is accepted', async () => {
  const raw = JSON.stringify({
    offers: [{ source_identifier: 'x', pn_raw: 'y'.repeat(20), raw_payload: ',[{'.repeat(2 * mebibyte) }],
  });
  const { status, body } = await server.call('POST', '/api/offers/bulk-create/', { raw });
  expect([status, body.created]).toEqual([201, 1]);
});

describe('the body of a request', () => {
  it('is refused before it is sent if it declares more bytes than there is memory for', async () => {
    const path = '/api/offers/bulk-create/';
    const first = client();
    first.write(head('POST', path, { length: 31 * mebibyte }));
    first.write(Buffer.alloc(16 * mebibyte, ' '));
    await until(() => server.server.parts.bodies.used === 16 * mebibyte);
    const second = client();
    second.write(head('POST', path, { length: 31 * mebibyte }));
    expect(await second.status()).toBe(503);
  });

  it('is read completely if it comes in chunks of one byte', async () => {
    const text = JSON.stringify({
      name: `Grains ${'x'.repeat(20_000)}`.slice(0, 200),
      pad: 'x'.repeat(20_000),
    });
    const grains = client();
    grains.write(head('POST', '/api/sources/', {}));
    grains.write([...text].map((character) => `1\r\n${character}\r\n`).join(''));
    grains.write('0\r\n\r\n');
    expect(await grains.status()).toBe(201);
  });

  it('frees its memory when its sender goes away', async () => {
    const gone = client();
    gone.write(head('POST', '/api/offers/bulk-create/', { length: 31 * mebibyte }));
    gone.write(Buffer.alloc(mebibyte));
    await until(() => server.server.parts.bodies.used === mebibyte);
    gone.socket.destroy();
    await until(() => server.server.parts.bodies.used === 0);
  });
});

describe('endpoints with small bodies have small limits', () => {
  const send = (path: string, length: number, headers = {}) =>
    server.call('POST', path, { raw: `{"x":"${'x'.repeat(length)}"}`, headers });
  const limitOf = async (path: string, length: number, headers = {}) => {
    const answer = await send(path, length, headers);
    return [answer.status, answer.body.detail];
  };

  it('a login may have 4 KiB', async () => {
    expect((await send('/api/owner/session', 4000)).status).toBe(422);
    expect(await limitOf('/api/owner/session', 4096)).toEqual([
      413,
      'Request body is too large: the limit here is 4 KiB.',
    ]);
  });

  it("a message of a web chat's visitor may have 16 KiB", async () => {
    const chat = await server.make('POST', `/projects/${project.id}/channels`, {
      type: 'webchat',
      name: 'Chat',
      settings: { allowed_domains: ['example.com'] },
    });
    const headers = { origin: 'https://example.com' };
    const path = `/api/chat/${chat.id}/sessions`;
    expect((await send(path, 16_000, headers)).status).toBe(201);
    expect(await limitOf(path, 16_384, headers)).toEqual([
      413,
      'Request body is too large: the limit here is 16 KiB.',
    ]);
  });

  it('a signed call of a channel may have 64 KiB', async () => {
    const { id } = await server.makeChannel(project.id);
    expect((await send(`/api/channels/${id}/webhook`, 65_000)).status).toBe(401);
    expect(await limitOf(`/api/channels/${id}/webhook`, 65_536)).toEqual([
      413,
      'Request body is too large: the limit here is 64 KiB.',
    ]);
  });

  it("a call without Telegram's secret is refused before its body is read", async () => {
    const stranger = client();
    stranger.write(head('POST', `/api/channels/${project.id}/telegram`, { length: mebibyte }));
    expect(await stranger.status()).toBe(401);
  });
});

it('connections above MAX_CONNECTIONS are closed at once, with a line in the log, until others end', async () => {
  const log = createLog('warn');
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const environment = { ...testEnvironment(server.database), ROLE: 'api', MAX_CONNECTIONS: '10' };
  const small = await startServer(readSettings(environment), log);
  const clients = Array.from({ length: 30 }, () => rawClient(small.url));
  try {
    await until(() => clients.filter(({ isClosed }) => isClosed).length === 20);
    const lines = warn.mock.calls.filter(([, message]) => String(message).includes('MAX_CONNECTIONS'));
    expect(lines).toHaveLength(1);
    for (const { socket } of clients) socket.destroy();
    await until(async () => (await fetch(`${small.url}/healthz`).catch(() => undefined))?.ok);
  } finally {
    for (const { socket } of clients) socket.destroy();
    await small.stop(0);
  }
});
