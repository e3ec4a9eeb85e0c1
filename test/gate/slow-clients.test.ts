import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestProject } from '../harness/client.ts';
import { patientSeconds } from '../harness/patience.ts';
import { head, type RawClient, rawClient } from '../harness/raw-http.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

let server: TestServer;
let project: TestProject;
let messages: string;
const open: RawClient[] = [];

/** In place of 30 s; longer where this process is kept from its turn. */
const windowSeconds = Number(patientSeconds(2, 4));
const windowMs = windowSeconds * 1000;
const rowsOfExport = 30_000;

beforeAll(async () => {
  server = await startTestServer({ REQUEST_TIMEOUT_SECONDS: String(windowSeconds) });
  project = await server.makeProject();
  messages = `/api/v1/projects/${project.id}/messages`;
});

afterAll(() => {
  for (const { socket } of open) socket.destroy();
  return server?.close();
});

function client(): RawClient {
  const made = rawClient(server.url);
  open.push(made);
  return made;
}

const withKey = () => ({ authorization: `Bearer ${project.key}`, 'idempotency-key': randomUUID() });
const bodyOf = ({ text }: RawClient) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

// All of them wait, so they do it together.
describe.concurrent('a request that arrives one byte at a time', () => {
  it('is closed in the middle of its head', async () => {
    const slow = client();
    slow.write('POST / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    slow.trickle(windowMs / 10);
    await slow.closed();
    expect(slow.text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('is closed before its first byte', async () => {
    const silent = client();
    await silent.closed();
  });

  it('gets a 408 in the form of the project API, and its connection ends', async () => {
    const slow = client();
    slow.write(head('POST', messages, { length: 1000, ...withKey() }));
    slow.trickle(windowMs / 10);
    expect(await slow.status()).toBe(408);
    await slow.closed();
    expect(bodyOf(slow)).toEqual({
      code: 'body_too_slow',
      detail: `The body did not arrive in time: it must be whole within ${windowSeconds} s.`,
    });
    expect(slow.text).toMatch(/^connection: close\r$/im);
  });

  it('gets a 408 in the form of the catalog, and its connection ends', async () => {
    const slow = client();
    slow.write(head('POST', '/api/sources/', { length: 1000 }));
    slow.trickle(windowMs / 10);
    expect(await slow.status()).toBe(408);
    await slow.closed();
    expect(bodyOf(slow)).toEqual({
      detail: `The body did not arrive in time: it must be whole within ${windowSeconds} s.`,
    });
  });

  it('is also closed if it is a bulk call', async () => {
    for (const path of [`/api/v1/projects/${project.id}/tables/t/rows`, '/api/offers/bulk-create/']) {
      const slow = client();
      slow.write(head('POST', path, { length: 30 * 2 ** 20, ...withKey() }));
      slow.trickle(windowMs / 10);
      expect(await slow.status()).toBe(408);
      await slow.closed();
      expect(bodyOf(slow).detail).toContain(`at least 16 KiB of it must arrive every ${windowSeconds} s`);
    }
  });

  it('without a key gets its 401 at once, and is closed although it goes on', async () => {
    const slow = client();
    slow.write(head('POST', messages, { length: 1000 }));
    slow.trickle(windowMs / 10);
    expect(await slow.status()).toBe(401);
    expect(slow.isClosed).toBe(false);
    await slow.closed();
  });

  it('to an endpoint that reads no body is closed too', async () => {
    const slow = client();
    slow.write(head('GET', '/healthz', { length: 1000 }));
    slow.trickle(windowMs / 10);
    expect(await slow.status()).toBe(200);
    await slow.closed();
  });
});

describe.concurrent('an upload of a file', () => {
  it('that arrives too slowly gets a 408, and nothing of it is left', async () => {
    const slow = client();
    const path = `/api/v1/projects/${project.id}/files`;
    slow.write(head('POST', path, { length: 2 ** 20, ...withKey() }));
    slow.trickle(windowMs / 10);
    expect(await slow.status()).toBe(408);
    await slow.closed();
    expect(bodyOf(slow).detail).toContain(`at least 16 KiB of it must arrive every ${windowSeconds} s`);
    const incoming = join(server.server.parts.settings.dataDir, 'files', 'incoming');
    await until(() => readdirSync(incoming).length === 0);
  });
});

describe.concurrent('an import', () => {
  const path = '/api/offers/import/';
  const type = { 'content-type': 'application/x-ndjson' };
  const offer = (source: string) =>
    `${JSON.stringify({ source_identifier: source, pn_raw: randomUUID(), product_url: `https://example.com/${'x'.repeat(400)}` })}\n`;

  it('that arrives too slowly gets a 408, and its connection ends', async () => {
    const slow = client();
    const first = offer('Trickling');
    slow.write(head('POST', path, { ...type, length: 2 ** 40 }) + first);
    slow.trickle(windowMs / 10);
    expect(await slow.status()).toBe(408);
    await slow.closed();
    expect(bodyOf(slow).detail).toContain(`at least 16 KiB of it must arrive every ${windowSeconds} s`);
  });

  it('that arrives slowly but steadily may take much longer than the limit', async () => {
    const steady = client();
    const lines = Array.from({ length: 16 }, () => offer('Steady')).join('');
    const pieces = 24;
    steady.write(head('POST', path, { ...type, length: Buffer.byteLength(lines) * pieces }));
    const begun = performance.now();
    for (let i = 0; i < pieces; i++) {
      // Repeated offers are skipped, which still takes work.
      steady.write(lines);
      await sleep(0.15 * windowMs);
    }
    expect(performance.now() - begun).toBeGreaterThan(3 * windowMs);
    expect(await steady.status()).toBe(200);
    expect(steady.text).toContain('"created":16');
  });
});

describe.concurrent('an export', () => {
  beforeAll(async () => {
    const [{ id }] = await rows("INSERT INTO catalog.sources (name) VALUES ('Large') RETURNING id");
    // More than the socket buffers of both sides hold.
    await rows(
      `INSERT INTO catalog.offers (source_id, pn_raw, product_url)
       SELECT $1, 'large-' || n, 'https://example.com/' || repeat('x', 1000) FROM generate_series(1, $2) AS n`,
      [id, rowsOfExport],
    );
  });

  const rows = async (text: string, values: unknown[] = []) =>
    (await server.server.parts.database.query<any>(text, values)).rows as any[];
  const ask = () => {
    const reader = client();
    reader.socket.pause();
    reader.write(head('GET', '/api/offers/export/', { length: 0 }));
    return reader;
  };
  const isWhole = (reader: RawClient) => reader.endsWith('0\r\n\r\n');

  it('that the client does not read is closed', async () => {
    const reader = ask();
    await sleep(6 * windowMs);
    reader.socket.resume();
    await reader.closed();
    expect(reader.text.slice(0, 100)).toMatch(/^HTTP\/1\.1 200 /);
    expect(isWhole(reader)).toBe(false);
  });

  it('that the client reads slowly but steadily arrives completely', async () => {
    const reader = ask();
    const begun = performance.now();
    while (!isWhole(reader)) {
      expect(reader.isClosed).toBe(false);
      await reader.take(2 ** 19);
      await sleep(0.075 * windowMs);
    }
    expect(reader.received).toBeGreaterThan(rowsOfExport * 1000);
    expect(performance.now() - begun).toBeGreaterThan(3 * windowMs);
  });
});
