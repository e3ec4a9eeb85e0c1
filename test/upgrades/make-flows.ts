/**
 * Makes `<version>-flows.sql` and `<version>-flows.json`, see README.md: a database in which flows of every type of step wait,
 * and what that version then said, did and recorded when it led them to their ends, and new ones.
 *
 *     node --import tsx test/upgrades/make-flows.ts <a checkout of that version, built> [postgres://…]
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { startServerProcess } from '../fixtures/server-process.ts';
import { OlderClient } from './flows/older-client.ts';
import { missASchedule, Play } from './flows/play.ts';
import { recorded } from './flows/transcript.ts';
import { dump } from './making/dump.ts';
import { startOutside } from './making/outside.ts';
import type { FlowsRecord } from './record.ts';

/** Those that the flows' clients need; the version does not know all of today's. */
const scopes = [
  'profiles:read',
  'events:write',
  'payments:read',
  'data:read',
  'data:write',
  'audit:read',
  'workflows:run',
  'workflows:read',
] as const;

const [folder, admin = 'postgres://postgres@127.0.0.1:5432/postgres'] = process.argv.slice(2);
if (!folder) throw new Error('Name the checkout of the version.');
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const name = `parley_dump_${process.pid}`;
const databaseUrl = Object.assign(new URL(admin), { pathname: name }).href;
const owner = { email: 'owner@example.com', password: randomBytes(12).toString('hex') };
const encryptionKey = randomBytes(32).toString('base64');

const steward = new pg.Client(admin);
await steward.connect();
await steward.query(`CREATE DATABASE ${name} TEMPLATE template0`);
const outside = await startOutside();
const session = new pg.Pool({ connectionString: databaseUrl, max: 1 });
const query = async (text: string, values?: unknown[]) => (await session.query(text, values)).rows;
const start = async () => {
  const server = await startServerProcess(
    { folder, main: join(folder, 'dist/main.js') },
    {
      DATABASE_URL: databaseUrl,
      ENCRYPTION_KEY: encryptionKey,
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      DEMO: 'false',
      LEASE_SECONDS: '10',
      RATE_LIMIT_PER_MINUTE: '100000',
      SESSION_RATE_LIMIT_PER_MINUTE: '100000',
      OUTBOUND_ALLOW: '127.0.0.1',
    },
  );
  const client = new OlderClient(server.url);
  await client.logIn(owner.email, owner.password);
  return { server, client };
};
const say = (text: string) => process.stderr.write(`${text}\n`);

try {
  const before = await start();
  const project = await before.client.makeProject(scopes);
  let play = new Play(before.client, project, outside, query);
  say('published');
  await play.publish();
  say('left waiting');
  await play.leaveWaiting();
  await before.server.kill();
  await query(missASchedule);
  // What retention removes is left out: the dump with work of every kind has it.
  await query('TRUNCATE dialog.request_log, dialog.request_keys, dialog.audit_log');
  const [{ now }] = await query('SELECT now() AS now');
  const { target, shop, customers } = outside.hosts as Record<string, string>;
  const sql = dump(databaseUrl, { target: target!, shop: shop!, customers: customers! });
  const { secrets } = outside;
  const record: Omit<FlowsRecord, 'finished' | 'anew'> = {
    version,
    dumpedAt: now.toISOString(),
    encryptionKey,
    owner,
    project,
    outside: {
      ...secrets,
      openQueries: [],
      shop: {
        secretKey: outside.shop.secretKey,
        payments: structuredClone(outside.shop.shop.payments),
        refunds: [],
      },
    },
    connectionOfShop: play.connectionOfShop,
    channels: play.channels,
    channelSecret: play.channelSecret,
    receivers: play.receivers.map(({ url, slug, secret }) => ({ url: new URL(url).pathname, slug, secret })),
    customers: [...play.customers],
    runs: { ...play.runs },
  };

  outside.receivers.customers.received.length = 0;
  outside.target.arrivals.length = 0;
  const after = await start();
  play = play.at(after.client);
  say('finished');
  await play.finish();
  const finished = await recorded(play);
  say('anew');
  await query(missASchedule);
  await play.startAnew();
  const anew = await recorded(play);
  await after.server.kill();

  const file = new URL(`${version}-flows`, import.meta.url).pathname;
  writeFileSync(`${file}.sql`, sql);
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...record, finished, anew }, null, 1)}\n`);
  say(`${file}.sql`);
} finally {
  await session.end();
  await steward.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await steward.end();
  await outside.close();
}
process.exit();
