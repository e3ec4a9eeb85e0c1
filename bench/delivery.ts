import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { type Figure, median, ratios, showMs, whole } from './figures.ts';
import { benchPrefix, type Ground } from './ground.ts';
import { type Load, pause, type Running, startOwn } from './processes.ts';
import { type Block, seedBlock } from './seed.ts';

/** The figures for the way from 202 to sent. */

const path = '/api/v1/projects/$P/messages';
const body = JSON.stringify({ identity_id: '$T', text: 'Your order is ready.' });

/**
 * A backlog for 100 identities, carried out by one warm worker process, which SIGSTOP holds while the backlog is made.
 * On both sides the time is from the first sent message to the last, by the database's clock.
 */
export async function drain(
  ground: Ground,
  load: Load,
  { rounds, messages }: { rounds: number; messages: number },
): Promise<Figure[]> {
  const ourPool = await ground.pool('drain');
  const api = await ground.start('drain', { ROLE: 'api' });
  const worker = await ground.start('drain', { ROLE: 'worker' });
  const bareQueue = await startBareQueue(ground);

  const ours = async () => {
    const block = await seedBlock(ourPool, Math.ceil(messages / 1000) * 10);
    await held(worker, () =>
      load.run({
        method: 'POST',
        path,
        body,
        port: api.port,
        connections: 64,
        callers: block.writers,
        ms: 60_000,
        requests: messages,
      }),
    );
    return rateOf(
      ourPool,
      left.tasks,
      { table: 'dialog.tasks', done: `state = 'succeeded'`, wanted: messages },
      block.projectIds,
    );
  };
  const bare = () => bareQueue.drain(messages);

  const rates = { ours: [] as number[], bare: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const name of order) {
      const rate = await { ours, bare }[name]();
      if (round >= 0) rates[name].push(rate);
    }
  }
  const disorder = await outOfOrder(ourPool);
  await bareQueue.stop();
  await worker.stop();
  await api.stop();
  return [
    {
      name: '202 to sent, 100 identities / bare BullMQ',
      ratios: ratios(rates.ours, rates.bare),
      goal: { at: 'least', value: 1, wish: 2 },
      detail: `${whole(median(rates.ours))}/s against ${whole(median(rates.bare))}/s`,
    },
    {
      name: '  order within an identity',
      detail: disorder === 0 ? 'kept for every message' : `BROKEN for ${disorder} messages`,
    },
  ];
}

/** The bare worker and its queue, which every backlog is measured against. */
export interface BareQueue {
  /** @returns jobs a second, from the first to the last. */
  drain(jobs: number): Promise<number>;
  stop(): Promise<void>;
}

export async function startBareQueue(ground: Ground): Promise<BareQueue> {
  const pool = await ground.pool('bare');
  await pool.query(
    `CREATE TABLE IF NOT EXISTS bench_messages (id uuid PRIMARY KEY, state text NOT NULL, finished_at timestamptz)`,
  );
  const worker = await startOwn('bare-worker', {
    DATABASE_URL: await ground.database('bare'),
    REDIS_URL: ground.redisUrl!,
    BENCH_PREFIX: benchPrefix,
    ...(process.env.BENCH_CONCURRENCY ? { BENCH_CONCURRENCY: process.env.BENCH_CONCURRENCY } : {}),
  });
  const connection = new Redis(ground.redisUrl!);
  const queue = new Queue('messages', { connection, prefix: benchPrefix });
  return {
    async drain(jobs) {
      await pool.query('TRUNCATE bench_messages');
      await held(worker, async () => {
        const { rows } = await pool.query<{ id: string }>(
          `INSERT INTO bench_messages (id, state) SELECT gen_random_uuid(), 'queued' FROM generate_series(1, $1)
           RETURNING id`,
          [jobs],
        );
        for (let i = 0; i < rows.length; i += 1000) {
          await queue.addBulk(rows.slice(i, i + 1000).map((data) => ({ name: 'message', data })));
        }
      });
      return rateOf(pool, left.bare, { table: 'bench_messages', done: `state = 'sent'`, wanted: jobs });
    },
    async stop() {
      await queue.close();
      connection.disconnect();
      await worker.stop();
    },
  };
}

/** Runs a function while a process is stopped. */
export async function held<Result>(process: Running, work: () => Promise<Result>): Promise<Result> {
  globalThis.process.kill(process.pid, 'SIGSTOP');
  try {
    const result = await work();
    await pause(200);
    return result;
  } finally {
    globalThis.process.kill(process.pid, 'SIGCONT');
  }
}

/** What is asked four times a second whether any of it is left. It must find that by an index, or the question costs more than the work. */
export const left = {
  tasks: `SELECT FROM dialog.tasks WHERE state IN ('queued', 'running') AND project_id = ANY ($1)`,
  bare: `SELECT FROM bench_messages WHERE state <> 'sent'`,
};

/**
 * Waits until nothing is left, and then counts once.
 * @param unfinished a question of `left`
 * @returns how many a second, from the first to the last
 * @throws Error if other than `wanted` were done, or not within two minutes
 */
export async function rateOf(
  pool: pg.Pool,
  unfinished: string,
  { table, done, wanted }: { table: string; done: string; wanted: number },
  projectIds?: string[],
): Promise<number> {
  const values = projectIds ? [projectIds] : [];
  const isLeft = async () => (await pool.query(`SELECT EXISTS (${unfinished}) AS any`, values)).rows[0].any;
  for (let tries = 0; (await isLeft()) && tries < 480; tries++) await pause(250);
  const { rows } = await pool.query(
    `SELECT count(*)::int AS done, extract(epoch FROM max(finished_at) - min(finished_at))::float8 AS seconds
     FROM ${table} WHERE ${done} ${projectIds ? 'AND project_id = ANY ($1)' : ''}`,
    values,
  );
  if (rows[0].done !== wanted)
    throw new Error(`${rows[0].done} and not ${wanted} in ${table} were done within 120 s`);
  return wanted / rows[0].seconds;
}

/** Counts messages that began before the one ahead of them in their lane had ended. */
export async function outOfOrder(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `SELECT count(*)::int AS n FROM (
       SELECT started_at, lag(finished_at) OVER (PARTITION BY project_id, lane ORDER BY seq) AS before
       FROM dialog.tasks
     ) AS t WHERE started_at < before`,
  );
  return rows[0].n;
}

/** One message at a time on an idle server: from accepted to sent, by the database. */
export async function lone(
  ground: Ground,
  load: Load,
  server: Running,
  name: string,
  what: string,
  messages: number,
): Promise<Figure[]> {
  const pool = await ground.pool(name);
  const times = await timesOfLone(pool, await seedBlock(pool, 100), load, server, messages);
  return [
    {
      name: `A lone message, 202 to sent / 20 ms (${what})`,
      ratios: [median(times) / 20],
      goal: { at: 'most', value: 1 },
      detail: `p50 ${showMs(median(times))}, p95 ${showMs(p95(times))}, ${times.length} of ${messages} sent`,
    },
  ];
}

export const p95 = (sorted: number[]): number => sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;

/** Sends one message at a time. @returns how long each took from accepted to sent, in ms, sorted. */
export async function timesOfLone(
  pool: pg.Pool,
  { writers, projectIds }: Block,
  load: Load,
  server: Running,
  messages: number,
): Promise<number[]> {
  for (let n = 0; n < messages; n++) {
    const callers = [writers[n % writers.length]!];
    await load.run({
      method: 'POST',
      path,
      body,
      port: server.port,
      connections: 1,
      callers,
      ms: 10_000,
      requests: 1,
    });
    await pause(20 + Math.random() * 40);
  }
  // Wait for the slowest, too: without it the times would look better than they are.
  for (let tries = 0; tries < 240 && (await unsent(pool, projectIds)) > 0; tries++) await pause(250);
  const { rows } = await pool.query<{ ms: number }>(
    `SELECT (extract(epoch FROM finished_at - created_at) * 1000)::float8 AS ms FROM dialog.tasks
     WHERE project_id = ANY ($1) AND state = 'succeeded'`,
    [projectIds],
  );
  return rows.map((row) => row.ms).sort((a, b) => a - b);
}

async function unsent(pool: pg.Pool, projectIds: string[]): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM dialog.tasks WHERE project_id = ANY ($1) AND state IN ('queued', 'running')`,
    [projectIds],
  );
  return rows[0]!.n;
}
