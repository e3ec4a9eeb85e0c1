import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { held } from './delivery.ts';
import { eventPost, seedDialogs } from './events.ts';
import { halves, interleave, median, type Side, showMs, whole } from './figures.ts';
import { type Ground, onServers } from './ground.ts';
import type { Plan } from './load.ts';
import { build, type Running, startLoad } from './processes.ts';
import { connections, messagePost, profileGet, settled } from './routes.ts';
import { seedBlock } from './seed.ts';
import { rowsGet, seedTables } from './tables.ts';
import { jobPost, runPost, seedFlows } from './workflows.ts';

/**
 * `npm run profile`: processor time of the built server a request, and where it goes. Rates need a quiet machine;
 * these figures need one less.
 *
 *   --load x      messages, jobs, profile, rows, or lone (messages, one after the other); messages unless told otherwise.
 *                 What a worker does with them: sent (messages), events (through ten steps), runs (of five steps)
 *   --role x      of the server; `api` unless told otherwise, and `worker` for what a worker does
 *   --against x   a checkout of the project that is built, to be measured in turn with this one
 *   --rounds n    3 unless told otherwise, after one to warm up
 *   --requests n  in each of them; 10,000 unless told otherwise
 *   --top n       functions in the list; 40 unless told otherwise, 0 for no profile
 *
 * Where the database has loaded `pg_stat_statements`, the statements that take most of it are listed, too.
 */
const { values: flags } = parseArgs({
  options: {
    load: { type: 'string', default: 'messages' },
    role: { type: 'string' },
    against: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    requests: { type: 'string', default: '10000' },
    top: { type: 'string', default: '40' },
  },
});

const requests = Number(flags.requests);
/** Where the machine is busy the requests take as long as they take. */
const longestMs = 600_000;
const writers = async (ground: Ground, name: string) => (await seedBlock(await ground.pool(name))).writers;
interface Wanted {
  plan: Pick<Plan, 'method' | 'path' | 'body' | 'connections'>;
  callers: (ground: Ground, name: string) => Promise<Plan['callers']>;
  /** Another process accepts the requests; measured is the worker, which is held meanwhile. */
  isWork?: boolean;
}

const loads = {
  messages: { plan: { ...messagePost, connections }, callers: writers },
  lone: { plan: { ...messagePost, connections: 1 }, callers: writers },
  jobs: {
    plan: { ...jobPost, connections },
    callers: async (ground: Ground, name: string) => (await seedFlows(await ground.pool(name), 1000)).writers,
  },
  profile: {
    plan: { ...profileGet, connections },
    callers: async (ground: Ground, name: string) => (await seedBlock(await ground.pool(name), 1500)).readers,
  },
  rows: {
    plan: { ...rowsGet, connections: 16 },
    callers: async (ground: Ground, name: string) => seedTables(await ground.pool(name)),
  },
  sent: { plan: { ...messagePost, connections }, callers: writers, isWork: true },
  events: {
    plan: { ...eventPost, connections },
    callers: async (ground: Ground, name: string) =>
      (await seedDialogs(await ground.pool(name), requests)).writers,
    isWork: true,
  },
  runs: {
    plan: { ...runPost, connections },
    callers: async (ground: Ground, name: string) => (await seedFlows(await ground.pool(name), 100)).writers,
    isWork: true,
  },
} satisfies Record<string, Wanted>;
if (!(flags.load in loads)) throw new Error(`--load is one of ${Object.keys(loads).join(', ')}`);
const wanted: Wanted = loads[flags.load as keyof typeof loads];
const role = flags.role ?? (wanted.isWork ? 'worker' : 'api');

/** Source maps by the file that was built. */
const maps = new Map<string, SourceMap | undefined>();

build();
const ground = onServers();
const load = await startLoad();
try {
  await measure();
  if (Number(flags.top) > 0) await showProfile(Number(flags.top));
} finally {
  await load.stop();
  await ground.close();
}

/** A server, and the process that accepts for it. */
interface Measured extends Running {
  accepting: Running;
}

async function start(name: string, checkout?: string): Promise<Measured> {
  const server = await ground.start(name, { ROLE: role }, checkout);
  if (!wanted.isWork) return { ...server, accepting: server };
  const accepting = await ground.start(name, { ROLE: 'api' }, checkout);
  const stop = async () => {
    await accepting.stop();
    await server.stop();
  };
  return { ...server, accepting, stop };
}

function sideOf(name: string, server: Measured): Side {
  const accept = async () =>
    load.run({
      ...wanted.plan,
      ...{
        port: server.accepting.port,
        requests,
        ms: longestMs,
        callers: await wanted.callers(ground, name),
      },
    });
  return {
    pid: server.pid,
    async run() {
      if (!wanted.isWork) return accept();
      const accepted = await held(server, accept);
      await settled(ground, name);
      return accepted;
    },
  };
}

/** Processor time a request, of this checkout and of the other one where there is one. */
async function measure(): Promise<void> {
  const servers: Record<string, Measured> = { here: await start('here') };
  if (flags.against) servers.there = await start('there', resolve(flags.against));
  const sides = Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [name, sideOf(name, server)]),
  );
  const runs = await interleave(sides, Number(flags.rounds), longestMs);
  for (const [name, each] of Object.entries(runs)) {
    const us = each.map(({ cpuUs }) => cpuUs);
    tell(
      `${name.padEnd(6)} ${whole(median(us))} µs of processor time a request (${whole(Math.min(...us))} to ` +
        `${whole(Math.max(...us))}); p50 ${showMs(median(halves(each)))}; ` +
        `${whole(each.reduce((sum, { requests }) => sum + requests, 0))} requests`,
    );
  }
  for (const server of Object.values(servers)) await server.stop();
}

interface Frame {
  functionName: string;
  url: string;
  /** From 0, as `columnNumber`. */
  lineNumber: number;
  columnNumber: number;
}

interface CpuProfile {
  nodes: { id: number; callFrame: Frame }[];
  /** By node, one a sample. */
  samples: number[];
  /** Microseconds from one sample to the next. */
  timeDeltas: number[];
  /** In microseconds of the clock that `process.hrtime` reads. */
  startTime: number;
}

/** Where the processor time of a server goes, once it is warm. */
async function showProfile(top: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-profile-'));
  process.env.BENCH_PROFILE = folder;
  const server = await start('profiled');
  const side = sideOf('profiled', server);
  await side.run(longestMs);
  const statements = await statementsOf(await ground.pool('profiled'));
  const from = Number(process.hrtime.bigint() / 1000n);
  await side.run(longestMs);
  const to = Number(process.hrtime.bigint() / 1000n);
  const listed = await statements?.(top);
  await server.stop();
  // Named CPU.<date>.<time>.<pid>.….cpuprofile
  const file = readdirSync(folder).find((each) => each.split('.')[3] === String(server.pid))!;
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  rmSync(folder, { recursive: true });

  const byFunction = new Map<string, number>();
  const byPlace = new Map<string, number>();
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  let at = profile.startTime;
  let busy = 0;
  for (const [i, sample] of profile.samples.entries()) {
    at += profile.timeDeltas[i]!;
    const { functionName, url, lineNumber } = sourceOf(frames.get(sample)!);
    if (at < from || at > to || functionName === '(idle)' || functionName === '(program)') continue;
    const us = profile.timeDeltas[i + 1] ?? 0;
    const place = placeOf(functionName, url);
    const name = `${functionName || '(anonymous)'}  ${url === '' ? '' : `${shorten(url)}:${lineNumber + 1}`}`;
    byFunction.set(name, (byFunction.get(name) ?? 0) + us);
    byPlace.set(place, (byPlace.get(place) ?? 0) + us);
    busy += us;
  }
  const list = (counts: Map<string, number>, most: number) => {
    for (const [name, us] of [...counts].sort(([, a], [, b]) => b - a).slice(0, most))
      tell(
        `${((us / busy) * 100).toFixed(1).padStart(6)} % ${(us / requests).toFixed(2).padStart(7)} µs  ${name}`,
      );
  };
  tell(
    `\nBy place, of ${whole(busy / requests)} µs a request in JavaScript and what it calls, with the profiler:`,
  );
  list(byPlace, 30);
  tell('\nBy function, without what it calls:');
  list(byFunction, top);
  tell(
    listed
      ? `\nBy statement, of ${whole(listed.us / requests)} µs a request in the database:\n${listed.lines.join('\n')}`
      : '\nStatements are not listed: the database has not loaded pg_stat_statements.',
  );
}

/** Counts statements from now on. @returns what took most of the database's time; undefined if it does not count them */
async function statementsOf(pool: pg.Pool) {
  const { rows } = await pool.query('SHOW shared_preload_libraries');
  if (!rows[0].shared_preload_libraries.includes('pg_stat_statements')) return undefined;
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements; SELECT pg_stat_statements_reset()');
  return async (top: number) => {
    const { rows: found } = await pool.query<{ us: number; calls: number; query: string }>(
      `SELECT total_exec_time * 1000 AS us, calls::int, query FROM pg_stat_statements
       JOIN pg_database ON oid = dbid WHERE datname = current_database() ORDER BY total_exec_time DESC`,
    );
    const us = found.reduce((sum, row) => sum + row.us, 0);
    const lines = found.slice(0, top).map((row) => {
      const text = row.query.replace(/\s+/g, ' ').slice(0, 110);
      return `${((row.us / us) * 100).toFixed(1).padStart(6)} % ${(row.us / requests).toFixed(2).padStart(7)} µs ${whole(row.calls).padStart(7)} times  ${text}`;
    });
    return { us, lines };
  };
}

/** Where a function was written: a build joins many modules in a file. */
function sourceOf(frame: Frame): Frame {
  const { url, lineNumber, columnNumber } = frame;
  if (!url.startsWith('file:')) return frame;
  if (!maps.has(url)) {
    const map = `${fileURLToPath(url)}.map`;
    maps.set(url, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined);
  }
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  if (!entry || !('originalSource' in entry)) return frame;
  return { ...frame, url: new URL(entry.originalSource, url).href, lineNumber: entry.originalLine };
}

/** A package, a folder of ours, or a part of Node. */
function placeOf(functionName: string, url: string): string {
  if (url === '') return functionName === '(garbage collector)' ? 'garbage' : 'native';
  const [, packageName] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (packageName) return packageName;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  return shorten(url);
}

function shorten(url: string): string {
  return url.replace(/.*\/(?:node_modules|src)\//, '');
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
