import { request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { whoWaitsForThis } from '../harness/locks.ts';
import { patient } from '../harness/patience.ts';
import { until } from '../harness/until.ts';
import { openSession, type Session } from '../process/database.ts';
import { type Catalog, startCatalog } from './scene.ts';

let catalog: Catalog;
let holder: Session;

beforeAll(async () => {
  catalog = await startCatalog();
  holder = await openSession(catalog.server.database.address);
});
afterAll(async () => {
  await holder?.close();
  await catalog?.close();
});

const send = (raw: Buffer, headers: Record<string, string>) =>
  catalog.server.call('POST', '/api/offers/import/', { raw, headers });

const countOf = async (): Promise<number> =>
  (await catalog.query('SELECT count(*)::int AS offers FROM catalog.offers'))[0].offers;

it('an import whose client has gone ends with the step under way, which stays written', async () => {
  const { id } = await catalog.source({ name: 'Gone' });
  const file = Array.from({ length: 20_000 }, (_, i) => `{"source_identifier":"Gone","pn_raw":"pn-${i}"}\n`);
  // The second step waits for another transaction. So few bytes have all arrived by then.
  await holder.query('BEGIN');
  await holder.query("INSERT INTO catalog.offers (source_id, pn_raw) VALUES ($1, 'pn-7000')", [id]);
  const client = request(`${catalog.server.url}/api/offers/import/`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' },
  });
  client.on('error', () => {});
  client.end(gzipSync(file.join('')));
  // It has begun, so that it counts as under way.
  await until(async () => (await countOf()) === 5000 && (await holder.query(whoWaitsForThis)).length === 1);
  client.destroy();
  // The server learns of it by now, or within the time limit of the next lines.
  await sleep(patient(200));
  await holder.query('ROLLBACK');
  await until(async () => (await countOf()) === 10_000);
  await sleep(patient(1000));
  expect(await countOf()).toBe(10_000);
});

describe('a compressed import', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (zeros: Buffer) => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
  ])('by %s that expands to more than 200 times its size is refused', async (encoding, pack) => {
    const bomb = pack(Buffer.alloc(16 * 2 ** 20, '\n'));
    const answer = await send(bomb, { 'content-type': 'application/x-ndjson', 'content-encoding': encoding });
    expect([answer.status, answer.body]).toEqual([
      413,
      { detail: expect.stringContaining('more than 200 times') },
    ]);
  });

  it('of rows that hardly differ is accepted', async () => {
    const row = (i: number) =>
      `{"source_identifier":"Alike","pn_raw":"pn-${i}","raw_payload":"${'alike '.repeat(60)}"}\n`;
    const file = Buffer.from(Array.from({ length: 4000 }, (_, i) => row(i)).join(''));
    const packed = gzipSync(file);
    expect(file.length / packed.length).toBeGreaterThan(50);
    const answer = await send(packed, { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' });
    expect([answer.status, answer.body.created]).toEqual([200, 4000]);
  });
});

it.each([
  ['CSV', 'text/csv', `source_identifier,pn_raw\n${'x\n'.repeat(5000)}`, 5000],
  ['JSON lines', 'application/x-ndjson', '{}\n'.repeat(15_000), 15_000],
])(
  'an import of faulty %s leaves the event loop to others all the time',
  async (_what, type, file, failed) => {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const answer = await send(Buffer.from(file), { 'content-type': type });
    delay.disable();
    expect([answer.status, answer.body.failed]).toEqual([200, failed]);
    // The median, since others may keep this process from its turn now and then.
    expect(delay.percentile(50) / 1e6).toBeLessThan(patient(50));
  },
);

it.each([
  ['CSV', 'text/csv', 'source_identifier,pn_raw\n', 'x\n', 500],
  ['JSON lines', 'application/x-ndjson', '', '{}\n', 1500],
])(
  'twenty imports of faulty %s at once delay others hardly more than one of as many rows',
  async (_what, type, head, row, rows) => {
    /** The median of the delays of the event loop. */
    const delayBy = async (imports: number, rowsOfEach: number): Promise<number> => {
      const file = Buffer.from(head + row.repeat(rowsOfEach));
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const sent = Array.from({ length: imports }, () => send(file, { 'content-type': type }));
      const answers = await Promise.all(sent);
      delay.disable();
      expect(answers.map(({ body }) => body.failed)).toEqual(answers.map(() => rowsOfEach));
      return delay.percentile(50);
    };
    // One import waits for its errors to be noted, with an idle loop. While it reads, a piece takes up to 10 ms.
    const one = Math.max(10e6, await delayBy(1, 20 * rows));
    const twenty = await delayBy(20, rows);
    // It would be 4 to 10 times that if each went on in every round of the event loop.
    expect(twenty).toBeLessThan(3 * one);
  },
);
