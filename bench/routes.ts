import {
  type Figure,
  halves,
  interleave,
  median,
  rates,
  ratios,
  type Side,
  showMs,
  showRate,
} from './figures.ts';
import { benchPrefix, type Ground } from './ground.ts';
import type { LoadResult, Plan } from './load.ts';
import { type Load, memoryMib, pause, type Running, startOwn } from './processes.ts';
import { type Block, seedBlock } from './seed.ts';

/** The figures that are measured over HTTP: acceptance, reading a profile, the gates. */

export interface Scale {
  rounds: number;
  ms: number;
}

export interface Place {
  ground: Ground;
  load: Load;
  scale: Scale;
}

export const connections = 64;
/** V8 optimises the code of a route after some ten thousand requests. */
export const warmUpMs = 4000;
const body = JSON.stringify({
  identity_id: '$T',
  text: 'Your order 4711 is ready. Shall we deliver it today between five and seven, or will you collect it?',
  buttons: ['Deliver', { text: 'Collect', id: 'collect', payload: { order: 4711 } }],
});

const post = { method: 'POST', body } as const;
const messagesPath = '/api/v1/projects/$P/messages';
export const messagePost = { ...post, path: messagesPath };
export const profileGet = { method: 'GET', path: '/api/v1/projects/$P/profiles/$T' } as const;

/** Requests to one path, with a fresh block of keys for every run. */
export function side(
  { load }: Place,
  { pid, port }: Running,
  plan: Pick<Plan, 'method' | 'path' | 'body' | 'connections'>,
  callers: () => Promise<Plan['callers']>,
): Side {
  const run = async (ms: number): Promise<LoadResult> =>
    load.run({ ...plan, port, ms, callers: await callers() });
  return { pid, run };
}

export const nobody = (block: Block) => block.writers.map(({ key: _, ...caller }) => caller);

/** POST /messages at 64 connections and at one. */
export async function acceptance(place: Place, server: Running, name: string): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool(name);
  const bare = await startOwn('bare', { DATABASE_URL: await ground.database('bare') });
  const anyone = nobody(await seedBlock(await ground.pool('bare')));
  const ours = (count: number) =>
    side(place, server, { ...messagePost, connections: count }, async () => {
      return (await seedBlock(pool)).writers;
    });
  const theirs = (count: number, path: string) =>
    side(place, bare, { ...post, connections: count, path }, async () => anyone);

  // The bare routes need far fewer requests to reach their full speed.
  await ours(connections).run(warmUpMs);
  await settled(ground, name);
  const many = await interleave(
    {
      ours: { ...ours(connections), settle: () => settled(ground, name) },
      transaction: theirs(connections, '/transaction'),
      validated: theirs(connections, '/validated'),
    },
    scale.rounds,
    scale.ms,
  );
  const memory = memoryMib(server.pid);
  const one = await interleave(
    {
      ours: { ...ours(1), settle: () => settled(ground, name) },
      insert: theirs(1, '/insert'),
    },
    scale.rounds,
    scale.ms,
  );
  await bare.stop();
  return [
    {
      name: `POST /messages / Drizzle transaction (${name}, 64)`,
      ratios: ratios(rates(many.ours), rates(many.transaction)),
      goal: { at: 'least', value: 3 },
      detail: `${showRate(many.ours)} against ${showRate(many.transaction)}`,
    },
    {
      name: `POST /messages / validated, no database (${name}, 64)`,
      ratios: ratios(rates(many.ours), rates(many.validated)),
      goal: goalOfRole(name, { at: 'least', value: 0.45, wish: 0.6 }, { at: 'least', value: 0.25 }),
      detail: `${showRate(many.ours)} against ${showRate(many.validated)}`,
    },
    {
      name: `POST /messages p50 / one durable insert (${name}, 1)`,
      ratios: ratios(halves(one.ours), halves(one.insert)),
      goal: goalOfRole(name, { at: 'most', value: 2 }, { at: 'most', value: 4 }),
      detail: `${showMs(median(halves(one.ours)))} against ${showMs(median(halves(one.insert)))}`,
    },
    {
      name: `Memory of the server (${name}) under this load`,
      detail: `${Math.round(memory.now)} MiB resident, ${Math.round(memory.most)} at the most`,
    },
  ];
}

type Goal = NonNullable<Figure['goal']>;

/** A server with a worker delivers what it accepts at the same time, so its goals are lower. */
const goalOfRole = (name: string, api: Goal, all: Goal): Goal => (name === 'api' ? api : all);

/** With ROLE=all the worker is busy with accepted tasks, which must not slow down the other side. */
export async function settled(ground: Ground, name: string): Promise<void> {
  const pool = await ground.pool(name);
  const { rows } = await pool.query<{ role: string }>(
    `SELECT role FROM dialog.processes WHERE role <> 'api' AND seen_at > now() - interval '30 s'`,
  );
  if (rows.length === 0) return;
  for (let tries = 0; tries < 300; tries++) {
    const { rowCount } = await pool.query(
      `SELECT FROM dialog.tasks WHERE state = 'queued' UNION ALL
       SELECT FROM dialog.tasks WHERE state = 'running' LIMIT 1`,
    );
    if (rowCount === 0) return;
    await pause(100);
  }
}

/** GET /profiles/{id}. */
export async function profile(place: Place, server: Running, name: string): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool(name);
  const bare = await startOwn('bare', { DATABASE_URL: await ground.database('bare') });
  const block = await seedBlock(await ground.pool('bare'));
  const runs = await interleave(
    {
      ours: side(
        place,
        server,
        { ...profileGet, connections },
        async () => (await seedBlock(pool, 1500)).readers,
      ),
      bare: side(
        place,
        bare,
        { method: 'GET', connections, path: '/profiles/$P/$T' },
        async () => block.bareReaders,
      ),
    },
    scale.rounds,
    scale.ms,
  );
  await bare.stop();
  return [
    {
      name: 'GET /profiles/{id} / one prepared select (64)',
      ratios: ratios(rates(runs.ours), rates(runs.bare)),
      goal: { at: 'least', value: 0.6 },
      detail: `${showRate(runs.ours)} against ${showRate(runs.bare)}`,
    },
  ];
}

/** The same GET behind all gates and behind none. */
export async function gates(place: Place): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool('gates');
  const server = await startOwn('gates', {
    DATABASE_URL: await ground.database('gates'),
    ...(ground.redisUrl ? { REDIS_URL: ground.redisUrl } : { BENCH_EMBEDDED: 'true' }),
    BENCH_INSTALLATION: benchPrefix,
  });
  const callers = async () => (await seedBlock(pool, 1500)).readers;
  const get = { method: 'GET', connections } as const;
  const runs = await interleave(
    {
      gated: side(place, server, { ...get, path: '/gated/projects/$P/profiles/$T' }, callers),
      open: side(place, server, { ...get, path: '/open/projects/$P/profiles/$T' }, callers),
    },
    scale.rounds,
    scale.ms,
  );
  await server.stop();
  return [
    {
      name: 'GET behind all gates / the same behind none (64)',
      ratios: ratios(rates(runs.gated), rates(runs.open)),
      goal: { at: 'least', value: 0.9 },
      detail: `${showRate(runs.gated)} against ${showRate(runs.open)}`,
    },
  ];
}
