import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openSession, type Session } from '../process/database.ts';
import { type Catalog, startCatalog } from './scene.ts';

/** Each write here has several steps, and a later one waits for a lock longer than a statement may take. */
let catalog: Catalog;
let holder: Session;

beforeAll(async () => {
  catalog = await startCatalog({ DATABASE_TIMEOUT_SECONDS: '5' });
  holder = await openSession(catalog.server.database.address);
});
beforeEach(() => holder.query('TRUNCATE catalog.offers, catalog.sources RESTART IDENTITY CASCADE'));
// Releases the locks that a test still holds.
afterEach(() => holder.query('ROLLBACK'));
afterAll(async () => {
  await holder?.close();
  await catalog?.close();
});

const offersOf = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ source_identifier: 'Acme', pn_raw: `pn-${i}` }));

/** Makes offers with the ids from 1 on, by SQL. */
async function fill(count: number, payload = '{}'): Promise<void> {
  await catalog.source({ name: 'Acme' });
  await holder.query(
    `INSERT INTO catalog.offers (source_id, pn_raw, raw_payload)
     SELECT (SELECT id FROM catalog.sources), 'pn-' || n, $2::json FROM generate_series(0, $1 - 1) AS n`,
    [count, payload],
  );
}

/** Locks an offer like another transaction that is slow to end. @returns what ends it */
async function hold(where: string): Promise<() => Promise<unknown>> {
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM catalog.offers WHERE ${where} FOR UPDATE`);
  return () => holder.query('ROLLBACK');
}

const ids = async (count: number): Promise<number[]> =>
  (await holder.query('SELECT id::int AS id FROM catalog.offers ORDER BY id LIMIT $1', [count])).map(
    ({ id }) => id,
  );

function expectUnfinished(answer: { status: number; headers: Headers; body: any }, done: object): void {
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(answer.body).toMatchObject({ detail: expect.stringContaining('not everything was done'), ...done });
}

it('a bulk deletion that the database stops halfway says how many were deleted, and the rest can be deleted', async () => {
  await fill(4500);
  const all = await ids(4500);
  const release = await hold(`id = ${all[3000]}`);
  expectUnfinished(await catalog.send('POST', '/offers/bulk-delete/', { ids: all }), { deleted: 2000 });
  await release();
  const rest = await catalog.send('POST', '/offers/bulk-delete/', { ids: all });
  expect([rest.status, rest.body.deleted, rest.body.not_found.length]).toEqual([200, 2500, 2000]);
});

it('a bulk change that the database stops halfway says how many were changed', async () => {
  await fill(4500);
  const changes = (await ids(4500)).map((id) => ({ id, data: { brand_raw: 'Bolt' } }));
  const release = await hold(`id = ${changes[3000]!.id}`);
  expectUnfinished(await catalog.send('POST', '/offers/bulk-update/', changes), { updated: 2000, failed: 0 });
  await release();
  const whole = await catalog.send('POST', '/offers/bulk-update/', changes);
  expect([whole.status, whole.body]).toEqual([200, { updated: 4500, failed: 0, errors: [] }]);
});

it('a bulk change in several steps may move offers to keys that a later step frees', async () => {
  await fill(4500);
  // The first take the numbers of the last, which get new ones.
  const changes = (await ids(4500)).map((id, i) => {
    if (i < 1500) return { id, data: { pn_raw: `pn-${i + 3000}` } };
    return { id, data: i < 3000 ? { brand_raw: 'Bolt' } : { pn_raw: `new-${i}` } };
  });
  const whole = await catalog.send('POST', '/offers/bulk-update/', changes);
  expect([whole.status, whole.body]).toEqual([200, { updated: 4500, failed: 0, errors: [] }]);
});

it.each([
  ['a bulk creation', async () => catalog.send('POST', '/offers/bulk-create/', offersOf(8000))],
  [
    'an import',
    async () =>
      catalog.raw(
        'POST',
        '/offers/import/',
        offersOf(8000)
          .map((offer) => JSON.stringify(offer))
          .join('\n'),
        'application/x-ndjson',
      ),
  ],
])(
  '%s that the database stops halfway says how many were created, and goes on there when it is sent again',
  async (_what, write) => {
    const { id } = await catalog.source({ name: 'Acme' });
    // Another transaction creates one of the same offers, and does not end.
    await holder.query('BEGIN');
    await holder.query("INSERT INTO catalog.offers (source_id, pn_raw) VALUES ($1, 'pn-7000')", [id]);
    expectUnfinished(await write(), { created: 5000, skipped: 0, failed: 0 });
    await holder.query('ROLLBACK');
    const again = await write();
    expect([again.body.created, again.body.skipped]).toEqual([3000, 5000]);
  },
);

it('an export that fails after its first byte breaks the connection, so it never looks complete', async () => {
  await fill(8000, JSON.stringify({ filler: 'x'.repeat(4000) }));
  const response = await fetch(`${catalog.server.url}/api/offers/export/`);
  expect(response.status).toBe(200);
  const reader = response.body!.getReader();
  await reader.read();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE catalog.offers IN ACCESS EXCLUSIVE MODE');
  const rest = (async () => {
    for (;;) if ((await reader.read()).done) return 'complete';
  })();
  await expect(rest).rejects.toThrow();
  await holder.query('ROLLBACK');
});

it('an export that fails before its first byte is a 503', async () => {
  await fill(10);
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE catalog.offers IN ACCESS EXCLUSIVE MODE');
  for (const accept of ['application/x-ndjson', 'text/csv']) {
    const answer = await catalog.get('/offers/export/', { accept });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  }
  await holder.query('ROLLBACK');
});
