/**
 * Makes `<version>.sql` and `<version>.json`, see README.md. It starts the present build with real processes, drives it
 * through its HTTP APIs against the fakes, and kills it in the middle of work of every kind.
 *
 *     node --import tsx test/upgrades/make.ts [postgres://…]
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { readId } from '../../src/platform/ids.ts';
import { buildServer } from '../fixtures/server-build.ts';
import { startServerProcess } from '../fixtures/server-process.ts';
import { Client } from '../harness/client.ts';
import { leaveAccepted } from './making/accepted.ts';
import { arrange, dump } from './making/dump.ts';
import { Installation } from './making/installation.ts';
import { startOutside } from './making/outside.ts';
import { makePast } from './making/past.ts';
import { leaveUnfinished } from './making/unfinished.ts';
import type { UpgradeRecord } from './record.ts';

const admin = process.argv[2] ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const name = `parley_dump_${process.pid}`;
const databaseUrl = Object.assign(new URL(admin), { pathname: name }).href;
const owner = { email: 'owner@example.com', password: randomBytes(12).toString('hex') };
const encryptionKey = randomBytes(32).toString('base64');

const steward = new pg.Client(admin);
await steward.connect();
await steward.query(`CREATE DATABASE ${name} TEMPLATE template0`);
const build = buildServer();
const outside = await startOutside();
const session = new pg.Client(databaseUrl);
await session.connect();
const query = async (text: string, values?: unknown[]) => (await session.query(text, values)).rows;
const environment = {
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: encryptionKey,
  OWNER_EMAIL: owner.email,
  OWNER_PASSWORD: owner.password,
  DEMO: 'false',
  DATABASE_POOL: '4',
  LEASE_SECONDS: '2',
  RATE_LIMIT_PER_MINUTE: '100000',
  SESSION_RATE_LIMIT_PER_MINUTE: '100000',
  OUTBOUND_ALLOW: '127.0.0.1',
  TRUST_PROXY: 'true',
};
const start = async (more: Record<string, string> = {}) => {
  const server = await startServerProcess(build, { ...environment, ...more });
  const client = new Client(server.url);
  await client.logIn(owner.email, owner.password);
  return { server, client };
};
const say = (text: string) => process.stderr.write(`${text}\n`);

try {
  const worker = await start();
  const project = await worker.client.makeProject();
  let installation = new Installation(worker.client, project, outside, query);
  say('the past');
  const past = await makePast(installation);
  say('the unfinished');
  const unfinished = await leaveUnfinished(installation);
  await worker.server.kill();

  say('the accepted');
  const api = await start({ ROLE: 'api' });
  installation = installation.at(api.client);
  // The bots deliver to the running process.
  for (const bot of Object.values(outside.bots)) {
    if (bot.webhook) bot.webhook.url = bot.webhook.url.replace(worker.server.url, api.server.url);
  }
  const accepted = await leaveAccepted(installation, unfinished);
  const reads: UpgradeRecord['reads'] = [];
  const read = async (as: 'owner' | 'project' | 'anybody', path: string) => {
    const { status, body } =
      as === 'owner'
        ? await api.client.owner('GET', path)
        : await api.client.call('GET', path, as === 'project' ? { key: project.key } : {});
    if (status !== 200) throw new Error(`${path}: ${status}`);
    reads.push({ as, path, body });
  };
  const base = `/projects/${project.id}`;
  for (const path of ['/scenario/versions', '/workflows', '/methods', '/operations']) {
    await read('owner', base + path);
  }
  await read('project', `/api/v1${base}/profiles/${past.links.survivor}`);
  for (const path of ['/sources/', '/offers/', '/offers/stats/', '/sources/stats/'])
    await read('anybody', `/api${path}`);
  await api.server.kill();

  const tasks = [...unfinished.tasks, ...accepted];
  await arrange(query, tasks);
  const [{ cursor }] = await query('SELECT cursor::int AS cursor FROM dialog.subscriptions');
  const [{ now }] = await query('SELECT now() AS now');
  const { shop, secrets, bots } = outside;
  const record: UpgradeRecord = {
    version,
    dumpedAt: now.toISOString(),
    encryptionKey,
    owner,
    project,
    method: installation.method,
    outside: {
      ...secrets,
      openQueries: Object.values(bots).flatMap((bot) => bot.openQueries()),
      shop: { secretKey: shop.secretKey, payments: shop.shop.payments, refunds: shop.shop.refunds },
    },
    connectionOfShop: installation.connectionOfShop,
    channels: installation.channels,
    channelSecret: installation.channelSecret,
    receivers: installation.receivers.map(({ url, slug, secret }) => ({
      url: new URL(url).pathname,
      slug,
      secret,
    })),
    tasks,
    dialogs: { ...unfinished.dialogs, pinned: past.pinned },
    runs: unfinished.runs,
    orders: unfinished.orders,
    visitor: past.visitor,
    links: past.links,
    linkCode: past.linkCode,
    replays: installation.replays,
    reads,
    cursor,
  };
  const file = new URL(version, import.meta.url).pathname;
  writeFileSync(`${file}.sql`, dump(databaseUrl, outside.hosts));
  writeFileSync(`${file}.json`, `${JSON.stringify(record, null, 1)}\n`);
  say(`${file}.sql, with ${readId('project', project.id)}`);
} finally {
  await session.end();
  await steward.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await steward.end();
  await outside.close();
  build.remove();
}
process.exit();
