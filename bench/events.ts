import type pg from 'pg';
import { held, left, outOfOrder, rateOf } from './delivery.ts';
import { type Figure, median, ratios, whole } from './figures.ts';
import type { Ground } from './ground.ts';
import type { Load } from './processes.ts';
import { costOf, type Spent, showSpent } from './processor-time.ts';
import { type Block, seedBlock } from './seed.ts';

/** The figures of dialogs: events through a scenario, with 1,000 dialogs at once. */

export const eventPost = {
  method: 'POST',
  path: '/api/v1/projects/$P/events',
  body: JSON.stringify({ event_id: '$K', identity_id: '$T', text: 'blue', data: { order: 4711 } }),
} as const;

/** Each event answers the question and moves through the ten steps back to it; one of them sends a message. */
const scenario = {
  triggers: [{ type: 'event' }],
  steps: [
    { id: 'ask', type: 'question', text: 'Which colour?', field: 'colour' },
    { id: 'count', type: 'set', values: { n: '{{state.n | default: 0 | plus: 1}}' } },
    { id: 'mark', type: 'tag', add: ['asked'] },
    {
      id: 'known',
      type: 'condition',
      branches: [{ if: { left: '{{state.colour}}', op: 'in', right: ['red', 'blue'] }, next: 'order' }],
      else: 'order',
    },
    { id: 'order', type: 'set', values: { order: '{{event.order}}' } },
    { id: 'name', type: 'set', values: { name: '{{profile.name}}' } },
    {
      id: 'often',
      type: 'condition',
      branches: [{ if: { left: '{{state.n}}', op: 'gt', right: 3, as: 'number' }, next: 'stage' }],
    },
    { id: 'stage', type: 'set', values: { stage: 'regular' } },
    { id: 'say', type: 'message', text: 'Your order {{state.order}} comes in {{state.colour}}.' },
    { id: 'again', type: 'goto', to: 'ask' },
  ],
};

const identitiesPerProject = 100;
/** The number of a project's keys in use at a time; they share its dialogs. */
const dialogsOfKey = 5;

/**
 * A backlog of events for 1,000 dialogs, carried out by one worker process, which SIGSTOP holds while the backlog is
 * made. It measures how fast events are accepted, and then how fast the scenario processes them.
 */
export async function events(
  ground: Ground,
  load: Load,
  { rounds, messages: count }: { rounds: number; messages: number },
): Promise<Figure[]> {
  const pool = await ground.pool('events');
  const api = await ground.start('events', { ROLE: 'api' });
  const worker = await ground.start('events', { ROLE: 'worker' });
  const rates = { through: [] as number[], accepted: [] as number[] };
  const spent: Spent[] = [];
  let lost = 0;
  for (let round = -1; round < rounds; round++) {
    const block = await seedDialogs(pool, count);
    await held(worker, async () => {
      const { requests, ms } = await load.run({
        ...eventPost,
        port: api.port,
        connections: 64,
        callers: block.writers,
        ms: 60_000,
        requests: count,
      });
      if (round >= 0) rates.accepted.push((requests / ms) * 1000);
    });
    let rate = 0;
    const cost = await costOf(pool, [worker], count, async () => {
      rate = await rateOf(
        pool,
        left.tasks,
        { table: 'dialog.tasks', done: `kind = 'event' AND state = 'succeeded'`, wanted: count },
        block.projectIds,
      );
    });
    if (round < 0) continue;
    rates.through.push(rate);
    spent.push(cost);
    lost += await uncounted(pool, block.projectIds);
  }
  const disorder = await outOfOrder(pool);
  await worker.stop();
  await api.stop();
  return [
    {
      name: 'Events through ten steps, 1,000 dialogs / accepted',
      ratios: ratios(rates.through, rates.accepted),
      goal: { at: 'least', value: 0.4 },
      detail: `${whole(median(rates.through))}/s (${showSpent(spent)} a turn) against ${whole(median(rates.accepted))}/s`,
    },
    {
      name: '  order within a dialog, one advance an event',
      detail:
        disorder + lost === 0 ? 'kept for every event' : `BROKEN: ${disorder} too early, ${lost} not once`,
    },
  ];
}

/** A fresh block whose projects have the scenario, and callers that together reach all dialogs. */
export async function seedDialogs(pool: pg.Pool, events: number): Promise<Block> {
  const block = await seedBlock(pool, Math.ceil(events / 1000) * 10, identitiesPerProject);
  await publish(pool, block);
  return { ...block, writers: spread(block) };
}

async function publish(pool: pg.Pool, { projectIds }: Block): Promise<void> {
  await pool.query(
    `INSERT INTO dialog.scenario_versions (project_id, version, definition, published_by)
     SELECT project_id, 1, $2::json, 'bench' FROM unnest($1::uuid[]) AS p(project_id)`,
    [projectIds, JSON.stringify(scenario)],
  );
}

/** Each key uses its own dialogs, so that the keys in use at a time reach all dialogs. */
function spread({ writers }: Block): Block['writers'] {
  const used = new Map<string, number>();
  return writers.map((writer) => {
    const from = used.get(writer.project) ?? 0;
    used.set(writer.project, from + dialogsOfKey);
    const targets = writer.targets.map((_, i, all) => all[(from + i) % all.length]!).slice(0, dialogsOfKey);
    return { ...writer, targets };
  });
}

/**
 * The difference between the customers' counters and their events; the first event of each customer only begins the
 * dialog.
 */
async function uncounted(pool: pg.Pool, projectIds: string[]): Promise<number> {
  const { rows } = await pool.query(
    `SELECT coalesce(sum(abs(e.events - 1 - coalesce((p.state->>'n')::int, 0))), 0)::int AS n
     FROM (SELECT project_id, identity_id, count(*) AS events FROM dialog.tasks
           WHERE kind = 'event' AND project_id = ANY ($1) GROUP BY project_id, identity_id) AS e
     JOIN dialog.identities AS i ON i.project_id = e.project_id AND i.id = e.identity_id
     JOIN dialog.profiles AS p ON p.project_id = i.project_id AND p.id = i.profile_id`,
    [projectIds],
  );
  return rows[0].n;
}
