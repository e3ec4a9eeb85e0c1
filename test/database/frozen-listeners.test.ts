import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { listen, notify } from '../../src/platform/notices.ts';
import { openDatabase } from '../../src/platform/postgres.ts';
import { openTickets } from '../../src/platform/tickets.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { type FreezingProxy, proxyDatabase, startFreezingProxy } from '../harness/freezing-proxy.ts';
import { until } from '../harness/until.ts';

/** Longer than any of the time limits. */
const bound = 40_000;
const log = createLog('silent');
const { redisUrl } = inject('backend');

let database: TestDatabase;
let proxy: FreezingProxy & { database: TestDatabase };

beforeAll(async () => {
  database = await createDatabase();
  proxy = await proxyDatabase(database);
});
afterAll(async () => {
  await proxy?.close();
  await database?.drop();
});

it('a listener whose connection froze connects again, drops what it cached, and receives notices again', async () => {
  const heard: (string | undefined)[] = [];
  const notices = await listen(
    proxy.database.address,
    { frozen_test: (payload) => heard.push(payload) },
    log,
  );
  const sender = openDatabase(database.address, { connections: 1, onError: () => {} });
  await notify(sender, 'frozen_test', 'first');
  await until(() => heard.includes('first'));
  proxy.freeze();
  await notify(sender, 'frozen_test', 'lost');
  await until(() => heard.filter((payload) => payload === undefined).length === 2, bound);
  await notify(sender, 'frozen_test', 'second');
  await until(() => heard.includes('second'));
  expect(heard).toEqual([undefined, 'first', undefined, 'second']);
  await Promise.all([notices.close(), sender.close()]);
});

it('a listener whose connection ends logs one line for the fault, without a stack, and receives notices again', async () => {
  const lines: string[] = [];
  const terminal = createLog('info', { isTTY: true, write: (text) => lines.push(text) });
  const heard: (string | undefined)[] = [];
  const notices = await listen(database.address, { ended_test: (payload) => heard.push(payload) }, terminal);
  const other = openDatabase(database.address, { connections: 1, onError: () => {} });
  const end = () =>
    other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'parley-notices' AND datname = current_database()`,
    );
  for (const times of [2, 3]) {
    await end();
    await until(() => heard.length === times);
  }
  expect(lines).toEqual([expect.stringMatching(/^\d\d:\d\d:\d\d {2}error: the database fails: [^\n]+\n$/)]);
  expect(lines[0]).not.toContain('stack');
  await notify(other, 'ended_test', 'again');
  await until(() => heard.includes('again'));
  await Promise.all([notices.close(), other.close()]);
});

it.each([
  { name: 'Postgres', url: undefined },
  ...(redisUrl ? [{ name: 'Redis', url: new URL(redisUrl) }] : []),
])(
  'tickets arrive again, through new connections to $name, after their connections froze',
  async ({ url }) => {
    const carrier = url
      ? await startFreezingProxy({ port: Number(url.port || '6379'), host: url.hostname })
      : proxy;
    const tickets = openTickets<string>({
      redisUrl: url && `redis://127.0.0.1:${carrier.port}`,
      database: proxy.database.address,
      connections: 2,
      prefix: `{frozen-${process.pid}}`,
      log,
    });
    const got: string[] = [];
    tickets.consume(async (some) => void got.push(...some));
    tickets.send(['before']);
    await until(() => got.includes('before'));
    expect(carrier.freeze()).toBeGreaterThan(1);
    let sent = 0;
    await until(async () => {
      tickets.send([`after ${sent++}`]);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return got.length > 1;
    }, bound);
    await until(() => tickets.isUp());
    await tickets.close();
    if (carrier !== proxy) await carrier.close();
  },
);

it('tickets arrive even if the connection that listens for them froze before it could', async () => {
  const tickets = openTickets<string>({
    redisUrl: undefined,
    database: proxy.database.address,
    connections: 2,
    prefix: `{unheard-${process.pid}}`,
    log,
  });
  const frozen = proxy.holdBack('LISTEN');
  const got: string[] = [];
  tickets.consume(async (some) => void got.push(...some));
  await frozen;
  let sent = 0;
  await until(async () => {
    tickets.send([`ticket ${sent++}`]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return got.at(-1) === `ticket ${sent - 1}`;
  }, bound);
  await tickets.close();
});

it('a database that refuses at first is asked now and then, not as fast as it can answer, and then tickets arrive', async () => {
  const late = await createDatabase();
  const between = await proxyDatabase(late);
  const { admin } = inject('backend');
  const name = new URL(late.url).pathname.slice(1);
  const rename = async (from: string, to: string) => {
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(`ALTER DATABASE ${from} RENAME TO ${to}`);
    await client.end();
  };
  await rename(name, `${name}_away`);
  const tickets = openTickets<string>({
    redisUrl: undefined,
    database: between.database.address,
    connections: 2,
    prefix: `{refused-${process.pid}}`,
    log,
  });
  const got: string[] = [];
  tickets.consume(async (some) => void got.push(...some));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  expect(between.accepted()).toBeGreaterThan(0);
  // Eight takers once a second, and what watches over them.
  expect(between.accepted()).toBeLessThan(60);
  await rename(`${name}_away`, name);
  await until(async () => {
    tickets.send(['late']);
    await new Promise((resolve) => setTimeout(resolve, 200));
    return got.length > 0;
  }, bound);
  await tickets.close();
  await between.close();
  await late.drop();
});
