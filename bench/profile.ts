import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { halves, interleave, median, type Side, showMs, whole } from './figures.ts';
import { type Ground, onServers } from './ground.ts';
import type { Plan } from './load.ts';
import { build, type Running, startLoad } from './processes.ts';
import { connections, messagePost, profileGet } from './routes.ts';
import { seedBlock } from './seed.ts';
import { rowsGet, seedTables } from './tables.ts';
import { jobPost, seedFlows } from './workflows.ts';

/**
 * `npm run profile`: processor time of the compiled server a request, and where it goes. Rates need a quiet machine;
 * these figures need one less.
 *
 *   --load x      messages, jobs, profile, rows, or lone (messages, one after the other); messages unless told otherwise
 *   --role x      of the server; `api` unless told otherwise
 *   --against x   a checkout of the project that is built, to be measured in turn with this one
 *   --rounds n    3 unless told otherwise, after one to warm up
 *   --requests n  in each of them; 10,000 unless told otherwise
 *   --top n       functions in the list; 40 unless told otherwise, 0 for no profile
 */
const { values: flags } = parseArgs({
  options: {
    load: { type: 'string', default: 'messages' },
    role: { type: 'string', default: 'api' },
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
} satisfies Record<
  string,
  {
    plan: Pick<Plan, 'method' | 'path' | 'body' | 'connections'>;
    callers: (ground: Ground, name: string) => Promise<Plan['callers']>;
  }
>;
if (!(flags.load in loads)) throw new Error(`--load is one of ${Object.keys(loads).join(', ')}`);
const wanted = loads[flags.load as keyof typeof loads];

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

function sideOf(name: string, { pid, port }: Running): Side {
  return {
    pid,
    run: async () =>
      load.run({
        ...wanted.plan,
        ...{ port, requests, ms: longestMs, callers: await wanted.callers(ground, name) },
      }),
  };
}

/** Processor time a request, of this checkout and of the other one where there is one. */
async function measure(): Promise<void> {
  const environment = { ROLE: flags.role };
  const servers: Record<string, Running> = { here: await ground.start('here', environment) };
  if (flags.against) {
    servers.there = await ground.start('there', environment, resolve(flags.against));
  }
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

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
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
  const server = await ground.start('profiled', { ROLE: flags.role });
  const side = sideOf('profiled', server);
  await side.run(longestMs);
  const from = Number(process.hrtime.bigint() / 1000n);
  await side.run(longestMs);
  const to = Number(process.hrtime.bigint() / 1000n);
  await server.stop();
  const profile: CpuProfile = JSON.parse(readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8'));
  rmSync(folder, { recursive: true });

  const byFunction = new Map<string, number>();
  const byPlace = new Map<string, number>();
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  let at = profile.startTime;
  let busy = 0;
  for (const [i, sample] of profile.samples.entries()) {
    at += profile.timeDeltas[i]!;
    const { functionName, url, lineNumber } = frames.get(sample)!;
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
  return url.replace(/.*\/(?:node_modules|dist)\//, '');
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
