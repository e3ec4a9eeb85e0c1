import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import { type Figure, interleave, rates, ratios, showRate } from './figures.ts';
import type { Plan } from './load.ts';
import { type Running, startOwn } from './processes.ts';
import { type Place, side } from './routes.ts';
import { seedBlock } from './seed.ts';

/** 5,000 rows of a price list, about 180 bytes each. */
const rows = JSON.stringify(
  Array.from({ length: 5000 }, (_, i) => ({
    sku: `A-${i}`,
    name: `Product number ${i}`,
    price: i * 1.25,
    stock: i % 100,
    active: i % 2 === 0,
    updated: '2026-11-20T10:00:00Z',
    tags: ['new', 'spring'],
    note: 'Delivered within two days, in packs of ten.',
  })),
);
const page = 500;
const slug = 'bench';
const path = `/api/v1/projects/$P/tables/${slug}/rows`;
/** A page of 500 rows. */
export const rowsGet = { method: 'GET', path: `${path}?limit=${page}` } as const;
/** The load renders a body of almost a megabyte for every caller, so it has few callers. */
const fewWriters = 20;

/** Callers of a fresh block whose projects have a table with one page of rows. */
export async function seedTables(pool: pg.Pool): Promise<Plan['callers']> {
  const { writers, projectIds } = await seedBlock(pool, 1500);
  for (const projectId of projectIds) {
    await pool.query(
      `WITH made AS (
         INSERT INTO dialog.tables (project_id, id, slug, name, columns, enforce)
         VALUES ($1, $2, $3, 'bench', '[]', false)
       ), sheets AS (
         INSERT INTO dialog.table_sheets (project_id, table_id, environment, revision, total, last)
         VALUES ($1, $2, 'live', 1, $5, $5), ($1, $2, 'sandbox', 0, 0, 0)
       )
       INSERT INTO dialog.table_rows (project_id, table_id, environment, position, data)
       SELECT $1, $2, 'live', n, data FROM json_array_elements($4::json) WITH ORDINALITY AS r(data, n)
       WHERE n <= $5::bigint`,
      [projectId, newId(), slug, rows, page],
    );
  }
  return writers.map((caller) => ({ ...caller, targets: [''] }));
}

/** Writing 5,000 rows, and reading a page of 500. */
export async function tables(place: Place, server: Running, name: string): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool(name);
  const bare = await startOwn('bare', { DATABASE_URL: await ground.database('bare') });
  const barePool = await ground.pool('bare');
  const written = newId();
  const read = newId();
  await barePool.query(
    `INSERT INTO bench_table_rows (table_id, position, data)
     SELECT $1, n, data FROM json_array_elements($2::json) WITH ORDINALITY AS r(data, n) WHERE n <= $3`,
    [read, rows, page],
  );
  const anyone = async (target: string) => [{ project: '', targets: [target] }];

  const post = { method: 'POST', connections: 1 } as const;
  const writes = await interleave(
    {
      ours: side(place, server, { ...post, path, body: `{"rows":${rows}}` }, async () =>
        (await seedTables(pool)).slice(0, fewWriters),
      ),
      bare: side(place, bare, { ...post, path: '/rows/$T', body: rows }, () => anyone(written)),
    },
    scale.rounds,
    scale.ms,
  );
  const connections = 16;
  const reads = await interleave(
    {
      ours: side(place, server, { ...rowsGet, connections }, () => seedTables(pool)),
      bare: side(place, bare, { method: 'GET', connections, path: '/rows/$T' }, () => anyone(read)),
    },
    scale.rounds,
    scale.ms,
  );
  await bare.stop();
  return [
    {
      name: 'POST 5,000 rows / one INSERT of the same JSON (1)',
      ratios: ratios(rates(writes.ours), rates(writes.bare)),
      goal: { at: 'least', value: 0.6 },
      detail: `${showRate(writes.ours)} against ${showRate(writes.bare)}`,
    },
    {
      name: 'GET 500 rows / one prepared select (16)',
      ratios: ratios(rates(reads.ours), rates(reads.bare)),
      goal: { at: 'least', value: 0.6 },
      detail: `${showRate(reads.ours)} against ${showRate(reads.bare)}`,
    },
  ];
}
