import type pg from 'pg';
import { newId } from '../src/platform/ids.ts';
import { held, left, rateOf, startBareQueue } from './delivery.ts';
import { type Figure, interleave, median, rates, ratios, showRate, whole } from './figures.ts';
import type { Ground } from './ground.ts';
import { type Load, type Running, startOwn } from './processes.ts';
import { costOf, type Spent, showSpent } from './processor-time.ts';
import { type Place, settled, side, warmUpMs } from './routes.ts';
import { type Block, seedBlock } from './seed.ts';

/** The figures of operations and workflows: accepting jobs, and runs from their start to their end. */

const slug = 'bench';

/** The mock of the operation. */
const operation = {
  request: {},
  success: {},
  mock: { result: { price: '{{ input.items | times: 3 }}', order: 'T-{{ job.id }}' }, variants: [] },
  max_response_bytes: 1_048_576,
};

/** Five steps, with a job among them. */
const workflow = {
  triggers: [],
  steps: [
    {
      id: 'many',
      type: 'condition',
      branches: [{ if: { left: '{{ input.items }}', op: 'gt', right: 10, as: 'number' }, next: 'end' }],
    },
    { id: 'quote', type: 'operation', operation: slug, input: { items: '{{ input.items }}' } },
    {
      id: 'dear',
      type: 'condition',
      branches: [
        { if: { left: '{{ steps.quote.result.price }}', op: 'gt', right: 100, as: 'number' }, next: 'end' },
      ],
    },
    {
      id: 'keep',
      type: 'table_write',
      table: slug,
      action: 'append',
      row: { order: '{{ steps.quote.result.order }}', price: '{{ steps.quote.result.price }}' },
    },
    { id: 'end', type: 'end', output: { price: '{{ steps.quote.result.price }}' } },
  ],
};
/** Tasks that a run consists of: its first turn, the job, and the turn that takes its result. */
const tasksARun = 3;
const turnsARun = 2;

/** A fresh block whose projects have the operation, the workflow and its table. */
export async function seedFlows(pool: pg.Pool, keys: number): Promise<Block> {
  const block = await seedBlock(pool, keys);
  for (const projectId of block.projectIds) {
    await pool.query(
      `WITH revision AS (
         INSERT INTO dialog.operation_revisions (project_id, id, slug, kind, input_schema, definition)
         VALUES ($1, $2, $4, 'http', '{"type":"object","properties":{"items":{"type":"integer"}}}', $5)
       ), operation AS (
         INSERT INTO dialog.operations (project_id, slug, name, description, environments, revision_id)
         VALUES ($1, $4, 'bench', '', '{sandbox}', $2)
       ), version AS (
         INSERT INTO dialog.workflow_versions (project_id, slug, version, definition, published_by)
         VALUES ($1, $4, 1, $6, 'bench')
       ), workflow AS (
         INSERT INTO dialog.workflows (project_id, slug, name, environment, definition, version)
         VALUES ($1, $4, 'bench', 'sandbox', $6, 1)
       ), made AS (
         INSERT INTO dialog.tables (project_id, id, slug, name, columns, enforce)
         VALUES ($1, $3, $4, 'bench', '[]', false)
       )
       INSERT INTO dialog.table_sheets (project_id, table_id, environment, revision, total, last)
       VALUES ($1, $3, 'sandbox', 0, 0, 0), ($1, $3, 'live', 0, 0, 0)`,
      [projectId, newId(), newId(), slug, JSON.stringify(operation), JSON.stringify(workflow)],
    );
  }
  return block;
}

export const jobPost = {
  method: 'POST',
  path: `/api/v1/projects/$P/operations/${slug}/runs`,
  body: JSON.stringify({ input: { items: 3 }, identity_id: '$T', environment: 'sandbox' }),
} as const;

export const runPost = {
  method: 'POST',
  path: `/api/v1/projects/$P/workflows/${slug}/run`,
  body: JSON.stringify({ input: { items: 3 } }),
} as const;

/**
 * POST /operations/{id}/runs compared with an upper bound: a route that validates a body and answers, without a
 * database. Both bodies are of about the same size.
 */
export async function jobs(place: Place, server: Running, name: string): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool(name);
  const bare = await startOwn('bare', { DATABASE_URL: await ground.database('bare') });
  const ours = side(
    place,
    server,
    { ...jobPost, connections: 64 },
    async () => (await seedFlows(pool, 1000)).writers,
  );
  await ours.run(warmUpMs);
  const runs = await interleave(
    {
      ours: { ...ours, settle: () => settled(ground, name) },
      bare: side(
        place,
        bare,
        {
          method: 'POST',
          connections: 64,
          path: '/validated',
          body: JSON.stringify({ identity_id: '$T', text: 'Your order is ready.', columns: 1 }),
        },
        async () => [{ project: '', targets: [newId()] }],
      ),
    },
    scale.rounds,
    scale.ms,
  );
  await bare.stop();
  return [
    {
      name: `POST runs of operations / validated, no database (${name}, 64)`,
      ratios: ratios(rates(runs.ours), rates(runs.bare)),
      goal: { at: 'least', value: 0.3 },
      detail: `${showRate(runs.ours)} against ${showRate(runs.bare)}`,
    },
  ];
}

/**
 * A backlog of runs in ten projects, carried out by one warm worker process that was stopped while they were accepted,
 * compared with BullMQ and as many bare jobs as the runs have tasks.
 */
export async function workflows(
  ground: Ground,
  load: Load,
  { rounds, runs }: { rounds: number; runs: number },
): Promise<Figure[]> {
  const pool = await ground.pool('workflows');
  const api = await ground.start('workflows', { ROLE: 'api' });
  const worker = await ground.start('workflows', { ROLE: 'worker' });
  const bareQueue = await startBareQueue(ground);
  const spent: Spent[] = [];
  const ours = async () => {
    const block = await seedFlows(pool, Math.ceil(runs / 1000) * 10);
    await held(worker, () =>
      load.run({
        ...runPost,
        port: api.port,
        connections: 64,
        callers: block.writers,
        ms: 60_000,
        requests: runs,
      }),
    );
    let rate = 0;
    const cost = await costOf(pool, [worker], runs * turnsARun, async () => {
      rate = await rateOf(
        pool,
        left.tasks,
        { table: 'dialog.workflow_runs', done: `status = 'succeeded'`, wanted: runs },
        block.projectIds,
      );
    });
    spent.push(cost);
    return rate;
  };
  const bare = async () => (await bareQueue.drain(runs * tasksARun)) / tasksARun;

  const found = { ours: [] as number[], bare: [] as number[] };
  for (let round = -1; round < rounds; round++) {
    const order = round % 2 === 0 ? (['ours', 'bare'] as const) : (['bare', 'ours'] as const);
    for (const name of order) {
      const rate = await { ours, bare }[name]();
      if (round >= 0) found[name].push(rate);
    }
  }
  await bareQueue.stop();
  await worker.stop();
  await api.stop();
  return [
    {
      name: 'Runs of five steps / bare BullMQ, three jobs a run',
      ratios: ratios(found.ours, found.bare),
      goal: { at: 'least', value: 0.6 },
      // The first round warms up.
      detail: `${whole(median(found.ours))}/s (${showSpent(spent.slice(1))} a turn, jobs included) against ${whole(median(found.bare))}/s`,
    },
  ];
}
