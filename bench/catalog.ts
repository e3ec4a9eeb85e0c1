import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import pg from 'pg';
import { measureLists } from './catalog-lists.ts';
import { copyIn } from './copy-in.ts';

/**
 * The offer catalog at a million offers. Every figure is a ratio within one run, since absolute times depend on the
 * machine.
 *
 *     npm run bench:catalog                    about ten minutes
 *     BENCH_OFFERS=100000 npm run bench:catalog    a quick look
 *
 * It makes and drops a database `parley_bench_catalog` at TEST_DATABASE_URL.
 */
const admin = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const offers = Number(process.env.BENCH_OFFERS ?? 1_000_000);
const sourceCount = 1000;
const secondsEach = Number(process.env.BENCH_SECONDS ?? 4);
const address = new URL(admin);
address.pathname = '/parley_bench_catalog';

const brands = [
  'Bosch',
  'Siemens',
  'Omron',
  'Festo',
  'Danfoss',
  'Schneider',
  'Phoenix',
  'Balluff',
  'Sick',
  'Turck',
];
const conditions = ['new', 'used', 'refurbished', ''];

interface Row {
  source: number;
  brand: string;
  pn: string;
  condition: string;
  price: string;
  currency: string;
}

/** The offer number `i`, with realistic part numbers, so that trigrams are as frequent as in real data. */
function row(i: number): Row {
  const mixed = Math.imul(i, 2_654_435_761) >>> 0;
  return {
    source: i % sourceCount,
    brand: `${brands[i % brands.length]} ${mixed % 100}`,
    pn: `${mixed.toString(36).toUpperCase()}-${i}`,
    condition: conditions[i % conditions.length]!,
    price: `${(mixed % 1_000_000) / 100}`,
    currency: ['USD', 'EUR', 'GBP'][i % 3]!,
  };
}

const sourceName = (n: number) => `Source ${n}`;
const asOffer = (r: Row) => ({
  ...{
    source_identifier: sourceName(r.source),
    brand_raw: r.brand,
    pn_raw: r.pn,
    condition_raw: r.condition,
  },
  ...{ price_raw: r.price, price_currency: r.currency },
});

function* ndjson(from: number, to: number): Generator<string> {
  for (let i = from; i < to; i += 500) {
    let text = '';
    for (let k = i; k < Math.min(i + 500, to); k++) text += `${JSON.stringify(asOffer(row(k)))}\n`;
    yield text;
  }
}

function* copyText(from: number, to: number, firstSource: number): Generator<string> {
  for (let i = from; i < to; i += 500) {
    let text = '';
    for (let k = i; k < Math.min(i + 500, to); k++) {
      const r = row(k);
      text += `${firstSource + r.source}\t${r.brand}\t${r.pn}\t${r.condition || '\\N'}\t${r.price}\t${r.currency}\n`;
    }
    yield text;
  }
}

const copyColumns = '(source_id, brand_raw, pn_raw, condition_raw, price_raw, price_currency)';

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

async function rate(url: string, connections = 32, more: object = {}): Promise<number> {
  await autocannon({ url, connections, duration: 1, ...more });
  const result = await autocannon({ url, connections, duration: secondsEach, ...more });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} not 2xx, ${result.errors} errors`);
  return result.requests.average;
}

function say(what: string, value: number, against: number, goal: number): void {
  const ratio = value / against;
  const verdict = ratio >= goal ? 'ok' : 'BELOW';
  console.log(`${what.padEnd(58)} ${ratio.toFixed(2).padStart(7)}   (at least ${goal})  ${verdict}`);
}

/** Resident memory of a process, in MiB. */
function residentMemory(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024;
}

/** Measures while forty clients repeat different searches for twenty letters each; all are answered or get a 503. */
async function besideHostileSearches(api: string, measure: () => Promise<number>): Promise<number> {
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';
  let attacking = true;
  let asked = 0;
  const attacker = async () => {
    while (attacking) {
      const from = asked++ % letters.length;
      const terms = [...letters.slice(from), ...letters.slice(0, from)].slice(0, 20).join('+');
      const { status } = await fetch(`${api}/offers/?search=${terms}&price_min=0.${asked}`);
      if (status !== 200 && status !== 503) throw new Error(`a hostile search was answered ${status}`);
    }
  };
  const attackers = Promise.all(Array.from({ length: 40 }, attacker));
  const measured = await measure();
  attacking = false;
  await attackers;
  return measured;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}

async function answers(url: string): Promise<void> {
  for (let i = 0; i < 100; i++) {
    if (
      await fetch(url).then(
        (r) => r.ok,
        () => false,
      )
    )
      return;
    await sleep(200);
  }
  throw new Error(`nothing answers at ${url}`);
}

const root = new pg.Client({ connectionString: admin });
await root.connect();
await root.query('DROP DATABASE IF EXISTS parley_bench_catalog WITH (FORCE)');
await root.query('CREATE DATABASE parley_bench_catalog');
const started: ChildProcess[] = [];
const start = (parameters: string[], env: Record<string, string>): ChildProcess => {
  const child = spawn(process.execPath, parameters, {
    env: { ...process.env, DATABASE_URL: address.href, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  started.push(child);
  return child;
};
try {
  // The built server: under tsx it would need a third more memory.
  execFileSync('npm', ['run', 'build', '--silent'], { stdio: 'inherit' });
  const port = await freePort();
  const server = start(['dist/main.js'], {
    ...{ PORT: String(port), DEMO: 'false', LOG_LEVEL: 'error' },
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  });
  server.stdout!.resume();
  await answers(`http://127.0.0.1:${port}/healthz`);
  const [line] = (await once(start(['--import', 'tsx', 'bench/catalog-bare.ts'], {}).stdout!, 'data')) as [
    Buffer,
  ];
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  await run(`http://127.0.0.1:${port}/api`, line.toString().trim(), client, server.pid!);
  await client.end();
} finally {
  for (const child of started) {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
  await root.query('DROP DATABASE IF EXISTS parley_bench_catalog WITH (FORCE)');
  await root.end();
}

async function run(api: string, bare: string, client: pg.Client, serverPid: number): Promise<void> {
  const post = async (path: string, body: unknown, type = 'application/json') => {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: body as never,
      duplex: 'half',
    } as RequestInit);
    if (response.status >= 300) throw new Error(await response.text());
    return response.json() as Promise<any>;
  };
  console.log(`\n${offers.toLocaleString('en-US')} offers over ${sourceCount} sources\n`);
  const made = await post(
    '/sources/bulk-create/',
    JSON.stringify({ sources: Array.from({ length: sourceCount }, (_, n) => ({ name: sourceName(n) })) }),
  );
  const firstSource = made.results[0].id as number;

  // COPY fills the same table first and empties it again, so that both sides begin with the same empty indexes.
  const copied = await seconds(() =>
    copyIn(client, `COPY catalog.offers ${copyColumns} FROM STDIN`, copyText(0, offers, firstSource)),
  );
  await client.query(
    'TRUNCATE catalog.offers, catalog.tallies, catalog.tally_changes, catalog.total_changes',
  );
  await client.query('UPDATE catalog.totals SET offers = 0, generation = generation + 1');
  const memory: number[] = [];
  const watch = setInterval(() => memory.push(residentMemory(serverPid)), 500);
  const imported = await seconds(async () => {
    const report = await post('/offers/import/', Readable.from(ndjson(0, offers)), 'application/x-ndjson');
    if (report.created !== offers) throw new Error(JSON.stringify(report));
  });
  clearInterval(watch);
  say(`import against COPY (${Math.round(offers / imported)} rows/s)`, copied, imported, 0.7);
  // The garbage collector lets the memory swing; what an import keeps would show in the averages.
  const average = (from: number, to: number) => {
    const part = memory.slice(Math.floor(memory.length * from), Math.ceil(memory.length * to));
    return part.reduce((sum, each) => sum + each, 0) / part.length;
  };
  say(
    `flat memory: the third quarter of its time against the last (${Math.max(...memory).toFixed(0)} MiB at most)`,
    average(0.5, 0.75),
    average(0.75, 1),
    0.8,
  );
  await measureLists({ client, post, say, seconds });
  await client.query('VACUUM ANALYZE catalog.offers');

  const list = await rate(`${api}/offers/`);
  const plain = await rate(`${bare}/page`);
  say('list page with exact count against a bare page', list, plain, 0.6);
  const cursor = async () => {
    const { rows } = await client.query<{ id: string }>(
      'SELECT id FROM catalog.offers ORDER BY id OFFSET $1 LIMIT 1',
      [Math.min(200_000, offers - 100)],
    );
    return Buffer.from(JSON.stringify(['id', 0, rows[0]!.id])).toString('base64url');
  };
  const pages: [string, string][] = [
    ['price range, -price_raw', 'price_min=100&price_max=5000&ordering=-price_raw'],
    ['filter brand_raw', `brand_raw=${encodeURIComponent('Bosch 7')}`],
    ['filter condition_raw', 'condition_raw=used'],
    ['filter source', `source=${firstSource + 5}`],
    ['filter currency', 'currency=EUR'],
    ['search of three letters', 'search=abc'],
    ['search of ten letters', `search=${row(777).pn.slice(0, 10)}`],
    ['page 10,000 by cursor', `cursor=${await cursor()}`],
  ];
  for (const [what, query] of pages) {
    const cold = await seconds(() => fetch(`${api}/offers/?${query}`).then((r) => r.text()));
    say(
      `${what} (first, uncached: ${(cold * 1000).toFixed(0)} ms)`,
      await rate(`${api}/offers/?${query}`),
      list,
      0.3,
    );
  }
  for (const path of ['/offers/stats/', '/sources/stats/']) {
    say(`${path}`, await rate(api + path), list, 0.3);
  }

  const pns = Array.from({ length: 1000 }, (_, i) => row(Math.floor((i * offers) / 1000)).pn);
  const any = () => client.query('SELECT * FROM catalog.offers WHERE pn_raw = ANY ($1)', [pns]);
  const comparing = () => post('/offers/compare/', JSON.stringify({ pns }));
  let byQuery = Number.POSITIVE_INFINITY;
  let byComparing = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 10; i++) {
    byQuery = Math.min(byQuery, await seconds(any));
    byComparing = Math.min(byComparing, await seconds(comparing));
  }
  say(
    `1,000 part numbers compared against one query (${(byComparing * 1000).toFixed(0)} ms)`,
    byQuery,
    byComparing,
    0.33,
  );

  const beside = await besideHostileSearches(api, () => rate(`${api}/offers/`));
  say('list page beside 40 hostile searches, against alone', beside, list, 0.3);

  let next = offers;
  const body = () => {
    const r = row(next++);
    return JSON.stringify({ ...asOffer(r), source_identifier: sourceName(0) });
  };
  const request = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const requests = () => ({
    requests: [{ ...request, setupRequest: (r: object) => ({ ...r, body: body() }) }],
  });
  const single = await rate(`${bare}/offers`, 32, requests());
  say(
    'create one against a bare insert, 32 connections',
    await rate(`${api}/offers/`, 32, requests()),
    single,
    0.7,
  );
  const lone = await rate(`${bare}/offers`, 1, requests());
  say(
    'create one against a bare insert, 1 connection',
    await rate(`${api}/offers/`, 1, requests()),
    lone,
    0.7,
  );

  let byCopy = 0;
  let byCall = 0;
  next += 10_000_000;
  for (let i = 0; i < 8; i++, next += 10_000) {
    const batch = JSON.stringify({ offers: Array.from({ length: 5000 }, (_, k) => asOffer(row(next + k))) });
    byCall += await seconds(() => post('/offers/bulk-create/', batch));
    byCopy += await seconds(() =>
      copyIn(
        client,
        `COPY catalog.offers ${copyColumns} FROM STDIN`,
        copyText(next + 5000, next + 10_000, firstSource),
      ),
    );
  }
  say('bulk create of 5,000 against COPY', byCopy, byCall, 0.7);

  const large = await post('/sources/bulk-create/', JSON.stringify([{ name: 'Large' }]));
  const id = large.results[0].id as number;
  await client.query(
    `INSERT INTO catalog.offers (source_id, pn_raw) SELECT $1, 'L' || n FROM generate_series(1, 100000) AS n`,
    [id],
  );
  let slowest = 0;
  let running = true;
  const deletion = seconds(() => fetch(`${api}/sources/${id}/`, { method: 'DELETE' })).finally(() => {
    running = false;
  });
  while (running) {
    const waited = await Promise.all([
      seconds(() => fetch(`${api}/offers/?page_size=5`).then((r) => r.text())),
      seconds(() => post('/offers/', body())),
      seconds(() =>
        fetch(`${api}/offers/`, {
          ...request,
          body: JSON.stringify({ source_identifier: 'Large', pn_raw: `n${next++}` }),
        }),
      ),
    ]);
    slowest = Math.max(slowest, ...waited);
  }
  console.log(
    `deleting 100,000 offers took ${(await deletion).toFixed(1)} s; the slowest request beside it ${(slowest * 1000).toFixed(0)} ms (at most 1000)`,
  );
}
