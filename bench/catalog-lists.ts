import type pg from 'pg';

/** Lists that update offers, in `bench/catalog.ts`: against one statement that does the same from a filled table. */

/** What a list can be measured with. */
interface Ground {
  client: pg.Client;
  post: (path: string, body: unknown, type: string) => Promise<any>;
  say: (what: string, value: number, against: number, goal: number) => void;
  seconds: (work: () => Promise<unknown>) => Promise<number>;
}

const rows = 200_000;
/** Most of what an import has to do, as one statement: the same table, indexes and triggers. */
const upsert = (round: number) => `
  INSERT INTO catalog.offers (source_id, pn_raw, price_raw, price_currency, brand_raw)
  SELECT source_id, pn_raw, price_raw + ${round}, price_currency, brand_raw FROM bench_list
  ON CONFLICT ON CONSTRAINT offers_identity DO UPDATE SET price_raw = excluded.price_raw,
    price_currency = excluded.price_currency, brand_raw = excluded.brand_raw`;

function* csv(round: number): Generator<string> {
  yield 'pn_raw,price_raw,price_currency,brand_raw\n';
  for (let i = 0; i < rows; i += 1000) {
    yield Array.from(
      { length: 1000 },
      (_, k) => `L${i + k},${((i + k) % 5000) + round}.50,EUR,Bosch ${(i + k) % 100}\n`,
    ).join('');
  }
}

/** Measures a list of 200,000 rows with new prices: as updates, and as a list that replaces. */
export async function measureLists({ client, post, say, seconds }: Ground): Promise<void> {
  const sending = async (round: number, query: string, expected: object) => {
    const file = new Blob([...csv(round)]).stream();
    const report = await post(`/offers/import/?source=Monthly&${query}`, file, 'text/csv');
    for (const [name, value] of Object.entries(expected)) {
      if (report[name] !== value) throw new Error(JSON.stringify(report));
    }
  };
  await sending(0, 'mode=replace', { created: rows });
  await client.query(`
    CREATE TABLE bench_list AS SELECT source_id, pn_raw, price_raw, price_currency, brand_raw FROM catalog.offers
    WHERE source_id = (SELECT id FROM catalog.sources WHERE name = 'Monthly')`);
  await client.query('VACUUM ANALYZE bench_list, catalog.offers');
  const times = { statement: [] as number[], update: [] as number[], replace: [] as number[] };
  // In turn, because the table and its indexes grow with each.
  for (let round = 1; round < 7; round += 3) {
    times.statement.push(await seconds(() => client.query(upsert(round))));
    times.update.push(await seconds(() => sending(round + 1, 'on_duplicate=update', { updated: rows })));
    times.replace.push(await seconds(() => sending(round + 2, 'mode=replace', { updated: rows })));
  }
  const statement = Math.min(...times.statement);
  const pace = (each: number[]) => Math.round(rows / Math.min(...each));
  say(
    `updating import against one upsert (${pace(times.update)} rows/s)`,
    statement,
    Math.min(...times.update),
    0.5,
  );
  say(
    `replacing import against one upsert (${pace(times.replace)} rows/s)`,
    statement,
    Math.min(...times.replace),
    0.3,
  );
  await client.query('DROP TABLE bench_list');
}
