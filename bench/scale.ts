import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { type Figure, median, ratios, saveResults, showFigure, whole } from './figures.ts';
import { type Ground, onServers } from './ground.ts';
import { build, pause, type Running, startLoad, startOwn } from './processes.ts';
import { spentBy } from './processor-time.ts';
import { messagePost } from './routes.ts';
import { seedBlock } from './seed.ts';

/**
 * `npm run bench:scale`: what more processes cost. One, two and four API processes accept messages, and as many workers carry
 * them out, each number of them in a database of its own on the same Postgres. It counts processor time of the processes and of
 * their sessions in Postgres, because on a machine with few cores the rate says nothing about several processes. Nothing is
 * asserted.
 *
 *   --processes x,y   1,2,4 unless told otherwise; all are compared with the first
 *   --messages n      of a round, over all processes; 12,000 unless told otherwise
 *   --rounds n        4 unless told otherwise, after one to warm up
 *   --postgres        tickets and rates in Postgres, without Redis
 */
const { values: flags } = parseArgs({
  options: {
    processes: { type: 'string', default: '1,2,4' },
    messages: { type: 'string', default: '12000' },
    rounds: { type: 'string', default: '4' },
    postgres: { type: 'boolean' },
  },
});
const numbers = flags.processes.split(',').map(Number);
const messages = Number(flags.messages);
const rounds = Number(flags.rounds);

/** Clients of one process: more processes are there for more clients. */
const clients = 64;
const identitiesPerProject = 100;
/** As many requests of one key as its limit of a minute allows, with some room. */
const requestsPerKey = 100;
const longestMs = 120_000;

/** What a message costs, in microseconds of processor time. */
interface Cost {
  node: number;
  postgres: number;
  /** Of all clients of this Redis: the bench's own if nobody else uses it. */
  redis: number;
}

const total = ({ node, postgres }: Cost) => node + postgres;

/** So many processes of each sort on one database. */
interface Fleet {
  pool: pg.Pool;
  apis: Running[];
  workers: Running[];
  /** A route without a database: what more processes cost on this machine in any case. */
  bare: Running[];
}

const measured = ['bare', 'accepted', 'shared', 'delivered'] as const;
type Name = (typeof measured)[number];

const tell = (line: string) => process.stdout.write(`${line}\n`);
const started = Date.now();
const loadBefore = loadavg()[0]!;
build();
const ground = onServers();
const redis = new Redis(ground.redisUrl!);
const load = await startLoad();
try {
  tell(
    `${numbers.join(', ')} processes; ${whole(messages)} messages a round, ${rounds} rounds in turn; load of the machine ` +
      `${loadBefore.toFixed(1)}.\nEach line: median ratio of messages a processor second, lowest..highest, goal; then ` +
      'processor time a message of Node + Postgres (and Redis).\n',
  );
  const fleets = new Map<number, Fleet>();
  for (const number of numbers) fleets.set(number, await startFleet(ground, number));
  for (const fleet of fleets.values()) {
    // V8 optimizes each process for itself, after some ten thousand requests.
    for (const api of fleet.apis) await ask(fleet, [api], clients, 10_000);
    await settled(fleet);
  }
  const costs = new Map(numbers.map((n) => [n, [] as Record<Name, Cost>[]]));
  for (let round = -1; round < rounds; round++) {
    for (const number of round % 2 === 0 ? numbers : [...numbers].reverse()) {
      const found = await measureRound(fleets.get(number)!);
      if (round >= 0) costs.get(number)!.push(found);
    }
  }
  const figures = report(costs);
  for (const figure of figures) tell(showFigure(figure));
  for (const fleet of fleets.values()) {
    for (const each of [...fleet.apis, ...fleet.workers, ...fleet.bare]) await each.stop();
  }
  saveResults('scale.json', { loadBefore, backend: flags.postgres ? 'postgres' : 'servers' }, figures);
  tell(`\n${whole((Date.now() - started) / 1000)} s; saved to bench/results/scale.json`);
} finally {
  await load.stop();
  redis.disconnect();
  await ground.close();
}

async function startFleet(ground: Ground, number: number): Promise<Fleet> {
  const name = `scale${number}`;
  const environment: Record<string, string> = flags.postgres ? { REDIS_URL: '' } : {};
  const start = (role: string) => ground.start(name, { ROLE: role, ...environment });
  const fleet: Fleet = { pool: await ground.pool(name), apis: [], workers: [], bare: [] };
  for (let n = 0; n < number; n++) {
    fleet.apis.push(await start('api'));
    fleet.workers.push(await start('worker'));
    fleet.bare.push(await startOwn('bare', { DATABASE_URL: await ground.database('bare') }));
  }
  return fleet;
}

/** Accepts messages while the workers are held, twice, and then lets these carry out all of them. */
async function measureRound(fleet: Fleet): Promise<Record<Name, Cost>> {
  const { apis, workers, bare } = fleet;
  const many = clients * apis.length;
  const nothing = await costOf(fleet, bare, messages, () => ask(fleet, bare, many, messages, '/validated'));
  for (const worker of workers) process.kill(worker.pid, 'SIGSTOP');
  const accepted = await costOf(fleet, apis, messages, () => ask(fleet, apis, many, messages));
  const shared = await costOf(fleet, apis, messages, () => ask(fleet, apis, clients, messages));
  const delivered = await costOf(fleet, [...apis, ...workers], 2 * messages, async () => {
    for (const worker of workers) process.kill(worker.pid, 'SIGCONT');
    await settled(fleet);
  });
  return { bare: nothing, accepted, shared, delivered };
}

/** Sends so many messages to these processes. */
async function ask(
  { pool }: Fleet,
  to: Running[],
  connections: number,
  requests: number,
  path = messagePost.path,
): Promise<void> {
  const keys = Math.ceil(requests / requestsPerKey / 10) * 10;
  const { writers: callers } = await seedBlock(pool, keys, identitiesPerProject);
  const port = to.map((each) => each.port);
  const { statuses } = await load.run({
    ...messagePost,
    path,
    port,
    connections,
    callers,
    requests,
    ms: longestMs,
  });
  if (statuses[202] !== requests) throw new Error(`refused: ${JSON.stringify(statuses)}`);
}

/** Waits until every message is carried out, and its audit entries are numbered and followed. */
async function settled({ pool }: Fleet): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const { rowCount } = await pool.query(
      `(SELECT FROM dialog.tasks WHERE state IN ('queued', 'running') LIMIT 1)
       UNION ALL (SELECT FROM dialog.audit_inbox LIMIT 1)`,
    );
    if (rowCount === 0) return;
    await pause(100);
  }
  throw new Error('the messages were not carried out within two minutes');
}

/** @param by the processes whose time counts */
async function costOf(
  { pool }: Fleet,
  by: Running[],
  units: number,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = await usage(pool, by);
  await work();
  const after = await usage(pool, by);
  return {
    node: ((after.node - before.node) * 1000) / units,
    postgres: ((after.postgres - before.postgres) * 1000) / units,
    redis: ((after.redis - before.redis) * 1000) / units,
  };
}

/** Processor time so far, in ms. */
async function usage(pool: pg.Pool, processes: Running[]): Promise<Cost> {
  const cpu = await redis.info('cpu');
  const used = (name: string) => Number(new RegExp(`^used_cpu_${name}:(\\S+)`, 'm').exec(cpu)?.[1]) * 1000;
  return {
    ...(await spentBy(pool, processes)),
    redis: used('sys') + used('user'),
  };
}

function report(costs: Map<number, Record<Name, Cost>[]>): Figure[] {
  const [first, ...more] = numbers;
  const show = (each: Cost[]) => {
    const of = (part: keyof Cost) => whole(median(each.map((cost) => cost[part])));
    return `${of('node')} + ${of('postgres')} µs (${of('redis')})`;
  };
  const titles: Record<Name, string> = {
    bare: 'A route without a database',
    accepted: `Acceptance, ${clients} clients each`,
    shared: `Acceptance, ${clients} clients in all`,
    delivered: '202 to sent, and numbered',
  };
  return more.flatMap((number) =>
    measured.map((name): Figure => {
      const of = (n: number) => costs.get(n)!.map((cost) => cost[name]);
      const isGoal = name === 'accepted' || name === 'delivered';
      return {
        name: `${titles[name]}, ${number} processes / ${first}`,
        ratios: ratios(of(first!).map(total), of(number).map(total)),
        ...(isGoal ? { goal: { at: 'least', value: 0.9 } } : {}),
        detail: `${show(of(number))} against ${show(of(first!))}`,
      };
    }),
  );
}
