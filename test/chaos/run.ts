/**
 * `npm run chaos`: several server processes under load while processes are killed, Redis is flushed and killed, and
 * Postgres is killed. A receiver in a process of its own counts what arrives. Afterwards every promise of a 202 is
 * checked against that count; any violation is told in a sentence and the exit code is 1.
 */
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newSigningSecret } from '../../src/dialog/channels/standard-webhooks.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/index.ts';
import { showId } from '../../src/platform/ids.ts';
import { hasRedisServer, ownRedis, type RedisProcess } from '../fixtures/redis-process.ts';
import { buildServer } from '../fixtures/server-build.ts';
import { Client } from '../harness/client.ts';
import { readLog, readTotals, startPoller } from './audit.ts';
import { type Fleet, type Role, startFleet } from './fleet.ts';
import { type Addressee, startLoad } from './load.ts';
import { type Random, seeded } from './random.ts';
import { judge, readArrivals } from './verdict.ts';

const usage = `Usage: npm run chaos -- [options]

  --short          about 25 s with 8 kills, for CI
  --seconds N      how long the faults go on (75)
  --kills N        kill -9 of a server process (30)
  --seed N         repeats the choices of an earlier run
  --no-redis       tickets on Postgres, and no Redis at all
  --cuts N         connections to the database that are cut (6)
  --stalls N       processes that stand still for longer than their lease (2)
  --identities N   customers that are written to, one client each (60)
  --pause N        mean pause of a client between two messages, ms (250)
  --keep           keep the folder of the run`;

const drainSeconds = 90;

interface Options {
  seconds: number;
  kills: number;
  seed: number;
  redis: boolean;
  cuts: number;
  stalls: number;
  identities: number;
  pauseMs: number;
  keep: boolean;
}

const options = readOptions();
const folder = mkdtempSync(join(tmpdir(), 'parley-chaos-'));
const cleanups: (() => unknown)[] = [];
let ending: Promise<never> | undefined;
let violations = ['the run did not come to its end'];
// Nobody waits for ever: the run, its drain and as much again for a slow machine.
const latest = setTimeout(() => void end(), (options.seconds + drainSeconds) * 2000 + 60_000);
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
    if (kept) say(`logs and the receiver's file: ${folder}`);
    say(violations.length === 0 ? 'Every promise was kept.' : `${violations.length} violations.`);
    return process.exit(violations.length === 0 ? 0 : 1);
  })();
  return ending;
}

async function run({ seconds, kills, seed, redis: wantsRedis, ...more }: Options): Promise<string[]> {
  const random = seeded(seed);
  const roles: Role[] = ['all', 'api', 'worker', 'all'];
  const redis = wantsRedis && hasRedisServer() ? await ownRedis() : undefined;
  if (wantsRedis && !redis) say('This machine has no redis-server: the run goes on without Redis.');
  say(
    `seed ${seed}; servers: ${roles.join(', ')}; tickets on ${redis ? 'Redis' : 'Postgres'}; ${seconds} s, ${kills} kills`,
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
  const signingSecret = newSigningSecret();
  const arrivalsFile = join(folder, 'received.jsonl');
  const receiver = await startReceiver(arrivalsFile, signingSecret, seed);
  cleanups.push(() => receiver.stop());

  const password = randomBytes(12).toString('hex');
  const { host, user, database } = postgres.connection;
  const fleet = await startFleet(build, roles, {
    DATABASE_URL: `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`,
    ...(redis ? { REDIS_URL: redis.url } : {}),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    OWNER_PASSWORD: password,
    DEMO: 'false',
    OUTBOUND_ALLOW: '127.0.0.1',
    RATE_LIMIT_PER_MINUTE: '1000000',
    SHUTDOWN_SECONDS: '5',
  });
  cleanups.push(async () => {
    await fleet.stop();
    writeFileSync(join(folder, 'servers.log'), `${[...fleet.log(), ...postgresLog].join('\n')}\n`);
  });
  await fleet.ready();

  const owner = new Client(fleet.apis[0]!);
  await owner.logIn('owner@example.com', password);
  const project = await owner.makeProject();
  const url = `http://127.0.0.1:${receiver.port}/hook`;
  const live = await owner.makeChannel(project.id, url, { signing_secret: signingSecret });
  const sandbox = await owner.makeChannel(project.id);
  const addressees: Addressee[] = [];
  for (let i = 0; i < more.identities; i++) {
    const environment = i % 6 === 5 ? 'sandbox' : 'live';
    const externalId = `customer-${i}`;
    const channel = environment === 'live' ? live : sandbox;
    const { id } = await owner.makeIdentity(project.id, channel.id, externalId);
    addressees.push({ identityId: id, externalId, environment });
  }

  const source = { apis: fleet.apis, projectId: project.id, apiKey: project.key };
  const poller = startPoller(source);
  const began = Date.now();
  const { load, stop: stopLoad } = startLoad({
    ...source,
    addressees,
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
  });
  await stopLoad();
  const loadSeconds = (Date.now() - began) / 1000;
  const drainedMs = await drain(postgres.connection, drainSeconds);
  await poller.stop();

  const verdict = judge({
    messages: load.messages,
    arrivals: readArrivals(arrivalsFile),
    polled: poller.entries,
    log: await readLog(source),
    totals: await readTotals(source),
    ...(await readDatabase(postgres.connection)),
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

interface Wreck extends Pick<Options, 'seconds' | 'kills' | 'cuts' | 'stalls'> {
  random: Random;
  fleet: Fleet;
  redis: RedisProcess | undefined;
  folder: string;
  connection: pg.ClientConfig;
}

/** Does the damage at random moments. @returns what was done, and how often. */
async function wreak(wreck: Wreck): Promise<Map<string, number>> {
  const { seconds, kills, cuts, stalls, random, fleet, redis } = wreck;
  const done = new Map<string, number>();
  const count = (name: string, times = 1) => done.set(name, (done.get(name) ?? 0) + times);
  const faults: [at: number, fault: () => Promise<unknown>][] = [];
  // The load has some seconds to begin with, and every fault some time to show what it did.
  const moment = () => 2000 + random.next() * (seconds - 4) * 1000;
  const plan = (times: number, fault: () => Promise<unknown>) => {
    for (let i = 0; i < times; i++) faults.push([moment(), fault]);
  };
  plan(kills, async () => {
    while (!(await fleet.kill((ids) => random.pick(ids)))) await sleep(100);
    count('kill -9 of a server process');
  });
  plan(cuts, async () => count('connections to Postgres cut', await cut(wreck.connection)));
  plan(stalls, async () => {
    await fleet.stall((ids) => random.pick(ids), random.whole(3000, 7000));
    count('processes that stood still');
  });
  plan(1, async () => {
    killPostgres(wreck.folder);
    count('kill -9 of Postgres');
  });
  if (redis) {
    plan(1, async () => {
      await redis.flushAll();
      count('FLUSHALL of Redis');
    });
    plan(1, async () => {
      await redis.kill();
      await sleep(random.whole(500, 2500));
      await redis.start();
      count('kill -9 of Redis');
    });
  }
  const began = Date.now();
  await Promise.all(
    faults.map(async ([at, fault]) => {
      for (let attempt = 1; ; attempt++) {
        await sleep(Math.max(0, began + at - Date.now()));
        try {
          return await fault();
        } catch (error) {
          // Such as a flush while Redis is down: the same a moment later.
          if (attempt === 10) throw error;
          at = Date.now() - began + 1000;
        }
      }
    }),
  );
  await sleep(Math.max(0, began + seconds * 1000 - Date.now()));
  return done;
}

/** Kills the database's first process, as a crash of the machine would; the one who started it starts it again. */
function killPostgres(folder: string): void {
  const pid = Number.parseInt(readFileSync(join(folder, 'database/postgres/postmaster.pid'), 'utf8'), 10);
  process.kill(pid, 'SIGKILL');
}

/** Cuts a third of all connections, in the midst of whatever they do. @returns how many. */
async function cut(connection: pg.ClientConfig): Promise<number> {
  const { rows } = await ask<{ pid: number }>(
    connection,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND random() < 0.33`,
  );
  return rows.length;
}

/** Waits until nothing is queued or running. @returns how long that took; undefined if it did not come to that. */
async function drain(connection: pg.ClientConfig, withinSeconds: number): Promise<number | undefined> {
  const began = Date.now();
  while (Date.now() < began + withinSeconds * 1000) {
    const left = await ask<{ n: number }>(
      connection,
      `SELECT count(*)::int AS n FROM dialog.tasks WHERE state IN ('queued', 'running')`,
    ).catch(() => undefined);
    if (left?.rows[0]?.n === 0) return Date.now() - began;
    await sleep(250);
  }
  return undefined;
}

async function readDatabase(
  connection: pg.ClientConfig,
): Promise<{ states: Map<string, string>; unfinished: number }> {
  const tasks = await ask<{ id: string; state: string }>(connection, 'SELECT id, state FROM dialog.tasks');
  const counted = await ask<{ n: number }>(
    connection,
    'SELECT coalesce(sum(unfinished), 0)::int AS n FROM dialog.project_counters',
  );
  return {
    states: new Map(tasks.rows.map(({ id, state }) => [showId('message', id), state])),
    unfinished: counted.rows[0]!.n,
  };
}

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query<Row>(text);
  } finally {
    await client.end().catch(() => {});
  }
}

async function startReceiver(file: string, secret: string, seed: number) {
  const script = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, file, secret, String(seed)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), stop: () => child.stdin.end() };
}

function readOptions(): Options {
  const whole = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({
      options: {
        ...{
          seconds: whole,
          kills: whole,
          seed: whole,
          cuts: whole,
          stalls: whole,
          identities: whole,
          pause: whole,
        },
        ...{ short: flag, 'no-redis': flag, keep: flag },
      },
    });
    const { short } = values;
    const number = (value: string | undefined, standard: number) => {
      const read = value === undefined ? standard : Number(value);
      if (!Number.isInteger(read) || read < 0) throw new TypeError(`${value} is no whole number`);
      return read;
    };
    return {
      seconds: Math.max(6, number(values.seconds, short ? 18 : 75)),
      kills: number(values.kills, short ? 8 : 30),
      seed: number(values.seed, randomInt(1_000_000)),
      redis: !values['no-redis'],
      cuts: number(values.cuts, short ? 2 : 6),
      stalls: number(values.stalls, short ? 1 : 2),
      identities: number(values.identities, 60),
      pauseMs: number(values.pause, 250),
      keep: values.keep,
    };
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`);
    process.exit(2);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
