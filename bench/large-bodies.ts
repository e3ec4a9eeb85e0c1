import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, showMs } from './figures.ts';
import type { Ground } from './ground.ts';
import type { Plan } from './load.ts';
import type { Running } from './processes.ts';
import { seedBlock } from './seed.ts';

const goalMs = 200;
const msBetweenReads = 20;
const largest = 2 ** 20;
/** What a key may send in its minute, and how many of them at once. */
const sent = 120;
const atOnce = 20;

const accepted = '{"event_id":"$K","source":"custom.bench","environment":"sandbox","data":{"a":';
const lists = '[],'.repeat(largest / 3 - 100);

/** Bodies of 1 MiB that cost the most to read; `$K` is another value in each. */
const bodies = {
  'brackets [[[[': '['.repeat(largest),
  '100,000 keys': `{${Array.from({ length: 86_000 }, (_, i) => `"k${i}":0`)}}`,
  '[{},{},…': `[${'{},'.repeat(largest / 3 - 2)}{}]`,
  'accepted events of [],[],…': `${accepted}[${lists}1]}}`,
};

/** How long the reads of one project take while another sends the largest bodies that its key may, a minute's worth at once. */
export async function besideLargeBodies(ground: Ground): Promise<Figure[]> {
  const pool = await ground.pool('bodies');
  const server = await ground.start('bodies', { ROLE: 'api' });
  const { readers } = await seedBlock(pool, 1000);
  const [quiet] = readers;
  const quietReaders = readers.filter(({ project }) => project === quiet!.project);
  const hostile = readers.filter(({ project }) => project !== quiet!.project);
  const reads = (until: Promise<unknown>) => timesOfReads(server, quietReaders, until);
  await reads(sleep(1000));
  const idle = p99(await reads(sleep(3000)));
  const figures: Figure[] = [];
  for (const [i, [what, body]] of Object.entries(bodies).entries()) {
    // Before the reads: they are made by this process too.
    const rendered = Array.from({ length: sent }, (_, n) =>
      Buffer.from(body.replace('$K', `bench-event-${n}`)),
    );
    const began = performance.now();
    const attack = sendAll(server, hostile[i]!, rendered);
    const times = await reads(attack);
    const statuses = await attack;
    figures.push({
      name: `p99 of reads beside ${sent} bodies, ${what} / ${goalMs} ms`,
      ratios: [p99(times) / goalMs],
      goal: { at: 'most', value: 1 },
      detail:
        `${showMs(p99(times))}, at most ${showMs(times.at(-1)!)}, ${showMs(idle)} idle; ${times.length} reads in ` +
        `${showMs(performance.now() - began)}; bodies answered ${JSON.stringify(statuses)}`,
    });
  }
  await server.stop();
  return figures;
}

/** Sends bodies with a key. Not through `load.ts`: after a body that cannot be read the server closes the connection. */
async function sendAll(
  { port }: Running,
  { key, project }: Plan['callers'][number],
  rendered: Buffer[],
): Promise<Record<number, number>> {
  const url = `http://127.0.0.1:${port}/api/v1/projects/${project}/automation-events`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const statuses: Record<number, number> = {};
  const sendOn = async () => {
    for (let body = rendered.pop(); body; body = rendered.pop()) {
      const answer = await fetch(url, { method: 'POST', headers, body });
      await answer.text();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  return statuses;
}

/** Reads at fixed moments, whether or not earlier ones were answered. @returns their times in ms, sorted. */
async function timesOfReads(
  { port }: Running,
  readers: Plan['callers'],
  until: Promise<unknown>,
): Promise<number[]> {
  let isOver = false;
  const over = until.finally(() => {
    isOver = true;
  });
  const times: Promise<number>[] = [];
  for (let n = 0; !isOver; n++) {
    const { key, project, targets } = readers[n % readers.length]!;
    const url = `http://127.0.0.1:${port}/api/v1/projects/${project}/profiles/${targets[0]}`;
    const began = performance.now();
    times.push(
      fetch(url, { headers: { authorization: `Bearer ${key}` } }).then(async (answer) => {
        await answer.text();
        if (!answer.ok) throw new Error(`a read was answered ${answer.status}`);
        return performance.now() - began;
      }),
    );
    await sleep(msBetweenReads);
  }
  await over;
  return (await Promise.all(times)).sort((a, b) => a - b);
}

const p99 = (sorted: number[]): number => sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
