/**
 * `npm run chaos`: several server processes under load while processes are killed, Redis is flushed and killed, and
 * Postgres is killed. A receiver of messages and a target of operations, in separate processes, log what arrives.
 * Afterwards every guarantee of a 202 is checked against these logs; each violation is printed as a sentence, and the
 * exit code is 1.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts';
import { newSigningSecret } from '../../src/platform/standard-webhooks.ts';
import { hasRedisServer, ownRedis } from '../fixtures/redis-process.ts';
import { buildServer } from '../fixtures/server-build.ts';
import { Client } from '../harness/client.ts';
import { startFreezingProxy } from '../harness/freezing-proxy.ts';
import { Patience, patient } from '../harness/patience.ts';
import { startPgBouncer } from '../harness/pgbouncer.ts';
import { programPath } from '../harness/programs.ts';
import { readLog, readTotals, startPoller } from './audit.ts';
import { readNotes } from './evidence.ts';
import { type Role, startFleet } from './fleet.ts';
import { startLoad } from './load.ts';
import { type Options, readOptions } from './options.ts';
import { seeded } from './random.ts';
import type { Arrival } from './receiver.ts';
import { countUnended, readRecords } from './records.ts';
import { makeStage } from './stage.ts';
import type { Call } from './target.ts';
import { judge } from './verdict.ts';
import { wreak } from './wreak.ts';

const drainSeconds = 90;

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'parley-chaos-'));
const cleanups: (() => unknown)[] = [];
let ending: Promise<never> | undefined;
let violations = ['the run did not come to its end'];
// A limit for the whole run: twice the time of the run and its drain, and longer on a busy machine.
const latest = setTimeout(() => void end(), patient((options.seconds + drainSeconds) * 2000 + 60_000));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end());
try {
  violations = await run(options);
} catch (error) {
  violations = [`the run broke off: ${error instanceof Error ? error.stack : String(error)}`];
}
await end();

function end(): Promise<never> {
  ending ??= (async () => {
    clearTimeout(latest);
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    const kept = options.keep || violations.length > 0;
    if (!kept) rmSync(folder, { recursive: true, force: true });
    say('');
    for (const violation of violations.slice(0, 50)) say(`VIOLATION: ${violation}`);
    if (violations.length > 50) say(`… and ${violations.length - 50} more`);
    if (kept) say(`logs and what arrived: ${folder}`);
    say(violations.length === 0 ? 'Every promise was kept.' : `${violations.length} violations.`);
    return process.exit(violations.length === 0 ? 0 : 1);
  })();
  return ending;
}

async function run({
  seconds,
  kills,
  seed,
  redis: wantsRedis,
  pgbouncer,
  ...more
}: Options): Promise<string[]> {
  const random = seeded(seed);
  const roles: Role[] = ['all', 'api', 'worker', 'all'];
  const redis = wantsRedis && hasRedisServer() ? await ownRedis() : undefined;
  if (wantsRedis && !redis) say('This machine has no redis-server: the run goes on without Redis.');
  if (pgbouncer && !programPath('pgbouncer')) throw new Error('This machine has no pgbouncer.');
  say(
    `seed ${seed}; servers: ${roles.join(', ')}; tickets on ${redis ? 'Redis' : 'Postgres'}; ${pgbouncer ? 'through PgBouncer; ' : ''}${seconds} s, ${kills} kills`,
  );

  const build = buildServer();
  cleanups.push(() => build.remove());
  const postgresLog: string[] = [];
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'database'),
    settings: { max_connections: '400' },
    log: (line) => postgresLog.push(`${new Date().toISOString()} ${line}`),
  });
  cleanups.push(() => postgres.stop());
  if (redis) {
    await redis.start();
    cleanups.push(() => redis.kill());
  }
  const [signingSecret, targetSecret] = [newSigningSecret(), randomBytes(24).toString('hex')];
  const arrivalsFile = join(folder, 'received.jsonl');
  const callsFile = join(folder, 'called.jsonl');
  const [receiver, target] = await Promise.all([
    startOutside('receiver.ts', arrivalsFile, signingSecret, String(seed)),
    startOutside('target.ts', callsFile, targetSecret, String(seed + 2)),
  ]);

  const password = randomBytes(12).toString('hex');
  const { host, user, database } = postgres.connection;
  // Through a proxy that can freeze connections, like an unannounced failover.
  const toPostgres = await startFreezingProxy({ path: `${host}/.s.PGSQL.5432` });
  cleanups.push(() => toPostgres.close());
  let proxy = toPostgres;
  const databaseUrl = new URL(`postgresql://${user}@127.0.0.1:${proxy.port}/${database}`);
  if (pgbouncer) {
    const bouncer = await startPgBouncer(databaseUrl.href, {
      default_pool_size: '350',
      max_client_conn: '1000',
    });
    cleanups.push(() => bouncer.stop());
    databaseUrl.href = bouncer.url;
    proxy = await startFreezingProxy({ host: '127.0.0.1', port: Number(databaseUrl.port) });
    cleanups.push(() => proxy.close());
    databaseUrl.port = String(proxy.port);
  }
  const fleet = await startFleet(build, roles, {
    DATABASE_URL: databaseUrl.href,
    // So that a freeze costs seconds of the run, and not most of it.
    DATABASE_TIMEOUT_SECONDS: '3',
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    OWNER_PASSWORD: password,
    DEMO: 'false',
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SESSION_RATE_LIMIT_PER_MINUTE: '1000000',
    SHUTDOWN_SECONDS: '5',
  });
  cleanups.push(async () => {
    await fleet.stop();
    writeFileSync(join(folder, 'servers.log'), `${[...fleet.log(), ...postgresLog].join('\n')}\n`);
  });
  await fleet.ready();

  const owner = new Client(fleet.apis[0]!);
  await owner.logIn('owner@example.com', password);
  const { project, parties } = await makeStage(owner, {
    receiverUrl: `${receiver}/hook`,
    signingSecret,
    targetUrl: target,
    targetSecret,
    ...more,
  });

  const source = { apis: fleet.apis, projectId: project.id, apiKey: project.key };
  const poller = startPoller(source);
  const began = Date.now();
  const { load, stop: stopLoad } = startLoad({
    ...source,
    parties,
    pauseMs: more.pauseMs,
    random: seeded(seed + 1),
  });
  const done = await wreak({
    seconds,
    kills,
    ...more,
    random,
    fleet,
    redis,
    folder,
    connection: postgres.connection,
    proxy,
  });
  await stopLoad();
  const loadSeconds = (Date.now() - began) / 1000;
  const drainedMs = await drain(postgres.connection, drainSeconds);
  await poller.stop();

  const verdict = judge({
    writes: load.writes,
    arrivals: readNotes<Arrival>(arrivalsFile),
    calls: readNotes<Call>(callsFile),
    polled: poller.entries,
    log: await readLog(source),
    records: await readRecords(postgres.connection),
    totals: await readTotals(source),
  });
  const stopFaults = await fleet.stop();

  const print = (name: string, figure: number | string) => say(`${String(figure).padStart(9)}  ${name}`);
  say('');
  for (const [name, times] of done) print(name, times);
  print('starts that failed (the database was away)', fleet.failedStarts.length);
  print('processes that ended by themselves', fleet.deaths.length);
  say('');
  for (const [status, times] of [...load.answers].sort())
    print(status ? `answers ${status}` : 'requests without an answer', times);
  print('repeated because unanswered or 503', load.retries);
  print('deliberate repetitions', load.repeats);
  print('  answered with the first answer', load.replayed);
  print('keys reused with another body (409)', load.reusedKeys);
  say('');
  for (const [name, figure] of verdict.counts) print(name, figure);
  say('');
  say(
    `${loadSeconds.toFixed(0)} s of load; ${drainedMs === undefined ? `NOT drained within ${drainSeconds} s` : `drained after ${(drainedMs / 1000).toFixed(1)} s`}`,
  );

  return [
    ...verdict.violations,
    ...load.faults,
    ...fleet.deaths,
    ...stopFaults,
    ...(drainedMs === undefined ? ['work was left when the time to drain was over'] : []),
    ...(fleet.kills < kills ? [`only ${fleet.kills} of ${kills} kills happened`] : []),
    ...fleet.failedStarts.filter(
      (line) => !/DATABASE_URL|database|terminat|ECONN|ENOENT|Connection/i.test(line),
    ),
  ];
}

/** Waits until everything has come to its end. @returns how long that took; undefined if it did not come to that. */
async function drain(connection: pg.ClientConfig, withinSeconds: number): Promise<number | undefined> {
  const began = Date.now();
  const patience = new Patience(withinSeconds * 1000);
  while (!patience.isOver) {
    const left = await countUnended(connection).catch(() => undefined);
    if (left === 0) return Date.now() - began;
    await patience.pause(250);
  }
  return undefined;
}

/** Starts an outside process. @param script of this folder. @param args file, secret and seed. */
async function startOutside(script: string, ...args: string[]) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL(script, import.meta.url)), ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  cleanups.push(() => child.stdin.end());
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${script} ended before it said where it listens`);
  });
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  ended.catch(() => {});
  return `http://127.0.0.1:${Number(line.toString())}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
