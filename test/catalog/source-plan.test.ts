import { afterAll, beforeAll, expect, it } from 'vitest';
import { FigureKeeper } from '../../src/catalog/figure-keeper.ts';
import { noValues } from '../../src/catalog/offers/columns.ts';
import { OfferInserter } from '../../src/catalog/offers/insert.ts';
import { readIdentifier } from '../../src/catalog/sources/identifier.ts';
import { type Database, openDatabase } from '../../src/platform/postgres.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';

let test: TestDatabase;
/** One session, so that it knows of all rows that were read. */
let database: Database;
let figures: FigureKeeper;

beforeAll(async () => {
  test = await createDatabase();
  database = openDatabase(test.address, { connections: 1, onError: () => {} });
  figures = new FigureKeeper(database, () => {});
});
afterAll(async () => {
  await figures?.close();
  await database?.close();
  await test?.drop();
});

/** Rows of sources that were read, through indexes and in scans, as counted by Postgres. */
async function rowsRead(): Promise<number> {
  await database.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await database.query<{ read: number }>(
    `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'sources')::int
       + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE schemaname = 'catalog' AND relname = 'sources')::int AS read`,
  );
  return rows[0]!.read;
}

it.each([
  ['names', (n: number) => `S${n}`],
  ['addresses', (n: number) => `https://source-${n}.example/`],
])(
  'offers of 5000 new sources, given by %s, read a few rows a source, on a database without statistics',
  async (_what, identifier) => {
    await database.query('ALTER TABLE catalog.sources SET (autovacuum_enabled = false)');
    const inserter = new OfferInserter(database, database, figures);
    const before = await rowsRead();
    const { insertions } = await inserter.createMany(
      Array.from({ length: 5000 }, (_, n) => ({
        values: { ...noValues, pn_raw: `part ${n}` },
        identifier: readIdentifier(identifier(n)),
        strict: false,
      })),
    );
    expect(insertions.filter((insertion) => insertion && 'made' in insertion)).toHaveLength(5000);
    expect((await rowsRead()) - before).toBeLessThan(20 * 5000);
  },
);
