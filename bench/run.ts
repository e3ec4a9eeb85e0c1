import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { drain, lone } from './delivery.ts';
import { events } from './events.ts';
import { fairness } from './fairness.ts';
import { type Figure, saveResults, showFigure } from './figures.ts';
import { type Ground, onEmbedded, onServers } from './ground.ts';
import { history } from './history.ts';
import { hostile } from './hostile.ts';
import { besideLargeBodies } from './large-bodies.ts';
import { build, startLoad } from './processes.ts';
import { published } from './published.ts';
import { acceptance, gates, profile } from './routes.ts';
import { restOf, starts } from './start.ts';
import { tables } from './tables.ts';
import { notifications } from './webhooks.ts';
import { jobs, workflows } from './workflows.ts';

/**
 * `npm run bench:dialog`, the first half of `npm run bench`: the speed of the project API, as ratios against the
 * simplest program that could do the same, measured in turn in one run. Absolute figures depend mostly on the machine.
 * Nothing is asserted: it prints the ratios, saves `bench/results/latest.json`, and exits with 0.
 *
 *   --quick      about a minute instead of four
 *   --embedded   the embedded database without Redis, instead of the servers at TEST_DATABASE_URL and TEST_REDIS_URL
 *   --only x,y   of accept, all, profile, tables, published, jobs, hostile, gates, history, drain, events, workflows,
 *                webhooks, lone, fairness, start
 *   --queued n   tasks of the busy project that the quiet ones are measured beside; 50,000 unless told otherwise
 */
const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    embedded: { type: 'boolean' },
    only: { type: 'string' },
    queued: { type: 'string' },
  },
});
const scale = flags.quick ? { rounds: 3, ms: 600 } : { rounds: 5, ms: 2000 };
const drained = flags.quick ? { rounds: 1, messages: 6000 } : { rounds: 4, messages: 20_000 };
const ran = flags.quick ? { rounds: 1, runs: 2000 } : { rounds: 4, runs: 6000 };
const notified = flags.quick ? { rounds: 1, entries: 1000 } : { rounds: 4, entries: 1000 };
const entries = flags.quick ? 200_000 : 5_000_000;
const loneMessages = flags.quick ? 20 : 100;
const unfair = { queued: Number(flags.queued ?? 50_000), messages: flags.quick ? 40 : 100 };
const wanted = (name: string) => !flags.only || flags.only.split(',').includes(name);

const started = Date.now();
const loadBefore = loadavg()[0]!;
const figures: Figure[] = [];
const tell = (line: string) => process.stdout.write(`${line}\n`);
const report = (...more: Figure[]) => {
  for (const figure of more) {
    figures.push(figure);
    tell(showFigure(figure));
  }
};

build();
const load = await startLoad();
if (flags.embedded) await benchEmbedded();
else await benchServers();
await load.stop();
save();

async function benchServers(): Promise<void> {
  const ground = onServers();
  try {
    await tellFacts(ground);
    if (wanted('start')) report(...(await starts(flags.quick ? 1 : 3)));
    const place = { ground, load, scale };
    if (['accept', 'profile', 'tables', 'published', 'jobs', 'hostile'].some(wanted)) {
      const api = await ground.start('api', { ROLE: 'api' });
      report(await restOf('api', api));
      if (wanted('accept')) report(...(await acceptance(place, api, 'api')));
      if (wanted('profile')) report(...(await profile(place, api, 'api')));
      if (wanted('tables')) report(...(await tables(place, api, 'api')));
      if (wanted('published')) report(...(await published(place, api, 'api')));
      if (wanted('jobs')) report(...(await jobs(place, api, 'api')));
      if (wanted('hostile')) report(...(await hostile(place, api, 'api')));
      await api.stop();
    }
    if (wanted('gates')) report(...(await gates(place)));
    if (wanted('history')) report(...(await history(ground, load, { scale, entries })));
    if (wanted('drain')) report(...(await drain(ground, load, drained)));
    if (wanted('events')) report(...(await events(ground, load, drained)));
    if (wanted('workflows')) report(...(await workflows(ground, load, ran)));
    if (wanted('webhooks')) report(...(await notifications(ground, notified)));
    if (wanted('fairness')) {
      report(...(await fairness(ground, load, unfair)));
      report(...(await besideLargeBodies(ground)));
    }
    if (wanted('lone')) {
      const redis = await ground.start('lone');
      report(...(await lone(ground, load, redis, 'lone', 'Redis', loneMessages)));
      await redis.stop();
      const postgres = await ground.start('lone', { REDIS_URL: '' });
      report(...(await lone(ground, load, postgres, 'lone', 'Postgres tickets', loneMessages)));
      await postgres.stop();
    }
    if (wanted('all')) {
      const all = await ground.start('all');
      report(await restOf('all', all));
      const rounds = Math.ceil(scale.rounds / 2);
      report(...(await acceptance({ ...place, scale: { ...scale, rounds } }, all, 'all')));
      await all.stop();
    }
  } finally {
    await ground.close();
  }
}

async function benchEmbedded(): Promise<void> {
  const ground = await onEmbedded();
  try {
    await tellFacts(ground);
    if (wanted('start')) report(...(await starts(flags.quick ? 1 : 3)));
    const place = { ground, load, scale };
    report(await restOf('main', ground.main));
    if (wanted('lone')) report(...(await lone(ground, load, ground.main, 'main', 'embedded', loneMessages)));
    if (wanted('profile')) report(...(await profile(place, ground.main, 'main')));
    if (wanted('tables')) report(...(await tables(place, ground.main, 'main')));
    if (wanted('published')) report(...(await published(place, ground.main, 'main')));
    if (wanted('jobs')) report(...(await jobs(place, ground.main, 'main')));
    if (wanted('gates')) report(...(await gates(place)));
    if (wanted('accept')) report(...(await acceptance(place, ground.main, 'main')));
  } finally {
    await ground.close();
  }
}

async function tellFacts(ground: Ground): Promise<void> {
  const { rows } = await (await ground.pool(ground.embedded ? 'main' : 'bare')).query('SHOW server_version');
  let redis = 'no Redis';
  if (ground.redisUrl) {
    const client = new Redis(ground.redisUrl);
    redis = `Redis ${/redis_version:(\S+)/.exec(await client.info('server'))?.[1]}`;
    client.disconnect();
  }
  tell(
    `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}, Postgres ${rows[0].server_version}` +
      `${ground.embedded ? ' (embedded)' : ''}, ${redis}; ${scale.rounds} rounds of ${scale.ms} ms, in turn`,
  );
  // Other load on the machine distorts ratios against a side with fewer processes, so the report mentions it.
  tell(
    `Load of the machine before the start: ${loadBefore.toFixed(1)}. Above about 1 others take part: read the processor times.`,
  );
  tell(
    'Each line: median ratio, lowest..highest, goal; then rates (with processor time of the server a request).\n',
  );
}

function save(): void {
  saveResults('latest.json', { loadBefore, backend: flags.embedded ? 'embedded' : 'servers' }, figures);
  tell(`\n${Math.round((Date.now() - started) / 1000)} s; saved to bench/results/latest.json`);
}
