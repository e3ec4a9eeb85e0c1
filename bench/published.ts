import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Figure, interleave, rates, ratios, showRate } from './figures.ts';
import type { Plan } from './load.ts';
import type { Running } from './processes.ts';
import { type Place, settled, side } from './routes.ts';
import { seedBlock } from './seed.ts';
import { publishMethod } from './seed-method.ts';

const connections = 64;
const slug = 'bench';
const input = { sku: 'A-4711', quantity: 2, note: 'Between five and seven, please.' };
const fields = [
  { name: 'sku', type: 'string', required: true, description: '', min_length: 1, max_length: 20 },
  { name: 'quantity', type: 'integer', required: false, description: '', minimum: 1, default: 1 },
  { name: 'note', type: 'string', required: false, description: '', max_length: 500 },
];
/** The input of the operation: the same fields, so that each side has one schema of this size. */
const schema = {
  type: 'object',
  properties: {
    sku: { type: 'string', minLength: 1, maxLength: 20 },
    quantity: { type: 'integer', minimum: 1 },
    note: { type: 'string', maxLength: 500 },
  },
  required: ['sku'],
};
const definition = {
  environment: 'sandbox',
  target: { operation: slug },
  input: fields,
  mapping: { sku: '{{ input.sku }}', quantity: '{{ input.quantity }}', note: 'By method: {{ input.note }}' },
  identity: null,
  result: null,
};

const keysARun = 250;

/**
 * Callers whose projects have an operation and a method that runs it. Every run has keys of its own, but the same
 * projects, so that the bench measures calls of a method in use, and not the compilation of its schema.
 * @param forMethods keys for the method, in place of project keys
 */
async function seedMethods(
  pool: pg.Pool,
  runs: number,
  forMethods: boolean,
): Promise<() => Promise<Plan['callers']>> {
  const { writers, projectIds } = await seedBlock(pool, runs * keysARun);
  for (const projectId of projectIds) {
    await publishMethod(pool, projectId, slug, { schema, definition });
  }
  const callers = await Promise.all(
    writers.map(async (caller) => {
      if (!forMethods) return { ...caller, targets: [''] };
      const key = `ep_${randomBytes(32).toString('base64url')}`;
      await pool.query(
        `UPDATE dialog.project_keys SET methods = ARRAY[$1], scopes = '{}', hash = $2 WHERE hash = $3`,
        [slug, sha256(key), sha256(caller.key!)],
      );
      return { ...caller, key, targets: [''] };
    }),
  );
  let run = 0;
  return async () => callers.slice(keysARun * run, keysARun * ++run);
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Calls of a published method, compared with runs of its operation. */
export async function published(place: Place, server: Running, name: string): Promise<Figure[]> {
  const { ground, scale } = place;
  const pool = await ground.pool(name);
  const post = { method: 'POST', connections } as const;
  const settle = () => settled(ground, name);
  const ofMethods = await seedMethods(pool, scale.rounds + 1, true);
  const ofOperations = await seedMethods(pool, scale.rounds + 1, false);
  const runs = await interleave(
    {
      method: {
        ...side(
          place,
          server,
          { ...post, path: `/api/published/$P/${slug}/v1`, body: JSON.stringify(input) },
          ofMethods,
        ),
        settle,
      },
      operation: {
        ...side(
          place,
          server,
          { ...post, path: `/api/v1/projects/$P/operations/${slug}/runs`, body: JSON.stringify({ input }) },
          ofOperations,
        ),
        settle,
      },
    },
    scale.rounds,
    scale.ms,
  );
  return [
    {
      name: `Time of a method's call / of its operation's run (${name}, 64)`,
      ratios: ratios(rates(runs.operation), rates(runs.method)),
      goal: { at: 'most', value: 1.3 },
      detail: `${showRate(runs.method)} against ${showRate(runs.operation)}`,
    },
  ];
}
