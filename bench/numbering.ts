import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import { migrateDatabase } from '../src/platform/migrations.ts';
import { openDatabase } from '../src/platform/postgres.ts';

/**
 * How long committed audit entries of many projects wait for their numbers, and what the numbering costs. Each project gets an
 * entry a second, and processes number as workers do. Run it by itself:
 *
 *     npx tsx bench/numbering.ts --projects 10000 --processes 3 --seconds 20 [--against ../other-checkout]
 */
const { values: given } = parseArgs({
  options: {
    projects: { type: 'string', default: '10000' },
    processes: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    against: { type: 'string', default: '.' },
    worker: { type: 'string' },
  },
});
const serverUrl = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const name = `parley_bench_numbering_${process.pid}`;
const ticksASecond = 10;
const watched = 40;
/** As the server's workers rest, after one slice and after several. */
const everyMs = 500;
const soonMs = 50;

if (given.worker) await work(given.worker);
else await measure();

/** Numbers as a worker does, until its parent goes. */
async function work(url: string): Promise<void> {
  const audit = resolve(given.against, 'src/dialog/audit');
  const module = await import(`${audit}/numbering.ts`).catch(() => import(`${audit}/log.ts`));
  const database = openDatabase({ connectionString: url }, { connections: 5, onError: () => {} });
  process.on('disconnect', () => process.exit());
  process.on('message', () => process.send!(process.cpuUsage()));
  process.send!('ready');
  for (;;) {
    const slices = await module.numberAllAudit(database);
    await pause(slices > 1 ? soonMs : everyMs);
  }
}

async function measure(): Promise<void> {
  const [count, processes, seconds] = [given.projects, given.processes, given.seconds].map(Number) as [
    number,
    number,
    number,
  ];
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
  const workers: ChildProcess[] = [];
  let isOver = false;
  const pool = new pg.Pool({ connectionString: url, application_name: 'bench', max: 2 });
  try {
    await migrateDatabase({ connectionString: url });
    const projects = Array.from({ length: count }, () => ({ id: newId(), identity: newId() }));
    const columns = (some: typeof projects) => [
      some.map(({ id }) => id),
      some.map(({ identity }) => identity),
    ];
    await pool.query(
      `INSERT INTO dialog.identities (project_id, id, channel_id, external_id, profile_id)
       SELECT p, i, p, 'x', i FROM unnest($1::uuid[], $2::uuid[]) AS made(p, i)`,
      columns(projects),
    );
    for (let n = 0; n < processes; n++) workers.push(await startWorker(url));
    const step = Math.max(1, Math.floor(count / watched));
    const probes = projects.filter((_, n) => n % step === 0).map(({ id }) => id);
    const committed = new Map(probes.map((id) => [id, [] as number[]]));
    const seen = new Map(probes.map((id) => [id, 0]));
    const waits: number[] = [];
    const watch = async () => {
      while (!isOver) {
        const { rows } = await pool.query<{ id: string; last: number }>({
          name: 'heads',
          text: 'SELECT project_id AS id, last::int FROM dialog.audit_heads WHERE project_id = ANY ($1)',
          values: [probes],
        });
        for (const { id, last } of rows) {
          for (let n = seen.get(id)!; n < last; n++) waits.push(performance.now() - committed.get(id)![n]!);
          seen.set(id, last);
        }
        await pause(20);
      }
    };
    const watching = watch().catch((error: unknown) => {
      if (!isOver) throw error;
    });
    let before = await usage(pool, workers);
    let since = performance.now();
    const began = performance.now();
    // The first two seconds fill caches.
    for (let tick = 0; tick < (seconds + 2) * ticksASecond; tick++) {
      if (tick === 2 * ticksASecond) {
        before = await usage(pool, workers);
        since = performance.now();
        waits.length = 0;
      }
      const some = projects.filter((_, n) => n % ticksASecond === tick % ticksASecond);
      for (const { id } of some) committed.get(id)?.push(Number.NaN);
      await pool.query({
        name: 'write',
        text: `INSERT INTO dialog.audit_inbox
            (project_id, actor_type, action, subject_type, subject_id, environment, identity_id, data)
          SELECT p, 'system', $3, 'message', 'msg_01m7w9ass2fdft80zaf5at9rfj', 'live', i, '{"attempts":1}'
          FROM unnest($1::uuid[], $2::uuid[]) AS picked(p, i)`,
        values: [...columns(some), Math.floor(tick / ticksASecond) % 2 ? 'message.accepted' : 'message.sent'],
      });
      const now = performance.now();
      for (const { id } of some) {
        const times = committed.get(id);
        if (times) times[times.length - 1] = now;
      }
      await pause(Math.max(0, began + ((tick + 1) * 1000) / ticksASecond - performance.now()));
    }
    const after = await usage(pool, workers);
    const tookSeconds = (performance.now() - since) / 1000;
    const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM dialog.audit_inbox');
    isOver = true;
    await watching;
    for (const [n, wait] of waits.entries()) if (Number.isNaN(wait)) waits[n] = 0; // numbered before the answer came
    waits.sort((a, b) => a - b);
    const at = (part: number) => Math.round(waits[Math.floor(part * (waits.length - 1))] ?? Number.NaN);
    process.stdout.write(
      `${count} projects, ${processes} processes, ${tookSeconds.toFixed(0)} s for ${seconds} s of entries: numbered ` +
        `after ${at(0.5)} ms (median), ${at(0.95)} (p95), ${at(1)} (most); ${rows[0]!.n} waiting at the end; processor ` +
        `time a second: Postgres ${((after.postgres - before.postgres) / tookSeconds).toFixed(2)} s, ` +
        `Node ${((after.node - before.node) / tookSeconds).toFixed(2)} s\n`,
    );
  } finally {
    isOver = true;
    for (const worker of workers) worker.disconnect();
    await pool.end();
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await admin.end();
  }
}

async function startWorker(url: string): Promise<ChildProcess> {
  const child = fork(import.meta.filename, ['--worker', url, '--against', given.against], {
    execArgv: process.execArgv,
  });
  await new Promise((ready) => child.once('message', ready));
  return child;
}

/** Processor time so far, in seconds: of the sessions that number, and of the processes. */
async function usage(pool: pg.Pool, workers: ChildProcess[]): Promise<{ postgres: number; node: number }> {
  const { rows } = await pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley'`,
  );
  const times = await Promise.all(
    workers.map(async (worker) => {
      const answer = new Promise<NodeJS.CpuUsage>((resolve) => worker.once('message', resolve as () => void));
      worker.send('usage');
      const { user, system } = await answer;
      return (user + system) / 1e6;
    }),
  );
  return { postgres: sum(rows.map(({ pid }) => ofProcess(pid))), node: sum(times) };
}

/** In seconds; see proc(5). */
function ofProcess(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
